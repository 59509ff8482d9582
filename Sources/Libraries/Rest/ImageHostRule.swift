/// Where pictures are fetched in place of where a service says, from pattern to pattern:
/// `via.placeholder.com/{size}/{color}` to `picsum.photos/seed/{color}/{size}`.
///
/// A name in braces stands for any characters of one part of the path. A pattern without a scheme is for http and https, and
/// a replacement without one keeps it.
public struct ImageHostRule: Hashable, Sendable {
    private let pattern: [Piece]
    private let replacement: [Piece]

    private enum Piece: Hashable, Sendable {
        case text(String)
        case name(String)
    }

    /// Nil when braces do not close, or when the replacement has a name that the pattern has not.
    public init?(pattern: String, replacement: String) {
        guard let pattern = Self.pieces(of: pattern), let replacement = Self.pieces(of: replacement) else { return nil }
        let unknown = replacement.contains { piece in
            if case .name = piece { !pattern.contains(piece) } else { false }
        }
        guard !unknown else { return nil }
        self.pattern = pattern
        self.replacement = replacement
    }

    /// The URL to fetch in place of `url`, nil when the rule is not for it.
    func replaced(_ url: String) -> String? {
        guard let scheme = ["https://", "http://"].first(where: url.hasPrefix),
            let values = Self.match(pattern[...], url[...])
                ?? Self.match(pattern[...], url.dropFirst(scheme.count))
        else {
            return nil
        }
        let filled = filled(values)
        return filled.contains("://") ? filled : scheme + filled
    }

    private func filled(_ values: [String: Substring]) -> String {
        replacement.reduce(into: "") { url, piece in
            switch piece {
            case .text(let text): url += text
            case .name(let name): url += values[name] ?? ""
            }
        }
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

    /// What each name stands for when the pieces make up the whole text, the first of them as little as possible.
    private static func match(_ pieces: ArraySlice<Piece>, _ text: Substring) -> [String: Substring]? {
        guard let piece = pieces.first else { return text.isEmpty ? [:] : nil }
        switch piece {
        case .text(let literal):
            return text.hasPrefix(literal) ? match(pieces.dropFirst(), text.dropFirst(literal.count)) : nil
        case .name(let name):
            for end in text.indices.dropFirst() + [text.endIndex] {
                guard end > text.startIndex, !text[..<end].contains("/") else { return nil }
                if var values = match(pieces.dropFirst(), text[end...]) {
                    values[name] = text[..<end]
                    return values
                }
            }
            return nil
        }
    }
}
