import Albums
import CellArt
import TerminalUI

/// The zoom transition of a photo between its tile in a grid and the whole terminal.
@MainActor
struct ZoomTransition {
    enum Direction {
        case growing, shrinking
    }

    let direction: Direction
    let photo: Photo
    /// The rectangle of the photo's picture in the grid.
    let tile: Rect
    let style: ArtStyle
    /// The screen to draw below the photo.
    let grid: any Screen
    let pictures: PicturePort

    func draw(progress: Double, on surface: inout Surface) {
        grid.draw(on: &surface)
        surface.fill(tile)
        // Quadratic ease-out.
        let done = 1 - (1 - progress) * (1 - progress)
        let size = direction == .growing ? done : 1 - done
        let whole = Rect(column: 0, row: 0, columns: surface.size.columns, rows: max(1, surface.size.rows - 1))
        let rect = Rect(from: tile, to: whole, at: size)
        let request = TileRequest(columns: rect.columns, rows: rect.rows, style: style)
        if let picture = pictures.cachedTile(photo, request) { surface.place(picture, centeredIn: rect) }
    }
}

extension Rect {
    /// Linearly interpolates between two rectangles.
    fileprivate init(from one: Rect, to other: Rect, at part: Double) {
        func between(_ one: Int, _ other: Int) -> Int { one + Int((Double(other - one) * part).rounded()) }
        let column = between(one.column, other.column)
        let row = between(one.row, other.row)
        self.init(
            column: column, row: row, columns: max(1, between(one.endColumn, other.endColumn) - column),
            rows: max(1, between(one.endRow, other.endRow) - row))
    }
}
