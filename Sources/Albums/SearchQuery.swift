/// The text of a search line, split into words that must all match.
///
/// Matching ignores case, diacritics and width: `sao` finds `São Paulo`.
public struct SearchQuery: Hashable, Sendable {
    /// The folded words; empty if everything matches.
    public let words: [FoldedText]

    /// The query that matches everything.
    public static let everything = SearchQuery("")

    public init(_ typed: String) {
        words = typed.split(whereSeparator: \.isWhitespace).map { FoldedText(String($0)) }.filter { !$0.bytes.isEmpty }
    }

    /// Whether every word occurs in the text.
    public func matches(_ text: FoldedText) -> Bool {
        words.allSatisfy { text.contains($0) }
    }

    /// Whether every word occurs in at least one of the texts.
    public func matches(_ texts: [FoldedText]) -> Bool {
        words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }
}
