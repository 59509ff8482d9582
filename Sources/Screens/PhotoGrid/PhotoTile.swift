import Albums
import TerminalUI

/// A photo in a grid: its thumbnail with the title below, framed when selected.
struct PhotoTile {
    let photo: Photo
    let tile: Tile?
    let isSelected: Bool
    let isMarked: Bool
    /// Nil in the favorites tab, where every photo is a favorite and none shows a symbol.
    let isFavorite: Bool?
    let theme: Theme

    /// The symbol before the title of a favorite.
    static let heart = "\u{2665} "
    /// The symbol on a selected photo that isn't a favorite.
    static let noHeart = "\u{2661} "

    func draw(on surface: inout Surface, in rect: Rect) {
        tile?.draw(in: Self.pictureRect(in: rect), on: &surface, theme: theme)
        if isSelected { TileFrame(rect: rect).draw(on: &surface, theme: theme) }
        if isFavorite == false, let position = heartPosition(in: rect, repertoire: surface.repertoire) {
            surface.write(" " + Self.noHeart, column: position.column - 1, row: position.row, style: theme.accent)
        }
        if isMarked { surface.write(" \u{2713} ", column: rect.column + 1, row: rect.row, style: theme.selected) }
        guard rect.rows > 1 else { return }
        caption(in: rect).draw(
            on: &surface, style: isSelected ? theme.selected : theme.text, isSelected: isSelected)
    }

    /// Returns the position of the favorite symbol; nil if none is shown. The selected photo also shows one if it isn't
    /// a favorite.
    func heartPosition(in rect: Rect, repertoire: Repertoire) -> Rect? {
        guard let isFavorite, rect.rows > 1, isFavorite || isSelected && rect.columns > 8 else { return nil }
        return isFavorite
            ? Rect(column: caption(in: rect).start(repertoire), row: rect.endRow - 1, columns: 2, rows: 1)
            : Rect(column: rect.endColumn - 4, row: rect.row, columns: 2, rows: 1)
    }

    private func caption(in rect: Rect) -> TileCaption {
        TileCaption(
            text: (isFavorite == true ? Self.heart : "") + photo.title, columns: rect.column..<rect.endColumn,
            row: rect.endRow - 1)
    }

    /// Returns the rectangle of the picture in a tile.
    static func pictureRect(in rect: Rect) -> Rect {
        Rect(column: rect.column + 1, row: rect.row + 1, columns: rect.columns - 2, rows: max(1, rect.rows - 2))
    }
}
