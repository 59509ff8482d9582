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

    /// - Throws: `PictureFailure`.
    func print(_ source: EncodedSource, name: String) throws {
        var size = room
        let picture = try StillPicture(source) { pixels in
            size = self.size(of: pixels)
            let detail = style.symbols.detail
            return PixelSize(width: size.columns * detail.width, height: size.rows * detail.height)
        }
        let cells = CellArtist.draw(picture.bitmap, columns: size.columns, rows: size.rows, style: style)
        StandardOutput.write(PictureText.bytes(of: cells))
        if hasCaption { StandardOutput.write(Array((VisibleText(name).string + "\n").utf8)) }
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
