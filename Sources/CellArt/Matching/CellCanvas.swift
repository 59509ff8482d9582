import Basics

/// The cells of a picture that a bitmap covers.
struct CellCanvas {
    private let part: PixelRect
    private let columns: Int
    private let rows: Int
    private let columnsInside: Range<Int>
    /// In half cells, because a picture may end in the middle of a cell at its upper and lower edge.
    private let halvesInside: Range<Int>
    /// The cells that pixels will replace; nil if there won't be any.
    private let touched: (columns: TouchedCells, rows: TouchedCells)?

    /// - Parameter cell: the size of a cell if pixels will replace the cells.
    init(_ bitmap: Bitmap, part: PixelRect, columns: Int, rows: Int, cell: CellSize?) {
        self.part = part
        self.columns = columns
        self.rows = rows
        columnsInside =
            AxisCoverage(start: part.x, length: part.width, targetCount: columns, sourceCount: bitmap.width).inside
        halvesInside =
            AxisCoverage(start: part.y, length: part.height, targetCount: 2 * rows, sourceCount: bitmap.height).inside
        touched = cell.map {
            (
                TouchedCells(
                    start: part.x, length: part.width, count: columns, sourceCount: bitmap.width, pixels: $0.width),
                TouchedCells(
                    start: part.y, length: part.height, count: rows, sourceCount: bitmap.height, pixels: $0.height)
            )
        }
    }

    /// Returns a picture with the cells that the bitmap covers as drawn, and all others blank.
    func picture(drawnBy art: MosaicArt) -> CellPicture {
        var cells = [ArtCell](repeating: .blank, count: columns * rows)
        guard !columnsInside.isEmpty, !halvesInside.isEmpty else {
            return CellPicture(columns: columns, rows: rows, cells: cells)
        }
        func draw(_ range: Range<Int>, with mosaic: Mosaic, as shown: (ArtCell) -> ArtCell) {
            let drawn = art.cells(
                of: part(ofRows: range), columns: columnsInside.count, rows: range.count, mosaic: mosaic)
            for (index, cell) in drawn.enumerated() {
                let row = range.lowerBound + index / columnsInside.count
                cells[row * columns + columnsInside.lowerBound + index % columnsInside.count] = shown(cell)
            }
        }
        let first = (halvesInside.lowerBound + 1) / 2
        let end = halvesInside.upperBound / 2
        if first < end { draw(first..<end, with: art.mosaic) { $0 } }
        if !halvesInside.lowerBound.isMultiple(of: 2) {
            draw(first - 1..<first, with: .half, as: \.lowerHalf)
        }
        if !halvesInside.upperBound.isMultiple(of: 2) {
            draw(end..<end + 1, with: .half, as: \.upperHalf)
        }
        if art.style.colors == .trueColor, art.style.mergingTolerance > 0 {
            ColorMerging.merge(&cells, width: columns, tolerance: art.style.mergingTolerance)
        }
        drawEdges(in: &cells)
        return CellPicture(columns: columns, rows: rows, cells: cells)
    }

    /// Draws the cells that are still blank because the bitmap covers little of them. Blank cells get no pixels.
    private func drawEdges(in cells: inout [ArtCell]) {
        guard let touched else { return }
        let drawnRows = halvesInside.lowerBound / 2..<(halvesInside.upperBound + 1) / 2
        for row in touched.rows.range {
            for column in touched.columns.range where cells[row * columns + column].isBlank {
                let neighbor = cells[
                    drawnRows.nearest(to: row) * columns + columnsInside.nearest(to: column)]
                let glyph =
                    touched.columns.share(of: column) <= touched.rows.share(of: row)
                    ? touched.columns.verticalEdge(in: column) : touched.rows.horizontalEdge(in: row)
                cells[row * columns + column] = ArtCell(
                    glyph: glyph,
                    foreground: neighbor.background == .terminal ? neighbor.foreground : neighbor.background,
                    background: .terminal)
            }
        }
    }

    private func part(ofRows range: Range<Int>) -> PixelRect {
        let width = part.width / Double(columns)
        let height = part.height / Double(rows)
        return PixelRect(
            x: part.x + width * Double(columnsInside.lowerBound), y: part.y + height * Double(range.lowerBound),
            width: width * Double(columnsInside.count), height: height * Double(range.count))
    }
}

/// The cells along one axis of which a bitmap covers at least half a pixel.
private struct TouchedCells {
    let range: Range<Int>
    /// The bitmap's first and last edge, in cells.
    private let start: Double
    private let end: Double

    /// - Parameters:
    ///   - start: the start of the cells, in pixels of the bitmap.
    ///   - length: the length of the cells, in pixels of the bitmap.
    ///   - pixels: the number of pixels of a cell on the screen.
    init(start: Double, length: Double, count: Int, sourceCount: Int, pixels: Int) {
        let scale = length / Double(count)
        let limit = Double(count)
        let first = start.isFinite ? min(max(-start / scale, 0), limit) : limit
        let last = start.isFinite ? min(max((Double(sourceCount) - start) / scale, 0), limit) : limit
        (self.start, end) = (first, last)
        let halfPixel = 0.5 / Double(pixels) - 1e-6
        let lower = Int((first + halfPixel).rounded(.down))
        range = lower..<max(lower, Int((last - halfPixel).rounded(.up)))
    }

    /// The share of a cell that the bitmap covers along this axis.
    func share(of cell: Int) -> Double {
        min(end, Double(cell + 1)) - max(start, Double(cell))
    }

    /// The character for a cell at the left or right edge of a bitmap.
    func verticalEdge(in column: Int) -> Unicode.Scalar {
        let share = share(of: column)
        if start > Double(column) { return share < 0.25 ? "▕" : "▐" }
        return ["▏", "▎", "▍", "▌"][eighths(share)]
    }

    /// The character for a cell at the upper or lower edge of a bitmap.
    func horizontalEdge(in row: Int) -> Unicode.Scalar {
        let share = share(of: row)
        if start > Double(row) { return ["▁", "▂", "▃", "▄"][eighths(share)] }
        return share < 0.25 ? "▔" : "▀"
    }

    private func eighths(_ share: Double) -> Int {
        min(max(Int((8 * share).rounded()), 1), 4) - 1
    }
}

extension Range<Int> {
    /// Returns the element with the least distance from an integer. The range must not be empty.
    fileprivate func nearest(to index: Int) -> Int {
        Swift.min(Swift.max(index, lowerBound), upperBound - 1)
    }
}

extension ArtCell {
    fileprivate static let blank = ArtCell(glyph: " ", foreground: .terminal, background: .terminal)

    /// The upper half of a half-block cell, over the terminal's own background.
    fileprivate var upperHalf: ArtCell {
        half("▀", color: glyph == "▀" || glyph == "█" ? foreground : background, isInk: glyph == "▀" || glyph == "█")
    }

    fileprivate var lowerHalf: ArtCell {
        half("▄", color: glyph == "▄" || glyph == "█" ? foreground : background, isInk: glyph == "▄" || glyph == "█")
    }

    private func half(_ character: Unicode.Scalar, color: Color, isInk: Bool) -> ArtCell {
        // Without colors only the terminal's own foreground is visible.
        if color == .terminal && !isInk { return .blank }
        return ArtCell(glyph: character, foreground: color, background: .terminal)
    }
}
