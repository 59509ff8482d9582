import TerminalUI

/// The arrangement of a tile in a grid: the picture, the title below, a frame around both when selected, and possibly a
/// detail below the frame.
struct TileFrame {
    /// The frame around the picture and the title.
    let rect: Rect
    /// The rows of the tile below the frame.
    private let detailRows: Int

    /// - Parameter captionRows: The number of lines of text. A tile that is too low has no detail.
    init(tile: Rect, captionRows: Int) {
        detailRows = tile.rows > captionRows ? captionRows - 1 : 0
        rect = Rect(column: tile.column, row: tile.row, columns: tile.columns, rows: tile.rows - detailRows)
    }

    /// The rectangle of the picture. A low frame has no line on top.
    var picture: Rect {
        let top = rect.rows > 2 ? 1 : 0
        return Rect(
            column: rect.column + 1, row: rect.row + top, columns: rect.columns - 2,
            rows: max(0, rect.rows - 1 - top))
    }

    /// Draws everything but the picture.
    ///
    /// - Parameter details: Alternative texts for the last row, the longest first. The first that fits is drawn.
    func draw(title: String, details: [String], isSelected: Bool, on surface: inout Surface, theme: Theme) {
        if isSelected { Self.drawLines(around: rect, on: &surface, style: theme.accent) }
        let (text, start) = centered(title, surface.repertoire)
        surface.write(
            isSelected ? " \(text) " : text, column: isSelected ? start - 1 : start, row: rect.endRow - 1,
            style: isSelected ? theme.selected : theme.text)
        let widest = max(0, rect.columns - 4)
        let fitting = details.first { VisibleText($0, repertoire: surface.repertoire).width <= widest }
        guard detailRows > 0, let fitting else { return }
        let (line, column) = centered(fitting, surface.repertoire)
        surface.write(line, column: column, row: rect.endRow, style: theme.quiet)
    }

    /// Draws a frame in the outermost cells of a rectangle, unless there is no room for it.
    static func drawLines(around rect: Rect, on surface: inout Surface, style: Style) {
        guard rect.columns > 2, rect.rows > 2 else { return }
        let line = String(repeating: "\u{2501}", count: rect.columns - 2)
        surface.write("\u{250F}\(line)\u{2513}", column: rect.column, row: rect.row, style: style)
        surface.write("\u{2517}\(line)\u{251B}", column: rect.column, row: rect.endRow - 1, style: style)
        for row in (rect.row + 1)..<(rect.endRow - 1) {
            surface.write("\u{2503}", column: rect.column, row: row, style: style)
            surface.write("\u{2503}", column: rect.endColumn - 1, row: row, style: style)
        }
    }

    /// Fits a text between the sides of the frame, with a blank at each end. Returns it with the column where it starts.
    private func centered(_ text: String, _ repertoire: Repertoire) -> (String, Int) {
        let available = max(0, rect.columns - 4)
        let text = VisibleText(text, repertoire: repertoire)
        return (
            text.truncatedInMiddle(to: available),
            rect.column + 2 + max(0, (available - text.width(upTo: available)) / 2)
        )
    }
}
