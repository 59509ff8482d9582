import Albums
import CellArt
import PictureText
import Pictures
import TerminalUI

/// Prints pictures of some size in cells on standard output.
struct PicturePrinter {
    var room: Size
    var style: ArtStyle
    /// Whether the room is filled, whatever the picture's aspect.
    var isStretched: Bool
    /// Whether the name is printed below.
    var hasCaption: Bool

    /// How many pixels of a photo are decoded for a cell, at least: of half as many half blocks lose 0.05 dB, and twice as
    /// many cost time that nobody sees the gain of.
    private static let detail = PixelSize(width: 4, height: 8)

    /// - Returns: whether the whole picture was there to be printed; false where its data ends too early.
    /// - Throws: `PictureFailure` or `StandardOutput.Failure`.
    func print(_ source: EncodedSource, name: String) throws -> Bool {
        var size = room
        let picture = try StillPicture(source) { pixels in
            size = self.size(of: pixels)
            return PixelSize(width: Self.detail.width * size.columns, height: Self.detail.height * size.rows)
        }
        let cells = CellArtist.draw(picture.bitmap, columns: size.columns, rows: size.rows, style: style)
        try StandardOutput.write(PictureText.bytes(of: cells))
        if hasCaption { try StandardOutput.write(lines: [name]) }
        return !picture.isCut
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
