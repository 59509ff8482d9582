import Albums
import CellArt
import ANSIRendering
import CursesTerminal
import Pictures
import TerminalUI

/// Prints pictures on standard output, as cells or as pixels.
struct PicturePrinter {
    let decoding: any DecodingService
    var availableSize: Size
    var style: ArtStyle
    /// Nil to print cells.
    var pixels: PixelPrinter?
    /// Whether the picture is stretched to fill the space.
    var isStretched: Bool
    /// Whether the name is printed below the picture.
    var hasCaption: Bool

    /// The minimum number of decoded pixels per cell. Halving it costs 0.05 dB with half blocks; doubling it takes time
    /// without a visible gain.
    private static let detail = PixelSize(width: 4, height: 8)

    /// - Returns: Whether the whole picture was printed; false if its data is truncated.
    /// - Throws: `PictureFailure` or `StandardOutput.Failure`.
    func print(_ source: EncodedSource, name: String) throws -> Bool {
        let detail = pixels.map { PixelSize(width: $0.cell.width, height: $0.cell.height) } ?? Self.detail
        let box = PixelSize(width: detail.width * availableSize.columns, height: detail.height * pictureRows)
        let pixelAspect = style.cellAspect * Double(detail.width) / Double(detail.height)
        let level = try decoding.render(
            DecodingRequest(source), isStretched ? .covering(box) : .fitting(box, pixelAspect: pixelAspect),
            cancellation: DecodeCancellation())
        let size = size(of: level.pictureSize)
        let bitmap = level.bitmap(in: style)
        if let bytes = pixels?.bytes(of: bitmap, columns: size.columns, rows: size.rows) {
            try StandardOutput.write(bytes)
        } else {
            let cells = CellArtist.draw(bitmap, columns: size.columns, rows: size.rows, style: style)
            try StandardOutput.write(ANSIRenderer.bytes(of: .cells(cells)))
        }
        if hasCaption { try StandardOutput.write(lines: [name]) }
        return !level.isTruncated
    }

    private var pictureRows: Int { hasCaption ? max(1, availableSize.rows - 1) : availableSize.rows }

    private func size(of picture: PixelSize) -> Size {
        guard !isStretched else { return Size(columns: availableSize.columns, rows: pictureRows) }
        let fit = CellFit.size(
            width: picture.width, height: picture.height, columns: availableSize.columns, rows: pictureRows,
            cellAspect: style.cellAspect)
        return Size(columns: fit.columns, rows: fit.rows)
    }
}
