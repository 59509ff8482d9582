/// Two pixels a cell, one above the other.
enum HalfBlocks {
    static func cells(of plane: ColorPlane) -> [ArtCell] {
        var cells: [ArtCell] = []
        cells.reserveCapacity(plane.colors.count / 2)
        for top in stride(from: 0, to: plane.colors.count, by: 2 * plane.width) {
            for upper in top..<(top + plane.width) {
                cells.append(cell(upper: plane.colors[upper], lower: plane.colors[upper + plane.width]))
            }
        }
        return cells
    }

    /// The cell that shows two colors. The larger of the two, as a number, is always the foreground: rows of cells then
    /// differ in their glyphs, by which a terminal library notices that a picture has scrolled.
    private static func cell(upper: ArtColor, lower: ArtColor) -> ArtCell {
        let upperNumber = number(of: upper)
        let lowerNumber = number(of: lower)
        if upperNumber == lowerNumber { return ArtCell(glyph: " ", foreground: upper, background: upper) }
        return upperNumber > lowerNumber
            ? ArtCell(glyph: "▀", foreground: upper, background: lower)
            : ArtCell(glyph: "▄", foreground: lower, background: upper)
    }

    /// The terminal's own color is the smallest: as a background it shows what is around the picture, too.
    @inline(__always)
    private static func number(of color: ArtColor) -> Int {
        switch color {
        case .terminal: -1
        case .palette(let index): Int(index)
        case .rgb(let red, let green, let blue): Int(red) << 16 | Int(green) << 8 | Int(blue)
        }
    }
}
