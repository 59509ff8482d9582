import Albums
import CellArt

/// Draws placeholders for photos until their pixels have arrived.
enum PlaceholderDrawing {
    /// Draws the placeholder where the photo will appear in a box of cells; nil for an invalid hash.
    static func draw(
        _ placeholder: Placeholder, aspect: Double, columns: Int, rows: Int, style: ArtStyle
    ) -> RenderedPicture? {
        let aspect = Aspect(aspect)?.value ?? 1
        let size = PixelSize(width: Int(aspect * 1000), height: 1000)
        let fit = CellFit.size(
            width: size.width, height: size.height, columns: columns, rows: rows, cellAspect: style.cellAspect)
        guard let bitmap = bitmap(of: placeholder, width: fit.columns, height: 2 * fit.rows) else { return nil }
        let drawn = bitmap.tile(of: size, columns: columns, rows: rows, style: style)
        return .cells(
            CellArtist.draw(bitmap, part: drawn.part, columns: drawn.columns, rows: drawn.rows, style: style))
    }

    private static func bitmap(of placeholder: Placeholder, width: Int, height: Int) -> Bitmap? {
        switch placeholder {
        case .blurHash(let hash):
            return BlurHash(hash)?.bitmap(width: width, height: height)
        case .color(let red, let green, let blue):
            // It is stretched.
            return Bitmap(width: 1, height: 1, pixels: [red, green, blue, 255], isOpaque: true)
        }
    }
}
