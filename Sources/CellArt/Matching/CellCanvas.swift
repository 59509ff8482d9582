import Albums

/// The cells of a picture that a bitmap covers.
struct CellCanvas {
    private let part: PixelRect
    private let columns: Int
    private let rows: Int
    private let columnsInside: Range<Int>
    /// In half cells, because a picture may end in the middle of a cell at its upper and lower edge.
    private let halvesInside: Range<Int>

    init(_ bitmap: Bitmap, part: PixelRect, columns: Int, rows: Int) {
        self.part = part
        self.columns = columns
        self.rows = rows
        columnsInside =
            AxisCoverage(start: part.x, length: part.width, targetCount: columns, sourceCount: bitmap.width).inside
        halvesInside =
            AxisCoverage(start: part.y, length: part.height, targetCount: 2 * rows, sourceCount: bitmap.height).inside
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
        return CellPicture(columns: columns, rows: rows, cells: cells)
    }

    private func part(ofRows range: Range<Int>) -> PixelRect {
        let width = part.width / Double(columns)
        let height = part.height / Double(rows)
        return PixelRect(
            x: part.x + width * Double(columnsInside.lowerBound), y: part.y + height * Double(range.lowerBound),
            width: width * Double(columnsInside.count), height: height * Double(range.count))
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
