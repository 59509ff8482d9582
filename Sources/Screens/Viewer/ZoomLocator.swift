import TerminalUI

/// A small frame of the whole photo in a corner, with the part that a zoomed view shows.
struct ZoomLocator {
    /// The frame with its border.
    let rect: Rect
    /// The visible part, relative to the inside of the frame.
    let part: Rect

    /// The maximum size of the inside. It has few cells, because each move changes some of them.
    private static let maxSize = Size(columns: 16, rows: 6)

    /// Returns nil if the whole photo is visible, or if the area is too small to give a part of it away.
    init?(_ viewport: Viewport, in area: Rect) {
        let columns = min(Self.maxSize.columns, area.columns / 5)
        let rows = min(Self.maxSize.rows, area.rows / 4)
        guard !viewport.showsWhole, columns > 5, rows > 1 else { return nil }
        let (picture, visible) = (viewport.picture, viewport.part)
        let (width, height) = (Double(picture.width), Double(picture.height))
        let shape = width / height * viewport.cellAspect
        let inside = Size(
            columns: max(2, Int(min(Double(columns), Double(rows) * shape).rounded())),
            rows: max(1, Int(min(Double(rows), Double(columns) / shape).rounded())))
        rect = Rect(
            column: area.endColumn - inside.columns - 2, row: area.row, columns: inside.columns + 2,
            rows: inside.rows + 2)
        let across = Self.span(visible.x / width, visible.width / width, of: inside.columns)
        let down = Self.span(visible.y / height, visible.height / height, of: inside.rows)
        part = Rect(column: across.lowerBound, row: down.lowerBound, columns: across.count, rows: down.count)
    }

    /// Returns the cells for a part of a length: all of them only for the whole length, and the first or last one if
    /// the part reaches that end.
    private static func span(_ start: Double, _ length: Double, of cells: Int) -> Range<Int> {
        guard length < 1, cells > 1 else { return 0..<cells }
        let count = max(1, min(cells - 1, Int((length * Double(cells)).rounded())))
        let first = Int((min(max(0, start / (1 - length)), 1) * Double(cells - count)).rounded())
        return first..<first + count
    }

    func draw(on surface: inout Surface, theme: Theme) {
        surface.drawBox(rect, style: theme.quiet) { inside in
            for row in part.row..<part.endRow {
                inside.write(
                    String(repeating: "\u{2588}", count: part.columns), column: part.column, row: row,
                    style: theme.accent)
            }
        }
    }
}
