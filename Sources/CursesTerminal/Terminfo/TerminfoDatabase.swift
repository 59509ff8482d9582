import FoundationEssentials

/// The compiled terminfo entries on this machine.
struct TerminfoDatabase {
    private let inline: [UInt8]?
    private let directories: [String]

    /// Uses the same search path as ncurses: `TERMINFO` (a folder, or an inline entry), the home folder,
    /// `TERMINFO_DIRS`, and the system's folders.
    init(environment: [String: String]) {
        var directories: [String] = []
        var inline: [UInt8]?
        if let own = environment["TERMINFO"], !own.isEmpty {
            if own.hasPrefix("hex:") {
                inline = Self.bytes(hexadecimal: own.dropFirst(4))
            } else if own.hasPrefix("b64:") {
                // infocmp uses the URL-safe alphabet of Base64.
                let text = own.dropFirst(4).map { $0 == "_" ? "/" : $0 == "-" ? "+" : $0 }
                inline = Data(base64Encoded: String(text), options: .ignoreUnknownCharacters).map(Array.init)
            } else {
                directories.append(own)
            }
        }
        if let home = environment["HOME"], !home.isEmpty { directories.append(home + "/.terminfo") }
        directories += (environment["TERMINFO_DIRS"] ?? "").split(separator: ":").map(String.init)
        self.directories = directories + ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"]
        self.inline = inline
    }

    /// Returns the entry for a terminal's name, if it exists on this machine.
    func entry(named name: String) -> TerminfoEntry? {
        guard let first = name.utf8.first, first != UInt8(ascii: "."), !name.contains("/") else { return nil }
        if let inline, let entry = TerminfoReader.entry(from: inline), entry.names.dropLast().contains(name) {
            return entry
        }
        for directory in directories {
            for folder in [String(decoding: [first], as: UTF8.self), String(first, radix: 16)] {
                guard let file = FileManager.default.contents(atPath: "\(directory)/\(folder)/\(name)") else {
                    continue
                }
                if let entry = TerminfoReader.entry(from: Array(file)) { return entry }
            }
        }
        return nil
    }

    private static func bytes(hexadecimal text: Substring) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count % 2 == 0 else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
