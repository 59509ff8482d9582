import Albums
import TerminalUI

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
