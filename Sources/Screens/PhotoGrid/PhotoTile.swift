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
        if isSelected { drawFrame(on: &surface, around: rect) }
        if isFavorite == false, let position = heartPosition(in: rect, repertoire: surface.repertoire) {
            surface.write(" " + Self.noHeart, column: position.column - 1, row: position.row, style: theme.accent)
        }
        if isMarked { surface.write(" \u{2713} ", column: rect.column + 1, row: rect.row, style: theme.selected) }
        guard rect.rows > 1 else { return }
        let available = rect.columns - 4
        let indent = indent(in: available, repertoire: surface.repertoire)
        let text = isSelected ? " \(name) " : name
        surface.write(
            text, column: rect.column + (isSelected ? 1 : 2) + indent, row: rect.endRow - 1,
            style: isSelected ? theme.selected : theme.text,
            width: isSelected ? available + 2 - indent : available - indent)
    }

    /// Returns the position of the favorite symbol; nil if none is shown. The selected photo also shows one if it isn't
    /// a favorite.
    func heartPosition(in rect: Rect, repertoire: Repertoire) -> Rect? {
        guard let isFavorite, rect.rows > 1, isFavorite || isSelected && rect.columns > 8 else { return nil }
        let title = rect.column + 2 + indent(in: rect.columns - 4, repertoire: repertoire)
        return isFavorite
            ? Rect(column: title, row: rect.endRow - 1, columns: 2, rows: 1)
            : Rect(column: rect.endColumn - 4, row: rect.row, columns: 2, rows: 1)
    }

    private var name: String { (isFavorite == true ? Self.heart : "") + photo.title }

    /// Returns the number of columns before the centered title.
    private func indent(in available: Int, repertoire: Repertoire) -> Int {
        max(0, (available - VisibleText(name, repertoire: repertoire).width(upTo: max(0, available))) / 2)
    }

    /// Returns the rectangle of the picture in a tile.
    static func pictureRect(in rect: Rect) -> Rect {
        Rect(column: rect.column + 1, row: rect.row + 1, columns: rect.columns - 2, rows: max(1, rect.rows - 2))
    }

    private func drawFrame(on surface: inout Surface, around rect: Rect) {
        guard rect.columns > 2, rect.rows > 2 else { return }
        let line = String(repeating: "\u{2501}", count: rect.columns - 2)
        surface.write("\u{250F}\(line)\u{2513}", column: rect.column, row: rect.row, style: theme.accent)
        surface.write("\u{2517}\(line)\u{251B}", column: rect.column, row: rect.endRow - 1, style: theme.accent)
        for row in (rect.row + 1)..<(rect.endRow - 1) {
            surface.write("\u{2503}", column: rect.column, row: row, style: theme.accent)
            surface.write("\u{2503}", column: rect.endColumn - 1, row: row, style: theme.accent)
        }
    }
}
