import CellArt
import TerminalUI

extension Surface {
    /// Draws a picture centered in a rectangle, clipped to it.
    mutating func draw(_ picture: CellPicture, centeredIn rect: Rect) {
        let left = rect.column + (rect.columns - picture.columns) / 2
        let top = rect.row + (rect.rows - picture.rows) / 2
        for row in max(top, rect.row)..<max(max(top, rect.row), min(top + picture.rows, rect.endRow)) {
            for column in max(
                left, rect.column)..<max(max(left, rect.column), min(left + picture.columns, rect.endColumn))
            {
                put(Cell(picture[column - left, row - top]), column: column, row: row)
            }
        }
    }
}

extension Cell {
    fileprivate init(_ cell: ArtCell) {
        self.init(
            cell.glyph,
            style: Style(
                foreground: cell.foreground, background: cell.background, attributes: .picture))
    }
}
