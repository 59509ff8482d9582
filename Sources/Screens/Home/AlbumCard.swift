import Albums
import TerminalUI

/// An album in a list: its cover, title and count.
struct AlbumCard {
    let album: Album
    let cover: Tile?
    let isSelected: Bool
    let coverColumns: Int
    let theme: Theme

    func draw(on surface: inout Surface, in card: Rect) {
        TileDrawing.draw(
            cover, in: Rect(column: card.column + 1, row: card.row, columns: coverColumns, rows: card.rows),
            on: &surface, theme: theme)
        if isSelected {
            for row in card.row..<card.endRow {
                surface.write("\u{2503}", column: card.column, row: row, style: theme.accent)
            }
        }
        let column = card.column + coverColumns + 2
        let width = card.endColumn - column - 1
        let titleRows = max(1, card.rows - 1)
        let lines = VisibleText(album.title, repertoire: surface.repertoire).wrapped(columns: width, rows: titleRows)
        for (offset, line) in lines.enumerated() {
            surface.write(
                line, column: column, row: card.row + offset, style: isSelected ? theme.selected : theme.title)
        }
        if let count = album.photoCount, lines.count < card.rows {
            surface.write(
                Words.photos(count), column: column, row: card.row + lines.count,
                style: theme.quiet, width: width)
        }
    }
}
