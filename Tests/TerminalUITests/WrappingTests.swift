import TerminalUI
import Testing

@Suite("Wrapping")
struct WrappingTests {
    @Test(
        "Lines end between words, or between the parts of a path or link",
        arguments: [
            ("two words", ["two", "words"]), ("/home/ada/Pictures", ["/home/ada/", "Pictures"]),
            ("see https://a.example/photos?id=1", ["see", "https://", "a.example/", "photos?id=", "1"]),
            ("a-long-name", ["a-long-", "name"]), ("unbreakable-x", ["unbreakabl", "e-x"]),
            ("abcdefghijkl", ["abcdefghij", "kl"]),
        ])
    func breaks(text: String, lines: [String]) {
        #expect(VisibleText(text).wrapped(columns: text == "two words" ? 6 : 10, rows: 9) == lines)
    }
}
