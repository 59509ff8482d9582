import TerminalUI

/// The frame around the selected tile of a grid.
struct TileFrame {
    let rect: Rect

    /// Draws the frame, unless the tile has no room for it.
    func draw(on surface: inout Surface, theme: Theme) {
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

/// A line of text below the picture of a tile, centered between the sides of its frame.
struct TileCaption {
    let text: String
    /// The columns of the tile.
    let columns: Range<Int>
    let row: Int

    /// The width between the sides of the frame, with a blank at each end.
    private var available: Int { max(0, columns.count - 4) }

    func draw(on surface: inout Surface, style: Style, isSelected: Bool = false) {
        let start = start(surface.repertoire)
        let text = VisibleText(text, repertoire: surface.repertoire).truncatedInMiddle(to: available)
        surface.write(
            isSelected ? " \(text) " : text, column: isSelected ? start - 1 : start, row: row, style: style)
    }

    /// Returns the column where the text starts.
    func start(_ repertoire: Repertoire) -> Int {
        let width = VisibleText(text, repertoire: repertoire).width(upTo: available)
        return columns.lowerBound + 2 + max(0, (available - width) / 2)
    }
}
