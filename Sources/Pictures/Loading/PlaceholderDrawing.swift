import Albums
import CellArt

/// Draws what stands for a photo until its pixels have come.
public enum PlaceholderDrawing {
    /// The placeholder in the place that the photo will take in a box of cells; nil for a hash that is none.
    public static func draw(
        _ placeholder: Placeholder, aspect: Double, columns: Int, rows: Int, style: ArtStyle
    ) -> CellPicture? {
        let thousandths = aspect.isNaN ? 1000 : max(1, min(aspect * 1000, 1e7))
        let size = CellFit.size(
            width: Int(thousandths), height: 1000, columns: columns, rows: rows,
            cellAspect: style.cellAspect)
        guard let bitmap = bitmap(of: placeholder, width: size.columns, height: 2 * size.rows) else { return nil }
        return CellArtist.draw(bitmap, columns: size.columns, rows: size.rows, style: style)
    }

    private static func bitmap(of placeholder: Placeholder, width: Int, height: Int) -> Bitmap? {
        switch placeholder {
        case .blurHash(let hash):
            return BlurHash(hash)?.bitmap(width: width, height: height)
        case .color(let red, let green, let blue):
            let pixels = Array(repeatElement([red, green, blue, 255], count: width * height).joined())
            return Bitmap(width: width, height: height, pixels: pixels, isOpaque: true)
        }
    }
}
