/// The title and description of a photo; Unsplash may provide a description, an alternative text, both or neither.
struct UnsplashTexts: Hashable, Sendable {
    let title: String
    let description: String?

    /// The maximum length of a title, in characters.
    private static let titleLength = 60

    init(description: String?, alternative: String?, slug: String?, author: String?, id: String) {
        let texts = [description, alternative].compactMap { $0.map(Self.trimmed) }.filter { !$0.isEmpty }
        self.description = texts.first
        title =
            texts.first.map(Self.firstWords) ?? slug.flatMap { Self.words(ofSlug: $0, id: id) }
            ?? author.map { "Photo by \($0)" } ?? id
    }

    /// Returns the first line, truncated at a word boundary to the length of a title.
    private static func firstWords(of text: String) -> String {
        let line = text.prefix { !$0.isNewline }
        guard line.count > titleLength else { return trimmed(String(line)) }
        let start = line.prefix(titleLength)
        let end = start.lastIndex(of: " ") ?? start.endIndex
        return trimmed(String(start[..<end])) + "\u{2026}"
    }

    /// Extracts the words of a slug, which consists of words and the ID, joined by hyphens.
    private static func words(ofSlug slug: String, id: String) -> String? {
        let words = slug.hasSuffix(id) ? slug.dropLast(id.count) : slug[...]
        let text = trimmed(words.split(separator: "-").joined(separator: " "))
        return text.isEmpty ? nil : text
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop { $0.isWhitespace }
        let end = start.lastIndex { !$0.isWhitespace }
        return end.map { String(start[...$0]) } ?? ""
    }
}
