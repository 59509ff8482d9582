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

extension Surface {
    /// Marks a line of a list as selected: with a sign in front, or with the cursor in screen-reader mode.
    mutating func markSelected(row: Int, theme: Theme) {
        if theme.isForReaders {
            // A text field keeps the cursor.
            cursor = cursor ?? Position(column: 0, row: row)
        } else {
            write("\u{25B8}", column: 0, row: row, style: theme.accent)
        }
    }
}
