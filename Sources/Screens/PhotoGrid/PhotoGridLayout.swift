import Albums
import TerminalUI

/// The layout of a photo grid for a terminal size and a preferred tile width.
///
/// Tiles share the full width, and leftover rows make them taller. If another row of tiles almost fits, they get a bit
/// lower instead.
struct PhotoGridLayout: Hashable {
    let columns: Int
    /// The number of lines for tiles.
    let lines: Int
    /// The size of a tile. Its picture is one column and one row smaller on each side.
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
        // Most photos are 4:3.
        let tileRows = max(3, Int((Double(max(1, tileColumns - 2)) * 0.75 / cellAspect).rounded(.up)) + 2)
        let visibleRows = max(1, (gridRows + tileRows / 4) / tileRows)
        lines = gridRows
        tile = Size(columns: tileColumns, rows: gridRows / visibleRows)
    }

    /// Lays out albums: a tile has two lines of text, an empty line separates the rows, and one line is for a heading.
    ///
    /// Covers are cropped, so they may become square before space is left over, and lower still to fit another row.
    init(albumsOn size: Size, headerRows: Int, tileWidth: Int, cellAspect: Double) {
        width = size.columns
        self.headerRows = headerRows
        self.cellAspect = cellAspect
        lines = max(1, size.rows - headerRows - 1)
        columns = TileSize.tileCount(of: tileWidth, columns: size.columns)
        let tileColumns = max(1, size.columns / columns)
        let square = Double(max(1, tileColumns - 2)) / cellAspect
        let idealRows = (square * 0.75).rounded(.up) + 4
        let visibleRows = max(1, Int(Double(lines) / idealRows + 0.55))
        tile = Size(columns: tileColumns, rows: max(1, min(lines / visibleRows - 1, Int(square.rounded()) + 3)))
    }

    /// Lays out each photo as a line of text.
    init(linesOf size: Size, headerRows: Int) {
        width = size.columns
        self.headerRows = headerRows
        cellAspect = TerminalAppearance.defaultCellAspect
        columns = 1
        lines = max(1, size.rows - headerRows - 1)
        tile = Size(columns: size.columns, rows: 1)
    }

    /// The size of a thumbnail.
    var picture: Size { Size(columns: max(1, tile.columns - 2), rows: max(1, tile.rows - 2)) }

    /// Returns the rectangle of a photo's tile. Leftover columns are spread over the row.
    func rect(of item: GridState<some Sendable>.Item) -> Rect {
        let left = item.column * width / columns
        return Rect(
            column: left, row: headerRows + item.line, columns: (item.column + 1) * width / columns - left,
            rows: item.height)
    }

    /// The lines below the header and above the bottom line.
    var area: Rect { Rect(column: 0, row: headerRows, columns: width, rows: lines) }

    /// Returns the height of a tile in the masonry layout, in lines: a margin, the picture and the title.
    func masonryHeight(aspect: Double) -> Int {
        let aspect = min(max(aspect, Self.aspects.lowerBound), Self.aspects.upperBound)
        return max(1, Int((Double(picture.columns) / aspect / cellAspect).rounded())) + 2
    }

    /// The size of the tallest picture in the masonry layout.
    var masonryPicture: Size {
        Size(columns: picture.columns, rows: masonryHeight(aspect: Self.aspects.lowerBound) - 2)
    }

    /// The limits of aspect ratios in the masonry layout. Longer panoramas and taller photos are fitted into them.
    private static let aspects = 0.4...4.0
}

/// The available widths of thumbnails, in columns.
public enum TileSize {
    /// A step to the next larger or smaller width.
    public enum Step: Sendable {
        case larger, smaller
    }

    /// The default width, for five tiles in 120 columns and three in 80.
    public static let `default` = 24

    private static let widths = [10, 12, 16, 20, 24, 30, 40, 60, 80, 120, 160]

    /// Clamps a stored width to the available range.
    static func usable(_ width: Int) -> Int {
        min(max(width, widths[0]), widths[widths.count - 1])
    }

    /// Returns the next width that changes the number of tiles in a line of `columns`; nil if there is none.
    static func width(after width: Int, _ step: Step, columns: Int) -> Int? {
        let count = tileCount(of: width, columns: columns)
        switch step {
        case .larger: return widths.first { $0 > width && tileCount(of: $0, columns: columns) < count }
        case .smaller: return widths.last { $0 < width && tileCount(of: $0, columns: columns) > count }
        }
    }

    /// Returns the number of tiles of about this width in a line of `columns`.
    static func tileCount(of width: Int, columns: Int) -> Int {
        max(1, (columns + width / 2) / width)
    }
}
