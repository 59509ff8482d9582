import Basics
import FoundationEssentials
import HTTP

/// Rewrites the URLs of pictures from a pattern to a replacement: `via.placeholder.com/{size}/{color}` to
/// `picsum.photos/seed/{color}/{size}`.
///
/// A name in braces matches one or more characters other than a slash. A pattern without a scheme matches http and
/// https, and a replacement without one keeps the scheme.
public struct ImageHostRule: Hashable, Sendable {
    private let pattern: [Piece]
    private let replacement: [Piece]

    private enum Piece: Hashable, Sendable {
        case text(String)
        case name(String)
    }

    /// Returns nil if a brace is not closed, if the replacement uses a name missing from the pattern, or if either is
    /// not an http or https URL.
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

    /// Whether the replacement contains the entire host, so that a service cannot choose it.
    var namesHost: Bool {
        guard case .text(let start) = replacement.first else { return false }
        let authority = Self.hasWebScheme(start) ? start.drop { $0 != ":" }.dropFirst(3) : start[...]
        return replacement.count == 1 || authority.contains("/")
    }

    /// Returns the rewritten URL; nil if the pattern does not match.
    func replaced(_ url: String) -> String? {
        guard WebURL(url) != nil, let scheme = ["https://", "http://"].first(where: url.hasPrefix),
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

    /// Whether the pieces form an http or https URL, with or without its scheme.
    private static func isWebAddress(_ pieces: [Piece]) -> Bool {
        let sample = fill(pieces) { _ in "1" }
        guard sample.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else { return false }
        guard !hasWebScheme(sample) else { return URLComponents(string: sample).flatMap(HTTPOrigin.init) != nil }
        // A colon introduces another scheme unless a port follows.
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
        var remainder = text[...]
        while !remainder.isEmpty {
            let literal = remainder.prefix { $0 != "{" }
            if !literal.isEmpty { pieces.append(.text(String(literal))) }
            remainder = remainder[literal.endIndex...].dropFirst()
            guard literal.endIndex != text.endIndex else { break }
            guard let end = remainder.firstIndex(of: "}"), end != remainder.startIndex else { return nil }
            pieces.append(.name(String(remainder[..<end])))
            remainder = remainder[end...].dropFirst()
        }
        return pieces
    }

    /// Matches the whole of `text` and returns the values of the names, each as short as possible from left to right.
    ///
    /// Matching suffixes first keeps the time linear in the length of the text, whatever a service sends.
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

    /// For each piece and each offset in `text`: whether the remaining pieces match the remaining text.
    private func suffixMatches(in text: [Unicode.Scalar]) -> [[Bool]] {
        var remainder = [Bool](repeating: false, count: text.count + 1)
        remainder[text.count] = true
        var matches = [remainder]
        for piece in pattern.reversed() {
            var current = [Bool](repeating: false, count: text.count + 1)
            switch piece {
            case .text(let literal):
                let literal = Array(literal.unicodeScalars)
                for offset in 0...max(0, text.count - literal.count) where offset + literal.count <= text.count {
                    current[offset] = remainder[offset + literal.count] && text[offset...].starts(with: literal)
                }
            case .name:
                for offset in text.indices.reversed() where text[offset] != "/" {
                    current[offset] = remainder[offset + 1] || current[offset + 1]
                }
            }
            matches.append(current)
            remainder = current
        }
        return matches.reversed()
    }
}
