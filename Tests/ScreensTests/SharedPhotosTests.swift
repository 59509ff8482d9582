import CellArt
import TerminalUI
import Testing

@testable import Screens

@Suite("Shared text and QR codes")
struct SharedPhotosTests {
    @Test(
        "A word of a command line is quoted if the shell would interpret it",
        arguments: [
            ("/home/ada/Dune-1.jpg", "/home/ada/Dune-1.jpg"),
            ("/home/ada/My Dune.jpg", "'/home/ada/My Dune.jpg'"),
            ("it's", #"it\'s"#),
            (#"my it's\"#, #"'my it'\'s\\"#),
            ("$(rm -rf ~);`x`&\"*", "'$(rm -rf ~);`x`&\"*'"),
            ("a\nb\\c'\u{1B}[201~", #"$'a\012b\\c\'\033[201~'"#),
            ("", "''"),
            ("Süd/海.png", "Süd/海.png"),
        ])
    func quoting(text: String, expected: String) {
        #expect(String(decoding: ShellWord.quoted(Array(text.utf8)), as: UTF8.self) == expected)
    }

    @Test("A QR code has three finder patterns and a light margin")
    func corners() throws {
        let code = try #require(QRCode("https://photos.example/1"))
        for (column, row) in [(0, 0), (code.width - 7, 0), (0, code.width - 7)] {
            let ring = (0..<7).map { code.isDark(column: column + $0, row: row) }
            #expect(ring == Array(repeating: true, count: 7))
            #expect(!code.isDark(column: column + 1, row: row + 1))
            #expect(code.isDark(column: column + 3, row: row + 3))
        }
        #expect(!code.isDark(column: -1, row: 0) && !code.isDark(column: 0, row: code.width))
    }

    @Test(
        "Without colors or Unicode a QR code is still dark on light",
        arguments: [Repertoire.unicode, .ascii], [Color.rgb(0, 0, 0), .rgb(255, 255, 255)])
    func withoutColors(repertoire: Repertoire, background: Color) throws {
        let code = try #require(QRCode("https://photos.example/1"))
        let appearance = TerminalAppearance(colors: .none, repertoire: repertoire, background: background)
        let drawing = QRCodeDrawing(code: code, appearance: appearance)
        var surface = Surface(size: drawing.size, repertoire: repertoire)
        drawing.draw(on: &surface, centeredIn: surface.bounds)
        // On a dark background the text color is the light one.
        let isLightInk = background == .rgb(0, 0, 0)
        let side = code.width + 2 * QRCode.quietZone
        for row in 0..<side {
            for column in 0..<side {
                let isInk: Bool
                if repertoire == .ascii {
                    let cell = surface.cell(column: 2 * column, row: row)
                    #expect(cell == surface.cell(column: 2 * column + 1, row: row))
                    isInk = cell?.style.attributes == .reverse
                } else {
                    let cell = surface.cell(column: column, row: row / 2)
                    isInk =
                        cell?.style.attributes == .reverse || cell?.scalar == (row % 2 == 0 ? "\u{2580}" : "\u{2584}")
                }
                let isDark = code.isDark(column: column - QRCode.quietZone, row: row - QRCode.quietZone)
                guard (isInk == isLightInk) == !isDark else {
                    Issue.record("The module at \(column), \(row) has the wrong color")
                    return
                }
            }
        }
    }

    @Test("A QR code is as small as its text allows, and a text too long gives none")
    func size() {
        #expect(QRCode(String(repeating: "a", count: 17))?.width == 21)
        #expect(QRCode(String(repeating: "a", count: 106))?.width == 37)
        #expect(QRCode(String(repeating: "a", count: 2953))?.width == 177)
        #expect(QRCode(String(repeating: "a", count: 2954)) == nil)
    }
}
