import Albums
import Basics
import CellArt

/// Draws placeholders for photos until their pixels have arrived.
enum PlaceholderDrawing {
    /// Draws the placeholder where the photo will appear in a box of cells; nil for an invalid hash.
    /// - Parameter aspect: the photo's width divided by its height; nil if unknown.
    static func draw(_ placeholder: Placeholder, aspect: Double?, as request: TileRequest) -> RenderedPicture? {
        let aspect = (request.fills ? request.aspect : aspect).flatMap(Aspect.init)?.value ?? 1
        let size = PixelSize(width: Int(aspect * 1000), height: 1000)
        let fit = CellFit.size(
            width: size.width, height: size.height, columns: request.columns, rows: request.rows,
            cellAspect: request.style.cellAspect)
        guard let bitmap = bitmap(of: placeholder, width: fit.columns, height: 2 * fit.rows) else { return nil }
        let drawn = bitmap.tile(of: size, as: request)
        return .cells(
            CellArtist.draw(
                bitmap, part: drawn.part, columns: drawn.columns, rows: drawn.rows, style: request.style))
    }

    private static func bitmap(of placeholder: Placeholder, width: Int, height: Int) -> Bitmap? {
        switch placeholder {
        case .blurHash(let hash):
            return BlurHash(hash)?.bitmap(width: width, height: height)
        case .thumbHash(let bytes):
            return ThumbHash(bytes)?.bitmap(width: width, height: height)
        case .color(let red, let green, let blue):
            // One pixel is enough, because drawing stretches it.
            return Bitmap(width: 1, height: 1, pixels: [red, green, blue, 255], isOpaque: true)
        }
    }
}
