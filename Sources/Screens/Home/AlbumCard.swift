import Albums
import TerminalUI

/// An album in a list: its cover, title and count, or the reason why they're missing.
struct AlbumCard {
    let album: Album
    let cover: Tile?
    let isSelected: Bool
    let coverColumns: Int
    let theme: Theme

    func draw(on surface: inout Surface, in card: Rect) {
        cover?.draw(
            in: Rect(column: card.column + 1, row: card.row, columns: coverColumns, rows: card.rows), on: &surface,
            theme: theme, saysWhy: false)
        if isSelected {
            for row in card.row..<card.endRow {
                surface.write("\u{2503}", column: card.column, row: row, style: theme.accent)
            }
        }
        let column = card.column + coverColumns + 2
        let available = Size(columns: card.endColumn - column - 1, rows: card.rows)
        for (offset, line) in lines(in: available, surface.repertoire).enumerated() {
            surface.write(
                line.text, column: column, row: card.row + offset, style: line.style, width: available.columns)
        }
    }

    private func lines(in available: Size, _ repertoire: Repertoire) -> [(text: String, style: Style)] {
        func wrapped(_ text: String, rows: Int) -> [String] {
            VisibleText(text, repertoire: repertoire).wrapped(columns: available.columns, rows: rows)
        }
        var lines = wrapped(album.title, rows: max(1, available.rows - 1))
            .map { (text: $0, style: isSelected ? theme.selected : theme.title) }
        if let count = album.photoCount { lines.append((UserFacingText.photos(count), theme.quiet)) }
        // The reason stands beside the cover, which is too narrow for it.
        if case .broken(let reason) = cover {
            lines += wrapped(reason, rows: available.rows - lines.count).map { ($0, theme.quiet) }
        }
        return Array(lines.prefix(available.rows))
    }
}

/// An album as a line of text; the screen-reader replacement for its cover.
struct AlbumLine {
    let album: Album
    let isSelected: Bool
    let theme: Theme

    func draw(on surface: inout Surface, in rect: Rect) {
        let text = UserFacingText.list([album.title, album.photoCount.map(UserFacingText.photos)].compactMap { $0 })
        surface.write(
            text, column: rect.column, row: rect.row, style: isSelected ? theme.selected : theme.text,
            width: rect.columns)
        if isSelected { surface.markSelected(row: rect.row, theme: theme) }
    }
}
