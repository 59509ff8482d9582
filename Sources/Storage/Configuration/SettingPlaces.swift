/// Where in a configuration file its settings are, which the TOML library does not tell of what it could read.
///
/// Knows what people write by hand: a section in brackets, and `name = value` on a line of its own.
struct SettingPlaces {
    private var places: [String: TextPlace] = [:]

    init(_ text: String) {
        var section = ""
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let content = line.drop { $0 == " " || $0 == "\t" }
            let indent = line.count - content.count
            if content.hasPrefix("["), let end = content.firstIndex(of: "]") {
                section = Self.name(content[content.index(after: content.startIndex)..<end])
                places[section] = TextPlace(line: index + 1, column: indent + 1)
            } else if let equals = Self.equalsSign(in: content), !content.hasPrefix("#") {
                let name = Self.name(content[..<equals])
                let value = content[content.index(after: equals)...].drop { $0 == " " || $0 == "\t" }
                places[section.isEmpty ? name : "\(section).\(name)"] = TextPlace(
                    line: index + 1, column: line.count - value.count + 1)
            }
        }
    }

    /// Where the value of `section.key` begins, or a section.
    subscript(setting: String) -> TextPlace? { places[setting] }

    /// The first that is not within quotes.
    private static func equalsSign(in line: Substring) -> Substring.Index? {
        var quote: Character?
        for index in line.indices {
            let character = line[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == "=" {
                return index
            }
        }
        return nil
    }

    private static func name(_ text: Substring) -> String {
        let name = text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
        guard let first = name.first, first == "\"" || first == "'", name.last == first, name.count > 1 else {
            return String(name)
        }
        return String(name.dropFirst().dropLast())
    }
}
