/// Draws bitmaps with character cells.
public enum CellArtist {
    /// Draws all of a bitmap, stretched to the size.
    public static func draw(_ bitmap: Bitmap, columns: Int, rows: Int, style: ArtStyle) -> CellPicture {
        draw(bitmap, part: BitmapPart(all: bitmap), columns: columns, rows: rows, style: style)
    }

    /// Draws a part of a bitmap, stretched to the size. What lies beyond the bitmap is left to the terminal's own colors.
    /// - Precondition: the size is not negative and the part not empty.
    public static func draw(
        _ bitmap: Bitmap, part: BitmapPart, columns: Int, rows: Int, style: ArtStyle
    ) -> CellPicture {
        let grid = PixelGrid(
            bitmap, part: part, width: columns, height: 2 * rows, background: style.background)
        var cells: [ArtCell] = []
        cells.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                cells.append(
                    HalfBlocks.cell(
                        upper: color(of: grid, x: column, y: 2 * row),
                        lower: color(of: grid, x: column, y: 2 * row + 1)))
            }
        }
        return CellPicture(columns: columns, rows: rows, cells: cells)
    }

    private static func color(of grid: PixelGrid, x: Int, y: Int) -> ArtColor {
        guard grid.isInside(x: x, y: y) else { return .terminal }
        let color = grid.colors[y * grid.width + x]
        return .rgb(color.red, color.green, color.blue)
    }
}
