import CellArt
import Testing

struct CellFitTests {
    @Test(
        "A picture fits a box without distortion",
        arguments: [
            ((400, 200), (200, 50), (200, 50)),
            ((4000, 3000), (120, 40), (107, 40)),
            ((3000, 4000), (120, 40), (60, 40)),
            ((4000, 1000), (80, 24), (80, 10)),
            ((10, 10), (80, 24), (48, 24)),
        ])
    func aspect(picture: (Int, Int), box: (Int, Int), expected: (Int, Int)) {
        let size = CellFit.size(width: picture.0, height: picture.1, columns: box.0, rows: box.1)
        #expect(size == expected)
    }

    @Test("Square cells double the number of rows")
    func squareCells() {
        #expect(CellFit.size(width: 400, height: 400, columns: 100, rows: 50, cellAspect: 1) == (50, 50))
        #expect(CellFit.size(width: 400, height: 400, columns: 100, rows: 50, cellAspect: 2.5) == (100, 40))
    }

    @Test("Even the thinnest picture gets at least one cell", arguments: [(1, 100_000), (100_000, 1), (1, 1)])
    func atLeastOneCell(picture: (Int, Int)) {
        for box in [(1, 1), (80, 24), (0, 0)] {
            let size = CellFit.size(width: picture.0, height: picture.1, columns: box.0, rows: box.1)
            #expect((1...max(1, box.0)).contains(size.columns))
            #expect((1...max(1, box.1)).contains(size.rows))
        }
    }

    @Test(
        "Any size and any aspect ratio fit the box", arguments: [1, 2, .max], [0, -1, .nan, .infinity, 1e-300, 1e300])
    func extremes(length: Int, cellAspect: Double) {
        for (width, height) in [(length, 1), (1, length), (length, length), (0, -length)] {
            let size = CellFit.size(width: width, height: height, columns: 80, rows: 24, cellAspect: cellAspect)
            #expect((1...80).contains(size.columns) && (1...24).contains(size.rows))
        }
    }

    @Test("A picture in a tile fills whole cells without distortion, and loses at most a fifth")
    func tiles() {
        var style = ArtStyle(symbols: .half, colors: .trueColor)
        style.cellAspect = 2
        style.cell = CellSize(width: 10, height: 20)
        for aspect in stride(from: 0.1, through: 6, by: 0.013) {
            for (columns, rows) in [(19, 8), (30, 90), (40, 13), (9, 4)] {
                let tile = CellFit.tile(
                    width: Int(aspect * 10_000), height: 10_000, columns: columns, rows: rows, style: style)
                let shape = Double(tile.columns) / Double(2 * tile.rows)
                // A picture that is placed whole is in a part with margins, rounded to pixels.
                if max(tile.part.width, tile.part.height) <= 1 {
                    #expect(abs(shape / (aspect * tile.part.width / tile.part.height) - 1) < 0.001)
                    #expect(min(tile.part.width, tile.part.height) >= 0.8)
                }
                // A picture of several rows and columns has no margins.
                if min(tile.columns, tile.rows) > 6 {
                    #expect(tile.part.width <= 1 && tile.part.height <= 1)
                    #expect(tile.columns == columns || tile.rows == rows)
                }
            }
        }
    }

    @Test(
        "With pixels, the aspect ratio of a picture stays exact",
        arguments: [(1500, 1000), (1000, 1500), (1237, 1000), (3000, 500), (1000, 1000), (1, 900), (900, 1)])
    func exactAspect(width: Int, height: Int) {
        var style = ArtStyle(symbols: .half, colors: .trueColor)
        for (cellWidth, cellHeight) in [(10, 20), (9, 17), (1, 2)] {
            style.cell = CellSize(width: cellWidth, height: cellHeight)
            style.cellAspect = Double(cellHeight) / Double(cellWidth)
            for columns in 1...30 {
                for rows in [1, 2, 7, 10] {
                    let fit = CellFit.placement(
                        width: width, height: height, columns: columns, rows: rows, style: style)
                    let scale = min(
                        Double(columns * cellWidth) / Double(width), Double(rows * cellHeight) / Double(height))
                    let (across, down) = (fit.part.width, fit.part.height)
                    let shownWidth = Double(fit.columns * cellWidth) / across
                    let shownHeight = Double(fit.rows * cellHeight) / down
                    #expect(abs(shownWidth - max(1, scale * Double(width))) <= 0.5 + 1e-6)
                    #expect(abs(shownHeight - max(1, scale * Double(height))) <= 0.5 + 1e-6)
                    // Even margins of less than half a cell, within the box.
                    #expect(fit.columns <= columns && fit.rows <= rows)
                    let (left, right) = (-fit.part.x * shownWidth, (across - 1 + fit.part.x) * shownWidth)
                    #expect(left >= 0 && left < Double(cellWidth) / 2 && abs(left - right) < 1 + 1e-6)
                    let (top, bottom) = (-fit.part.y * shownHeight, (down - 1 + fit.part.y) * shownHeight)
                    #expect(top >= 0 && top < Double(cellHeight) / 2 && abs(top - bottom) < 1 + 1e-6)
                }
            }
        }
    }
}
