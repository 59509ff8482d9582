import TerminalUI

/// Where the tiles of a grid are, for a size of the terminal and a wanted width of tiles.
///
/// Tiles share the whole width, and the rows that would be left over make them taller; where little is missing for one
/// more row of tiles, they are a bit lower.
struct PhotoGridLayout: Hashable {
    let columns: Int
    /// How many lines there are for tiles.
    let lines: Int
    /// The picture's place in a tile is one column and one row smaller on each side.
    let tile: Size

    private let width: Int

    private let headerRows: Int
    private let cellAspect: Double

    init(size: Size, headerRows: Int, tileWidth: Int, cellAspect: Double) {
        width = size.columns
        self.headerRows = headerRows
        self.cellAspect = cellAspect
        let gridRows = max(1, size.rows - headerRows - 1)
        columns = TileSize.tileCount(of: tileWidth, columns: size.columns)
        let tileColumns = max(1, size.columns / columns)
        // Pictures are mostly 4:3.
        let tileRows = max(3, Int((Double(max(1, tileColumns - 2)) * 0.75 / cellAspect).rounded(.up)) + 2)
        let visibleRows = max(1, (gridRows + tileRows / 4) / tileRows)
        lines = gridRows
        tile = Size(columns: tileColumns, rows: gridRows / visibleRows)
    }

    /// A photo is a line of text.
    init(linesOf size: Size, headerRows: Int) {
        width = size.columns
        self.headerRows = headerRows
        cellAspect = TerminalAppearance.usualCellAspect
        columns = 1
        lines = max(1, size.rows - headerRows - 1)
        tile = Size(columns: size.columns, rows: 1)
    }

    /// The size of a thumbnail.
    var picture: Size { Size(columns: max(1, tile.columns - 2), rows: max(1, tile.rows - 2)) }

    /// The places of the photos in view, which in a waterfall may begin above it.
    func places(in arrangement: GridArrangement) -> [(index: Int, rect: Rect)] {
        if let waterfall = arrangement.waterfall {
            return waterfall.visible.map { item in
                (item.index, waterfallRect(column: item.column, line: item.line, height: item.height))
            }
        }
        return arrangement.cursor.visibleRows.flatMap { row in
            row.items.enumerated().map { ($0.element, tileRect(column: $0.offset, line: row.line)) }
        }
    }

    /// The lines below the header and above the bottom line.
    var area: Rect { Rect(column: 0, row: headerRows, columns: width, rows: lines) }

    /// The place of a tile in a row that begins at a line; the columns left over are spread over the row.
    private func tileRect(column: Int, line: Int) -> Rect {
        let left = column * width / columns
        return Rect(
            column: left, row: headerRows + line, columns: (column + 1) * width / columns - left, rows: tile.rows)
    }

    /// The lines a photo takes in a waterfall: a margin, its picture, and its title.
    func waterfallHeight(aspect: Double) -> Int {
        let aspect = min(max(aspect, Self.aspects.lowerBound), Self.aspects.upperBound)
        return max(1, Int((Double(picture.columns) / aspect / cellAspect).rounded())) + 2
    }

    /// The size of the largest picture in a waterfall.
    var waterfallPicture: Size {
        Size(columns: picture.columns, rows: waterfallHeight(aspect: Self.aspects.lowerBound) - 2)
    }

    /// Panoramas and towers are not drawn flatter or higher than this.
    private static let aspects = 0.4...4.0

    /// The place of a photo in a waterfall.
    private func waterfallRect(column: Int, line: Int, height: Int) -> Rect {
        var rect = tileRect(column: column, line: line)
        rect.rows = height
        return rect
    }
}
