import Albums
import TerminalUI

/// A photo in a grid: its thumbnail with the title below, in a frame when it is selected.
struct PhotoTile {
    let photo: Photo
    let tile: Tile?
    let isSelected: Bool
    let isMarked: Bool
    let isFavorite: Bool
    let theme: Theme

    /// Stands before the name of a favorite.
    static let heart = "\u{2665} "

    func draw(on surface: inout Surface, in rect: Rect) {
        let picture = Rect(
            column: rect.column + 1, row: rect.row + 1, columns: rect.columns - 2, rows: max(1, rect.rows - 2))
        TileDrawing.draw(tile, in: picture, on: &surface, theme: theme)
        if isSelected { drawFrame(on: &surface, around: rect) }
        if isMarked { surface.write(" \u{2713} ", column: rect.column + 1, row: rect.row, style: theme.selected) }
        guard rect.rows > 1 else { return }
        let name = (isFavorite ? Self.heart : "") + photo.title
        let title = VisibleText(name, repertoire: surface.repertoire)
        let room = rect.columns - 4
        let indent = max(0, (room - title.width) / 2)
        let text = isSelected ? " \(name) " : name
        surface.write(
            text, column: rect.column + (isSelected ? 1 : 2) + indent, row: rect.endRow - 1,
            style: isSelected ? theme.selected : theme.text, width: isSelected ? room + 2 - indent : room - indent)
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
