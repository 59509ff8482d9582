import TerminalUI

/// Where the tiles of an album are, for a size of the terminal and a wanted width of tiles.
///
/// Tiles share the whole width, and the rows that would be left over make them taller.
struct AlbumLayout: Hashable {
    let columns: Int
    let visibleRows: Int
    /// The picture's place in a tile is one column and one row smaller on each side.
    let tile: Size

    private let width: Int

    /// The line of title, search and position.
    static let headerRows = 1

    init(size: Size, tileWidth: Int) {
        width = size.columns
        let gridRows = max(1, size.rows - Self.headerRows - 1)
        columns = max(1, (size.columns + tileWidth / 2) / tileWidth)
        let tileColumns = max(1, size.columns / columns)
        // Pictures are mostly 4:3, and a cell is twice as high as wide.
        let tileRows = max(3, (max(1, tileColumns - 2) * 3 + 7) / 8 + 2)
        visibleRows = max(1, gridRows / tileRows)
        tile = Size(columns: tileColumns, rows: gridRows / visibleRows)
    }

    /// The size of a thumbnail.
    var picture: Size { Size(columns: max(1, tile.columns - 2), rows: max(1, tile.rows - 2)) }

    /// The place of a tile, counted from the first in view; the columns left over are spread over the line.
    func tileRect(_ place: Int) -> Rect {
        let column = place % columns
        let left = column * width / columns
        return Rect(
            column: left, row: Self.headerRows + place / columns * tile.rows,
            columns: (column + 1) * width / columns - left, rows: tile.rows)
    }
}
