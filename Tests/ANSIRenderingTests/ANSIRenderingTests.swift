import CellArt
import ANSIRendering
import TerminalUI
import Testing
import VirtualTerminal

@Suite("Pictures as text")
struct ANSIRenderingTests {
    @Test("A terminal fed with the text shows the same cells", arguments: RandomPictures.kinds)
    func sameCells(_ kind: RandomPictures.Kind) {
        var pictures = RandomPictures(seed: 7)
        for _ in 0..<20 {
            let picture = pictures.picture(of: kind, columns: 13, rows: 4)
            let shown = Look.cells(
                of: ANSIRenderer.bytes(of: .cells(picture)), columns: picture.columns, rows: picture.rows)
            #expect(shown == picture.cells.map(Look.init))
        }
    }

    @Test("No other order of color changes gives a shorter line", arguments: RandomPictures.kinds)
    func shortest(_ kind: RandomPictures.Kind) {
        var pictures = RandomPictures(seed: 11)
        for _ in 0..<50 {
            let picture = pictures.picture(of: kind, columns: 5, rows: 1)
            let text = ANSIRenderer.bytes(of: .cells(picture))
            #expect(text.count == ShortestLine.length(of: picture.cells), "\(String(decoding: text, as: UTF8.self))")
        }
    }

    @Test("A color is set once per run of cells and reset at the end of the line")
    func runs() {
        let cell = ArtCell(glyph: "\u{2580}", foreground: .rgb(1, 20, 255), background: .palette(3))
        let picture = CellPicture(columns: 2, rows: 2, cells: [cell, cell, cell, cell])
        let line = "\u{1B}[38;2;1;20;255;43m\u{2580}\u{2580}\u{1B}[m\n"
        #expect(String(decoding: ANSIRenderer.bytes(of: .cells(picture)), as: UTF8.self) == line + line)
    }

    @Test("Trailing blanks are dropped, and characters are not replaced by blocks")
    func plain() {
        let blank = ArtCell(glyph: " ", foreground: .terminal, background: .terminal)
        let letter = ArtCell(glyph: "x", foreground: .terminal, background: .terminal)
        let gray = ArtCell(glyph: " ", foreground: .terminal, background: .palette(8))
        #expect(text(blank, letter, blank, blank) == " x\n")
        #expect(text(gray, letter, gray, gray) == "\u{1B}[100m \u{1B}[mx\u{1B}[100m  \u{1B}[m\n")
    }

    @Test("A picture made of pixels is written as its cells")
    func pixels() {
        let cells = CellPicture(
            columns: 1, rows: 1, cells: [ArtCell(glyph: "x", foreground: .terminal, background: .terminal)])
        let bitmap = Bitmap(width: 1, height: 1, pixels: [1, 2, 3, 255], isOpaque: true)
        let text = ANSIRenderer.bytes(
            of: .pixels(PixelPicture(of: PhotoCrop(of: "a"), content: "a", cells: cells) { bitmap }))
        #expect(String(decoding: text, as: UTF8.self) == "x\n")
    }

    private func text(_ cells: ArtCell...) -> String {
        String(
            decoding: ANSIRenderer.bytes(of: .cells(CellPicture(columns: cells.count, rows: 1, cells: cells))),
            as: UTF8.self)
    }
}
