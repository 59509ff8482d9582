import Basics

/// Draws bitmaps with character cells.
public enum CellArtist {
    /// Draws a whole bitmap, stretched to the given size.
    public static func draw(_ bitmap: Bitmap, columns: Int, rows: Int, style: ArtStyle) -> CellPicture {
        draw(bitmap, part: PixelRect(all: bitmap), columns: columns, rows: rows, style: style)
    }

    /// Draws part of a bitmap, stretched to the given size. Cells outside the bitmap keep the terminal's own colors.
    /// - Precondition: the size is not negative and the part is not empty.
    public static func draw(
        _ bitmap: Bitmap, part: PixelRect, columns: Int, rows: Int, style: ArtStyle
    ) -> CellPicture {
        precondition(columns >= 0 && rows >= 0 && part.width > 0 && part.height > 0)
        if let mosaic = Mosaic.of(style.symbols, isMonochrome: style.colors == .none) {
            let canvas = CellCanvas(bitmap, part: part, columns: columns, rows: rows, cell: style.cell)
            return canvas.picture(drawnBy: MosaicArt(bitmap: bitmap, style: style, mosaic: mosaic))
        }
        func grid(width: Int, height: Int) -> PixelGrid {
            PixelGrid(bitmap, part: part, width: width, height: height, background: style.background)
        }
        let colors = grid(width: columns, height: rows)
        let cells = AsciiArt.cells(
            of: grid(width: GlyphCoverage.columns * columns, height: GlyphCoverage.rows * rows),
            // On a light background the colors keep their own brightness, because the ink has to be dark.
            colors: ColorPlane(
                style.background.isDark ? colors.vivid() : colors, depth: style.colors, dithering: style.dithering),
            background: style.background)
        return CellPicture(columns: columns, rows: rows, cells: cells)
    }
}

/// Fits pictures into a box of cells.
public enum CellFit {
    /// Returns the largest size in cells that fits into a box and keeps a picture's aspect ratio, at least 1 x 1.
    ///
    /// - Parameter cellAspect: the height of a cell divided by its width; if invalid, the result is the whole box.
    public static func size(
        width: Int, height: Int, columns: Int, rows: Int, cellAspect: Double = 2
    ) -> (columns: Int, rows: Int) {
        let box = (columns: max(1, columns), rows: max(1, rows))
        // The picture's aspect ratio in cells: columns per row.
        let aspect = cellAspect * Double(max(1, width)) / Double(max(1, height))
        guard aspect.isFinite, aspect > 0 else { return box }
        let columnsAtFullHeight = Double(box.rows) * aspect
        if columnsAtFullHeight <= Double(box.columns) {
            return (max(1, Int(columnsAtFullHeight.rounded())), box.rows)
        }
        return (box.columns, max(1, Int((Double(box.columns) / aspect).rounded())))
    }

    /// Returns the number of cells that show a picture as large as fits into a box, and the part of the picture, in
    /// shares of its size, that they show.
    ///
    /// With characters, the picture is stretched to whole cells. With pixels, its aspect ratio stays exact, and it is centered
    /// in the fewest cells that contain it, so the part extends beyond the picture.
    public static func placement(
        width: Int, height: Int, columns: Int, rows: Int, style: ArtStyle
    ) -> (columns: Int, rows: Int, part: PixelRect) {
        let box = (columns: max(1, columns), rows: max(1, rows))
        let aspect = style.cellAspect * Double(max(1, width)) / Double(max(1, height))
        guard let cell = style.cell, aspect.isFinite, aspect > 0 else {
            let size = size(
                width: width, height: height, columns: columns, rows: rows, cellAspect: style.cellAspect)
            return (size.columns, size.rows, PixelRect(x: 0, y: 0, width: 1, height: 1))
        }
        let across = cells(for: min(Double(box.columns), Double(box.rows) * aspect), pixels: cell.width)
        let down = cells(for: min(Double(box.rows), Double(box.columns) / aspect), pixels: cell.height)
        return (
            across.count, down.count,
            PixelRect(x: across.start, y: down.start, width: across.length, height: down.length)
        )
    }

    /// Returns the number of cells that show a picture in a tile, as large as fits into a box, and the part of the picture,
    /// in shares of its size, that they show.
    ///
    /// The aspect ratio stays, and the picture fills whole cells. Cropping its edges removes less than a tenth of it in most
    /// cases, and at most a fifth. Pictures that would need more, such as a panorama in two rows, are placed whole.
    public static func tile(
        width: Int, height: Int, columns: Int, rows: Int, style: ArtStyle
    ) -> (columns: Int, rows: Int, part: PixelRect) {
        let size = size(width: width, height: height, columns: columns, rows: rows, cellAspect: style.cellAspect)
        let aspect = style.cellAspect * Double(max(1, width)) / Double(max(1, height))
        // How much wider the cells are than the whole picture would be.
        let ratio = Double(size.columns) / Double(size.rows) / aspect
        let (across, down) = (min(1, ratio), min(1, 1 / ratio))
        guard min(across, down) >= minShare else {
            return placement(width: width, height: height, columns: columns, rows: rows, style: style)
        }
        return (
            size.columns, size.rows, PixelRect(x: (1 - across) / 2, y: (1 - down) / 2, width: across, height: down)
        )
    }

    /// The smallest share of a picture's width or height in a tile.
    private static let minShare = 0.8

    /// Rounds a length to pixels and centers it in the fewest cells that contain it. Returns the number of cells, and
    /// their start and length in units of the rounded length.
    /// - Parameter length: in cells.
    private static func cells(for length: Double, pixels: Int) -> (count: Int, start: Double, length: Double) {
        let length = max(Int((length * Double(pixels)).rounded()), 1)
        let count = (length + pixels - 1) / pixels
        let before = (count * pixels - length) / 2
        return (count, -Double(before) / Double(length), Double(count * pixels) / Double(length))
    }
}
