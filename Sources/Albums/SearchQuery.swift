/// What a person typed into a search line, cut into words that must all match.
///
/// Matching is blind to case, to diacritics and to the width of letters: `sao` finds `São Paulo`.
public struct SearchQuery: Hashable, Sendable {
    /// The words, folded; empty when everything matches.
    public let words: [FoldedText]

    /// A query that everything matches.
    public static let everything = SearchQuery("")

    public init(_ typed: String) {
        words = typed.split(whereSeparator: \.isWhitespace).map { FoldedText(String($0)) }.filter { !$0.bytes.isEmpty }
    }

    /// Whether every word is found somewhere in the text.
    public func matches(_ text: FoldedText) -> Bool {
        words.allSatisfy { text.contains($0) }
    }

    /// Whether every word is found somewhere in one of the texts.
    public func matches(_ texts: [FoldedText]) -> Bool {
        words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }
}
