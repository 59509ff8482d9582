/// What to call a photo of Unsplash and what to say of it, which has a description, a text for the blind, both or neither.
struct UnsplashTexts: Hashable, Sendable {
    let title: String
    let description: String?

    /// How many characters of a description make a title.
    private static let titleLength = 60

    init(description: String?, alternative: String?, slug: String?, id: String) {
        let texts = [description, alternative].compactMap { $0.map(Self.trimmed) }.filter { !$0.isEmpty }
        self.description = texts.first
        title = texts.first.map(Self.firstWords) ?? slug.flatMap { Self.words(ofSlug: $0, id: id) } ?? id
    }

    /// The first line, or as many of its words as a title has room for.
    private static func firstWords(of text: String) -> String {
        let line = text.prefix { !$0.isNewline }
        guard line.count > titleLength else { return trimmed(String(line)) }
        let start = line.prefix(titleLength)
        let end = start.lastIndex(of: " ") ?? start.endIndex
        return trimmed(String(start[..<end])) + "\u{2026}"
    }

    /// A slug is words and the ID, with hyphens between them.
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
