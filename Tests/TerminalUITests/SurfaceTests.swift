import Glibc
import Testing

@testable import TerminalUI

@Suite("Surface and visible text")
struct SurfaceTests {
    init() {
        setlocale(LC_CTYPE, "C.UTF-8")
    }

    @Test("Writing text returns the columns used")
    func writing() {
        var surface = Surface(size: Size(columns: 10, rows: 2))
        #expect(surface.write("abc", column: 2, row: 1) == 3)
        #expect(text(surface) == ["          ", "  abc     "])
    }

    @Test("Text that does not fit is truncated with an ellipsis")
    func cutting() {
        var surface = Surface(size: Size(columns: 6, rows: 3))
        #expect(surface.write("abcdefgh", column: 0, row: 0) == 6)
        #expect(surface.write("abcdef", column: 2, row: 1, width: 3) == 3)
        #expect(surface.write("宽字宽字", column: 0, row: 2) == 5)
        #expect(text(surface) == ["abcde…", "  ab… ", "宽字… "])
    }

    @Test(
        "A title that does not fit loses its middle, so that the number at the end of a file name stays visible",
        arguments: [
            ("Holiday in Porto 2041.jpg", 16, "Holiday …041.jpg"),
            ("Holiday in Porto 2041.jpg", 25, "Holiday in Porto 2041.jpg"),
            ("abcdef", 5, "ab…ef"), ("abcdef", 2, "a…"), ("abcdef", 1, "…"), ("abcdef", 0, ""), ("abcdef", -1, ""),
            ("宽字宽字", 7, "宽…字"), ("宽字宽字", 6, "宽…字"), ("e\u{301}xxxxe\u{301}", 3, "e\u{301}…e\u{301}"),
        ])
    func truncatingMiddle(_ title: String, _ columns: Int, _ expected: String) {
        let shown = VisibleText(title).truncatedInMiddle(to: columns)
        #expect(Array(shown.unicodeScalars) == Array(expected.unicodeScalars))
        #expect(VisibleText(shown).width <= max(0, columns))
    }

    @Test("A title truncated in the middle has an ASCII ellipsis where the terminal has no other")
    func truncatingMiddleInASCII() {
        #expect(VisibleText("Süd 2041.jpg", repertoire: .ascii).truncatedInMiddle(to: 9) == "Sud ~.jpg")
    }

    @Test("Writing outside the surface has no effect", arguments: [(0, -1), (0, 3), (6, 0), (99, 0)])
    func outside(_ column: Int, _ row: Int) {
        var surface = Surface(size: Size(columns: 6, rows: 3))
        surface.write("abc", column: column, row: row)
        surface.put(Cell("x"), column: column, row: row)
        surface.fill(Rect(column: column, row: row, columns: 5, rows: 0), with: Cell("x"))
        #expect(surface == Surface(size: Size(columns: 6, rows: 3)))
    }

    @Test("Overwriting half of a wide character clears the other half")
    func halves() {
        var surface = Surface(size: Size(columns: 6, rows: 1))
        surface.write("宽字", column: 0, row: 0)
        surface.put(Cell("x"), column: 1, row: 0)
        #expect(text(surface) == [" x字  "])
        surface.put(Cell("y"), column: 2, row: 0)
        #expect(text(surface) == [" xy   "])
    }

    @Test("Combining marks stay with their character, at most four")
    func marks() {
        var surface = Surface(size: Size(columns: 6, rows: 1))
        surface.write("e\u{301}\u{302}\u{303}\u{304}\u{305}x", column: 0, row: 0)
        #expect(surface.marks == [0: ["\u{301}", "\u{302}", "\u{303}", "\u{304}"]])
        #expect(surface.cell(column: 1, row: 0)?.scalar == "x")
        surface.put(Cell("y"), column: 0, row: 0)
        #expect(surface.marks.isEmpty)
    }

    @Test("Control and format characters are replaced by visible ones")
    func controls() {
        let shown = VisibleText("a\u{1B}[31m\n\u{7F}\u{9B}\u{202E}\u{200D}\u{FEFF}\u{2028}")
        #expect(String(String.UnicodeScalarView(shown.glyphs.map(\.scalar))) == "a␛[31m␊␡\u{FFFD}····")
        #expect(shown.width == shown.glyphs.count)
    }

    @Test(
        "Zero-width joiners are kept where they join",
        arguments: [
            "\u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{627}\u{647}\u{645}", "\u{915}\u{94D}\u{200D}\u{937}", "👩🏽\u{200D}🚀",
            "👨\u{200D}👩\u{200D}👧",
        ])
    func joiners(text: String) {
        #expect(VisibleText.printable(text) == text)
        var surface = Surface(size: Size(columns: 20, rows: 1))
        surface.write(text, column: 0, row: 0)
        let written = surface.cells.indices.flatMap { [surface.cells[$0].scalar] + (surface.marks[$0] ?? []) }
        #expect(written.filter { $0 != " " && $0 != "\0" } == Array(text.unicodeScalars))
    }

    @Test(
        "A joiner that joins nothing is shown as a dot",
        arguments: ["\u{200D}", "a\u{200D}b", "1 \u{200C}", "\u{202E}\u{200D}"])
    func loneJoiner(text: String) {
        #expect(!VisibleText.printable(text).unicodeScalars.contains { ["\u{200C}", "\u{200D}"].contains($0) })
    }

