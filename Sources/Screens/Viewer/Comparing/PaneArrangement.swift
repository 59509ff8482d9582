import TerminalUI

/// The panes of a comparison on the screen: all of one size, in the rows that give the largest pictures.
struct PaneArrangement: Hashable, Sendable {
    /// From left to right, then from top to bottom. A frame takes the outermost cells of each.
    let panes: [Rect]

    /// The smallest pane that shows more than a glimpse of a photo.
    private static let minSize = Size(columns: 16, rows: 6)

    /// - Parameters:
    ///   - aspects: the widths of the pictures divided by their heights.
    ///   - cellAspect: the height of a cell divided by its width.
    /// - Returns: nil if there is too little room.
    init?(_ aspects: [Double], in area: Size, cellAspect: Double) {
        let count = aspects.count
        guard count > 0 else { return nil }
        func size(across: Int) -> Size {
            let down = (count + across - 1) / across
            return Size(columns: area.columns / across, rows: area.rows / down)
        }
        func shown(across: Int) -> Double {
            let pane = size(across: across)
            let width = Double(pane.columns - 2)
            let height = Double(pane.rows - 2) * cellAspect
            return aspects.reduce(0) { $0 + min(width, height * $1) * min(height, width / $1) }
        }
        let possible = (1...count).filter {
            size(across: $0).columns >= Self.minSize.columns && size(across: $0).rows >= Self.minSize.rows
        }
        // Of equal ones, side by side.
        guard let across = possible.reversed().max(by: { shown(across: $0) < shown(across: $1) }) else { return nil }
        let pane = size(across: across)
        let left = (area.columns - pane.columns * across) / 2
        panes = (0..<count).map { index in
            Rect(
                column: left + index % across * pane.columns, row: index / across * pane.rows,
                columns: pane.columns, rows: pane.rows)
        }
    }

    /// Returns the pane beside another one; nil at the edge.
    func neighbor(of index: Int, _ direction: Viewport.Direction) -> Int? {
        let pane = panes[index]
        return panes.firstIndex { other in
            switch direction {
            case .left: other.row == pane.row && other.endColumn == pane.column
            case .right: other.row == pane.row && other.column == pane.endColumn
            case .up: other.column == pane.column && other.endRow == pane.row
            case .down: other.column == pane.column && other.row == pane.endRow
            }
        }
    }

    /// The cells of a pane's picture.
    func picture(in index: Int) -> Rect {
        let pane = panes[index]
        return Rect(
            column: pane.column + 1, row: pane.row + 1, columns: max(1, pane.columns - 2), rows: max(1, pane.rows - 2))
    }
}
