import Basics
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
        let bitmap = level.bitmap(in: style)
        if let pixels, let bytes = bytes(of: bitmap, of: level.pictureSize, on: pixels) {
            try StandardOutput.write(bytes)
        } else {
            let size = size(of: level.pictureSize)
            let cells = CellArtist.draw(bitmap, columns: size.columns, rows: size.rows, style: style)
            try StandardOutput.write(ANSIRenderer.bytes(of: .cells(cells)))
        }
        if hasCaption { try StandardOutput.write(lines: [name]) }
        return !level.isTruncated
    }

    /// Returns the output that shows a picture by pixels, in its aspect ratio unless it is stretched; nil if that is
    /// impossible.
    private func bytes(of bitmap: Bitmap, of picture: PixelSize, on pixels: PixelPrinter) -> [UInt8]? {
        var size = size(of: picture)
        var part = PixelRect(all: bitmap)
        if !isStretched, pixels.canLeaveEmpty {
            var style = style
            style.cell = pixels.cell
            let fit = placement(of: picture, style: style)
            size = Size(columns: fit.columns, rows: fit.rows)
            part = fit.part.scaled(to: bitmap)
        }
        guard pixels.canPrint(columns: size.columns, rows: size.rows) else { return nil }
        return pixels.bytes(
            of: bitmap.scaled(
                part, toWidth: size.columns * pixels.cell.width, height: size.rows * pixels.cell.height))
    }

    /// Returns the cells of a picture in pixels. Shrinks the picture a little if that saves a mostly empty row.
    private func placement(of picture: PixelSize, style: ArtStyle) -> (columns: Int, rows: Int, part: PixelRect) {
        func placement(rows: Int) -> (columns: Int, rows: Int, part: PixelRect) {
            CellFit.placement(
                width: picture.width, height: picture.height, columns: availableSize.columns, rows: rows, style: style)
        }
        let fit = placement(rows: pictureRows)
        let filledRows = Double(fit.rows) / fit.part.height
        let savesRow =
            Double(fit.rows) - filledRows > 0.5 && Double(fit.rows - 1) >= Self.minShrinking * filledRows
        return savesRow ? placement(rows: fit.rows - 1) : fit
    }

    private static let minShrinking = 0.9

    private var pictureRows: Int { hasCaption ? max(1, availableSize.rows - 1) : availableSize.rows }

    private func size(of picture: PixelSize) -> Size {
        guard !isStretched else { return Size(columns: availableSize.columns, rows: pictureRows) }
        let fit = CellFit.size(
            width: picture.width, height: picture.height, columns: availableSize.columns, rows: pictureRows,
            cellAspect: style.cellAspect)
        return Size(columns: fit.columns, rows: fit.rows)
    }
}