    @Test("Printable text has no control or bidi characters and is otherwise unchanged, in any locale")
    func printable() {
        let hostile = "a\u{1B}]0;x\u{7}\r\n\u{9B}31m\u{202E}\u{2066}\u{200F}\u{2028}\u{E000}"
        #expect(VisibleText.printable(hostile) == "a␛]0;x␇␍␊\u{FFFD}31m····\u{FFFD}")
        #expect(VisibleText.printable("Süd/海.png e\u{301} 👍🏽 #1") == "Süd/海.png e\u{301} 👍🏽 #1")
        // Only of this thread, because other tests are running.
        let locale = newlocale(LC_CTYPE_MASK, "C", nil)
        let before = uselocale(locale)
        defer {
            uselocale(before)
            freelocale(locale)
        }
        #expect(VisibleText.printable("Süd 海") == "Süd 海")
        #expect(VisibleText.printable("“Süd” 海 90 × 30 · …\t", repertoire: .ascii) == "\"Sud\" ? 90 x 30 - ...?")
    }

    @Test("Line breaks become spaces")
    func lineEnds() {
        #expect(VisibleText.withoutLineEnds("\nOne\r\n\r\n two  \u{2028}three \n") == "One two three")
        #expect(VisibleText.withoutLineEnds("a  b") == "a  b")
        #expect(VisibleText.withoutLineEnds(" \n ").isEmpty)
    }

    @Test("Interface symbols have distinct ASCII fallbacks")
    func asciiSigns() {
        let text = VisibleText("┏━┓┃┗┛ ♥♡✓", repertoire: .ascii)
        #expect(String(String.UnicodeScalarView(text.glyphs.map(\.scalar))) == "+-+|++ *oV")
    }

    @Test(
        "In ASCII, letters lose their accents and arrow keys have names",
        arguments: [
            ("Tomás Łukasz Ørsted", "Tomas Lukasz Orsted"), ("Straße, ægir", "Strasse, aegir"), ("Ǆ 宽", "? ?"),
            ("↑ scroll", "Up scroll"), ("e\u{301}", "e"),
        ])
    func asciiLetters(text: String, expected: String) {
        let shown = VisibleText(text, repertoire: .ascii)
        #expect(String(String.UnicodeScalarView(shown.glyphs.map(\.scalar))) == expected)
        #expect(shown.width == expected.count)
    }

    @Test("A leading combining mark is dropped")
    func loneMark() {
        #expect(VisibleText("\u{301}a").glyphs.map(\.scalar) == ["a"])
    }

    /// An endless text that counts the scalars read from it.
    private final class EndlessText: Sequence, IteratorProtocol {
        private let pattern: [Unicode.Scalar]
        private(set) var count = 0

        init(_ pattern: Unicode.Scalar...) { self.pattern = pattern }

        func next() -> Unicode.Scalar? {
            defer { count += 1 }
            return pattern[Swift.min(count, pattern.count - 1)]
        }
    }

    @Test(
        "Only the visible part of text longer than the screen is read", arguments: [Repertoire.unicode, .ascii])
    func endless(repertoire: Repertoire) {
        for text in [
            EndlessText("a"), EndlessText("a", "\u{301}"), EndlessText("\u{301}"), EndlessText("宽"),
            EndlessText("\u{200D}"),
        ] {
            let glyphs = VisibleText.glyphs(of: text, columns: 80, repertoire)
            #expect(text.count < 2000 && glyphs.count <= 81)
        }
    }

    @Test("A width is measured only up to a limit")
    func boundedWidth() {
        #expect(VisibleText("abcdef").width(upTo: 10) == 6)
        #expect(VisibleText("abcdef").width(upTo: 4) == 4)
        #expect(VisibleText("宽宽").width(upTo: 3) == 3)
        #expect(VisibleText("").width(upTo: 3) == 0)
    }

    @Test("In the ASCII repertoire every character becomes ASCII")
    func ascii() {
        let shown = VisibleText("é宽…♥e\u{301}", repertoire: .ascii)
        #expect(shown.glyphs.allSatisfy { 0x20..<0x7F ~= $0.scalar.value })
        var surface = Surface(size: Size(columns: 3, rows: 1), repertoire: .ascii)
        surface.write("abcdef", column: 0, row: 0)
        #expect(text(surface) == ["ab~"])
    }

    @Test("Filling a rectangle is clipped to the surface")
    func filling() {
        var surface = Surface(size: Size(columns: 4, rows: 2))
        surface.fill(Rect(column: -3, row: 1, columns: 5, rows: 9), with: Cell("#"))
        #expect(text(surface) == ["    ", "##  "])
    }

    @Test("A surface can be empty", arguments: [Size(columns: 0, rows: 0), Size(columns: -1, rows: 5)])
    func empty(_ size: Size) {
        var surface = Surface(size: size)
        surface.write("abc", column: 0, row: 0)
        surface.fill(surface.bounds, with: Cell("x"))
        #expect(surface.cells.isEmpty)
    }

    private func text(_ surface: Surface) -> [String] {
        (0..<surface.size.rows).map { row in
            (0..<surface.size.columns).compactMap { column in
                surface.cell(column: column, row: row).flatMap { $0.isContinuation ? nil : String($0.scalar) }
            }.joined()
        }
    }
}
