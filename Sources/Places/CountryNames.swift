import CGazetteer

/// The names of countries in the languages of the interface, from the CLDR.
public struct CountryNames: Sendable {
    /// The names in the executable.
    public static let embedded = CountryNames(
        UnsafeBufferPointer(start: country_names_bytes, count: country_names_size))

    private let languages: [Substring]
    /// The names in these languages, by two letters of ISO 3166-1.
    private let names: [Substring: [Substring]]

    /// Reads the embedded file without checking it, because it is our own.
    private init(_ file: UnsafeBufferPointer<UInt8>) {
        let lines = String(decoding: file, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        languages = Array(lines[0].dropFirst())
        names = Dictionary(uniqueKeysWithValues: lines.dropFirst().map { ($0[0], Array($0.dropFirst())) })
    }

    /// Returns the name of a country in a language, such as `pt_BR`; nil if it is unknown.
    public func name(of code: String, in language: String) -> String? {
        languages.firstIndex(of: language[...]).flatMap { names[code[...]]?[$0] }.map(String.init)
    }

    /// Returns the names of a country in all languages, in order, and each once.
    public func names(of code: String) -> [String] { Set(names[code[...]] ?? []).sorted().map(String.init) }
}
