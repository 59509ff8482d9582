import Albums
import CellArt
import ANSIRendering
import Pictures
import TerminalUI

/// Prints pictures as cells on standard output.
struct PicturePrinter {
    var room: Size
    var style: ArtStyle
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
        var size = room
        let picture = try StillPicture(source) { pixels in
            size = self.size(of: pixels)
            return PixelSize(width: Self.detail.width * size.columns, height: Self.detail.height * size.rows)
        }
        let cells = CellArtist.draw(picture.bitmap, columns: size.columns, rows: size.rows, style: style)
        try StandardOutput.write(ANSIRenderer.bytes(of: .cells(cells)))
        if hasCaption { try StandardOutput.write(lines: [name]) }
        return !picture.isTruncated
    }

    private func size(of picture: PixelSize) -> Size {
        let rows = hasCaption ? max(1, room.rows - 1) : room.rows
        guard !isStretched else { return Size(columns: room.columns, rows: rows) }
        let fit = CellFit.size(
            width: picture.width, height: picture.height, columns: room.columns, rows: rows,
            cellAspect: style.cellAspect)
        return Size(columns: fit.columns, rows: fit.rows)
    }
}
