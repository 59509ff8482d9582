import Basics
import SeededGenerator
import CellArt
import Testing

struct PictureEdgeTests {
    let blank = ArtCell(glyph: " ", foreground: .terminal, background: .terminal)

    @Test("Cells outside the bitmap are blank in every style", arguments: SymbolSet.allCases, ColorDepth.allCases)
    func outside(symbols: SymbolSet, colors: ColorDepth) {
        let bitmap = Bitmap.plain(RGB(240, 200, 180), width: 4, height: 4)
        let picture = CellArtist.draw(
            bitmap, part: PixelRect(x: -4, y: -4, width: 12, height: 12), columns: 12, rows: 6,
            style: ArtStyle(symbols: symbols, colors: colors))
        for row in 0..<6 {
            for column in 0..<12 {
                let isInside = (2..<4).contains(row) && (4..<8).contains(column)
                if !isInside { #expect(picture[column, row] == blank) }
            }
        }
        #expect(picture.cells.contains { $0 != blank })
    }

    @Test("A half cell outside the bitmap shows the terminal's background")
    func halfOutside() {
        let picture = CellArtist.draw(
            .plain(RGB(1, 2, 3)), part: PixelRect(x: 0, y: -1, width: 1, height: 4), columns: 1, rows: 2,
            style: ArtStyle(symbols: .half, colors: .trueColor))
        #expect(
            picture.cells == [
                ArtCell(glyph: "▄", foreground: .rgb(1, 2, 3), background: .terminal),
                blank,
            ])
    }

    @Test("A part draws the same as a bitmap cropped to it")
    func crop() {
        var random = SeededGenerator(seed: 5)
        let bitmap = Bitmap.random(width: 12, height: 12, using: &random)
        let crop = Bitmap.painted(width: 6, height: 4) { x, y in bitmap.color(x: x + 3, y: y + 5) }
        for colors in ColorDepth.allCases {
            let style = ArtStyle(symbols: .half, colors: colors)
            let part = PixelRect(x: 3, y: 5, width: 6, height: 4)
            #expect(
                CellArtist.draw(bitmap, part: part, columns: 3, rows: 2, style: style)
                    == CellArtist.draw(crop, columns: 3, rows: 2, style: style))
        }
    }

    @Test("A part that starts between two pixels blends them")
    func betweenPixels() {
        let bitmap = Bitmap.painted(width: 2, height: 2) { x, _ in x == 0 ? RGB(0, 0, 0) : RGB(255, 255, 255) }
        let picture = CellArtist.draw(
            bitmap, part: PixelRect(x: 0.5, y: 0, width: 1, height: 2), columns: 1, rows: 1,
            style: ArtStyle(symbols: .half, colors: .trueColor))
        #expect(picture[0, 0].background == .rgb(128, 128, 128))
    }

    @Test("At a fractional offset the edge of a bitmap has its full color")
    func edge() {
        let picture = CellArtist.draw(
            .plain(RGB(255, 255, 255), width: 10, height: 10),
            part: PixelRect(x: -0.3, y: 0, width: 10, height: 10), columns: 10, rows: 5,
            style: ArtStyle(symbols: .half, colors: .trueColor))
        #expect(picture.cells.allSatisfy { $0.background == .rgb(255, 255, 255) })
    }

    @Test("A bitmap one pixel wide stays visible at any offset", arguments: [-9.0, -9.6, -2.2])
    func thin(start: Double) {
        let picture = CellArtist.draw(
            .plain(RGB(9, 8, 7), width: 1, height: 20),
            part: PixelRect(x: start, y: 0, width: 20, height: 20), columns: 4, rows: 2,
            style: ArtStyle(symbols: .half, colors: .trueColor))
        #expect(picture.cells.count { $0.background == .rgb(9, 8, 7) } == 2)
    }

    @Test("A part far away or with an invalid position is blank", arguments: [1e300, -1e300, .nan, .infinity])
    func farAway(position: Double) {
        let picture = CellArtist.draw(
            .plain(RGB(9, 9, 9)), part: PixelRect(x: position, y: 0, width: 1, height: 1), columns: 2, rows: 1,
            style: ArtStyle(symbols: .half, colors: .trueColor))
        #expect(picture.cells == [blank, blank])
    }

    @Test("With pixels, no cell that a bitmap touches is blank", arguments: [0.05, 0.2, 0.4, 0.6, 0.9])
    func touchedCells(covered: Double) {
        var style = ArtStyle(symbols: .half, colors: .trueColor)
        func picture() -> CellPicture {
            CellArtist.draw(
                .plain(RGB(1, 2, 3), width: 2, height: 2),
                part: PixelRect(
                    x: covered - 2, y: covered - 2, width: 6 - 2 * covered, height: 6 - 2 * covered),
                columns: 6, rows: 3, style: style)
        }
        #expect(picture().cells.contains { $0.isBlank })
        style.cell = CellSize(width: 10, height: 20)
        let (columns, rows) = picture().shown
        let scale = (6 - 2 * covered) / 6
        let edge = (2 - covered) / scale
        #expect(columns == Int(edge + 0.05)..<Int((6 - edge - 0.05).rounded(.up)))
        #expect(rows == Int(edge / 2 + 0.025)..<Int((3 - edge / 2 - 0.025).rounded(.up)))
        for row in rows {
            for column in columns {
                let cell = picture()[column, row]
                #expect(cell.background == .rgb(1, 2, 3) || cell.foreground == .rgb(1, 2, 3))
            }
        }
    }

    @Test("A picture with no columns or rows has no cells")
    func noCells() {
        let style = ArtStyle(symbols: .ascii, colors: .palette256)
        #expect(CellArtist.draw(.plain(RGB(9, 9, 9)), columns: 0, rows: 3, style: style).cells.isEmpty)
        #expect(CellArtist.draw(.plain(RGB(9, 9, 9)), columns: 3, rows: 0, style: style).cells.isEmpty)
    }
}
