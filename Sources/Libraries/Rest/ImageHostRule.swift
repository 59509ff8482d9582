import FoundationEssentials

/// Where pictures are fetched in place of where a service says, from pattern to pattern:
/// `via.placeholder.com/{size}/{color}` to `picsum.photos/seed/{color}/{size}`.
///
/// A name in braces stands for any characters of one part of the path. A pattern without a scheme is for http and https, and
/// a replacement without one keeps it.
public struct ImageHostRule: Hashable, Sendable {
    private let pattern: [Piece]
    private let replacement: [Piece]

    /// The longest URL that a rule is tried on, in bytes.
    private static let maxLength = 16_384

    private enum Piece: Hashable, Sendable {
        case text(String)
        case name(String)
    }

    /// Nil when braces do not close, when the replacement has a name that the pattern has not, or when one of the two is
    /// no http or https address.
    public init?(pattern: String, replacement: String) {
        guard let pattern = Self.pieces(of: pattern), let replacement = Self.pieces(of: replacement),
            Self.isWebAddress(pattern), Self.isWebAddress(replacement)
        else { return nil }
        let unknown = replacement.contains { piece in
            if case .name = piece { !pattern.contains(piece) } else { false }
        }
        guard !unknown else { return nil }
        self.pattern = pattern
        self.replacement = replacement
    }

    /// The URL to fetch in place of `url`, nil when the rule is not for it.
    func replaced(_ url: String) -> String? {
        guard url.utf8.count <= Self.maxLength, let scheme = ["https://", "http://"].first(where: url.hasPrefix),
            let values = match(Array(url.unicodeScalars)) ?? match(Array(url.unicodeScalars.dropFirst(scheme.count)))
        else {
            return nil
        }
        let filled = Self.fill(replacement) { values[$0] ?? "" }
        return Self.hasWebScheme(filled) ? filled : scheme + filled
    }

    private static func fill(_ pieces: [Piece], with value: (String) -> String) -> String {
        pieces.reduce(into: "") { url, piece in
            switch piece {
            case .text(let text): url += text
            case .name(let name): url += value(name)
            }
        }
    }

    /// Whether the pieces are an http or https URL, or one without its scheme.
    private static func isWebAddress(_ pieces: [Piece]) -> Bool {
        let sample = fill(pieces) { _ in "1" }
        guard sample.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else { return false }
        guard !hasWebScheme(sample) else { return URLComponents(string: sample).flatMap(HTTPOrigin.init) != nil }
        // Another scheme, unless what follows the colon is a port.
        if let colon = sample.firstIndex(of: ":"), !sample[..<colon].contains("/") {
            guard sample[sample.index(after: colon)...].first?.isNumber == true else { return false }
        }
        return URLComponents(string: "https://\(sample)").flatMap(HTTPOrigin.init) != nil
    }

    private static func hasWebScheme(_ url: String) -> Bool {
        ["http://", "https://"].contains { url.lowercased().hasPrefix($0) }
    }

    private static func pieces(of text: String) -> [Piece]? {
        var pieces: [Piece] = []
        var rest = text[...]
        while !rest.isEmpty {
            let literal = rest.prefix { $0 != "{" }
            if !literal.isEmpty { pieces.append(.text(String(literal))) }
            rest = rest[literal.endIndex...].dropFirst()
            guard literal.endIndex != text.endIndex else { break }
            guard let end = rest.firstIndex(of: "}"), end != rest.startIndex else { return nil }
            pieces.append(.name(String(rest[..<end])))
            rest = rest[end...].dropFirst()
        }
        return pieces
    }

    /// What each name stands for when the pattern is the whole of `text`, each name as short as possible from left to right.
    ///
    /// Matching from the end first makes the time proportional to the length of the text, whatever a service sends.
    private func match(_ text: [Unicode.Scalar]) -> [String: String]? {
        let matches = suffixMatches(in: text)
        guard matches[0][0] else { return nil }
        var values: [String: String] = [:]
        var offset = 0
        for (index, piece) in pattern.enumerated() {
            switch piece {
            case .text(let literal):
                offset += literal.unicodeScalars.count
            case .name(let name):
                let start = offset
                repeat { offset += 1 } while !matches[index + 1][offset]
                if values[name] == nil {
                    values[name] = String(String.UnicodeScalarView(text[start..<offset]))
                }
            }
        }
        return values
    }

    /// For each piece and each offset in `text`: whether the pieces from there on match the text from there on.
    private func suffixMatches(in text: [Unicode.Scalar]) -> [[Bool]] {
        var rest = [Bool](repeating: false, count: text.count + 1)
        rest[text.count] = true
        var matches = [rest]
        for piece in pattern.reversed() {
            var current = [Bool](repeating: false, count: text.count + 1)
            switch piece {
            case .text(let literal):
                let literal = Array(literal.unicodeScalars)
                for offset in 0...max(0, text.count - literal.count) where offset + literal.count <= text.count {
                    current[offset] = rest[offset + literal.count] && text[offset...].starts(with: literal)
                }
            case .name:
                for offset in text.indices.reversed() where text[offset] != "/" {
                    current[offset] = rest[offset + 1] || current[offset + 1]
                }
            }
            matches.append(current)
            rest = current
        }
        return matches.reversed()
    }
}
