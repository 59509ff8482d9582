import Albums
import CellArt
import TerminalUI

/// The layout of a grid of tiles for a terminal size and a preferred tile width.
///
/// Tiles of equal width share the screen, leftover columns become margins, and leftover rows make tiles taller. If
/// another row of tiles almost fits, they get a bit lower instead. A few photos get larger tiles, which fill the screen.
/// The line above the bottom line is for the title of the selected item, or for the search while the user types it, so
/// that nothing moves when the user begins to type.
struct TileLayout: Hashable {
    /// The inputs of a layout besides the size of the terminal.
    struct Options: Hashable {
        var headerRows = 1
        var tiles = TileSize()
        var cellAspect = TerminalAppearance.defaultCellAspect
        var isMasonry = false
        /// Whether the masonry layout has headings.
        var hasHeadings = false
        /// The number of lines of text below a picture.
        var captionRows = 1
        /// The number of empty lines between two rows of tiles.
        var gap = 0
        /// Whether pictures are cropped to fill their tiles.
        var cropsPictures = false
    }

    let columns: Int
    /// The number of lines for tiles.
    let lines: Int
    /// The size of a tile. Its picture leaves a column on each side, a row above, and the caption below.
    let tile: Size
    /// Whether the number of tiles is small enough for larger ones.
    let canGrow: Bool

    /// The columns and rows before the first tile.
    private let margin: Position
    private let size: Size
    private let top: Int
    private let options: Options

    init(size: Size, _ options: Options) {
        let columns = options.tiles.count(in: size.columns)
        self.init(
            size: size, options, preferred: Grid(columns: columns, size, Self.lines(of: size, options), options))
    }

    private init(size: Size, _ options: Options, preferred: Grid) {
        self.size = size
        self.options = options
        let lines = Self.lines(of: size, options)
        let larger = Self.grown(from: preferred, size, lines, options)
        let grid = options.tiles.grows ? larger ?? preferred : preferred
        let used = grid.rows * (grid.tile.rows + options.gap) - options.gap
        let unused = grid.isGrown && !options.isMasonry ? lines - used : 0
        top = Self.top(of: size, headerRows: options.headerRows)
        self.lines = lines
        canGrow = larger != nil
        columns = grid.columns
        tile = grid.tile
        let width = grid.columns * grid.tile.columns
        margin = Position(column: max(0, size.columns - width) / 2, row: unused / 2)
    }

    /// A number of columns, and the tiles that result from it.
    private struct Grid {
        let columns: Int
        /// The number of rows in view.
        let rows: Int
        let tile: Size
        /// The width of a 4:3 picture, as most photos are.
        let pictureWidth: Double
        let isGrown: Bool

        /// - Parameter rows: the number of rows; nil for as many as fit.
        init(columns: Int, rows: Int? = nil, _ size: Size, _ lines: Int, _ options: Options) {
            self.columns = columns
            isGrown = rows != nil
            // The row above the picture, for the frame, and the caption.
            let otherRows = 1 + options.captionRows
            let tileColumns = max(1, size.columns / columns)
            let pictureColumns = Double(max(1, tileColumns - 2))
            let idealRows = max(
                2 + otherRows, Int((pictureColumns * 0.75 / options.cellAspect).rounded(.up)) + otherRows)
            self.rows = rows ?? Self.rowCount(of: idealRows, otherRows: otherRows, lines: lines, gap: options.gap)
            // Upright photos use at most a square.
            let square = Int((pictureColumns / options.cellAspect).rounded(.up)) + otherRows
            let tileRows = max(1, min((lines + options.gap) / self.rows - options.gap, max(square, idealRows)))
            let pictureRows = Double(max(1, tileRows - otherRows))
            pictureWidth = min(pictureColumns, pictureRows * options.cellAspect / 0.75)
            // Panoramas aside, a wider tile would only be empty at the sides.
            let widest = Int((pictureRows * options.cellAspect * 1.6).rounded(.up)) + 2
            tile = Size(columns: rows == nil ? tileColumns : min(tileColumns, widest), rows: tileRows)
        }

        /// Returns how many rows of tiles fit, at about their ideal height. A single row would hide the next photos, so
        /// two rows of half the ideal height are preferred.
        private static func rowCount(of idealRows: Int, otherRows: Int, lines: Int, gap: Int) -> Int {
            let rows = max(1, (lines + idealRows * 2 / 5) / idealRows)
            let halved = (lines - gap) / 2 - otherRows
            return rows == 1 && halved * 2 >= idealRows - otherRows ? 2 : rows
        }

        /// Creates a grid of covers. They are cropped, so they may become square before space is left over, and lower
        /// still to fit another row.
        ///
        /// - Parameter headingLines: The number of lines to leave for headings.
        init(coversIn columns: Int, headingLines: Int, _ size: Size, _ lines: Int, _ options: Options) {
            self.columns = columns
            isGrown = false
            let otherRows = 1 + options.captionRows
            let tileColumns = max(1, size.columns / columns)
            let square = Double(max(1, tileColumns - 2)) / options.cellAspect
            let idealRows = (square * 0.75).rounded(.up) + Double(otherRows + options.gap)
            // The last row needs no empty line below it.
            let available = lines + options.gap
            rows = max(1, Int(Double(available) / idealRows + 0.55))
            tile = Size(
                columns: tileColumns,
                rows: max(
                    1, min((available - headingLines) / rows - options.gap, Int(square.rounded()) + otherRows)))
            pictureWidth = min(
                Double(tileColumns - 2), Double(max(1, tile.rows - otherRows)) * options.cellAspect / 0.75)
        }
    }

    /// Returns the grid in which all photos are in view and largest; nil if the preferred one is as good.
    private static func grown(from grid: Grid, _ size: Size, _ lines: Int, _ options: Options) -> Grid? {
        guard let count = options.tiles.fillingCount, count > 0, count <= grid.columns * grid.rows else { return nil }
        let candidates = (1...min(count, grid.columns)).map { columns in
            Grid(columns: columns, rows: (count + columns - 1) / columns, size, lines, options)
        }
        // Large pictures are not worth many empty places.
        func score(_ grid: Grid) -> Double {
            grid.pictureWidth * (Double(count) / Double(grid.rows * grid.columns)).squareRoot()
        }
        guard let best = candidates.max(by: { score($0) <= score($1) }), best.pictureWidth > grid.pictureWidth,
            best.tile.columns >= grid.tile.columns
        else {
            return nil
        }
        return best
    }

    /// Lays out albums: a tile has two lines of text, an empty line separates the rows, and one line is for a heading if
    /// there are any.
    init(albumsOn size: Size, hasHeadings: Bool, _ options: Options) {
        var options = options
        options.captionRows = 2
        options.gap = 1
        options.cropsPictures = true
        let columns = options.tiles.count(in: size.columns)
        self.init(
            size: size, options,
            preferred: Grid(
                coversIn: columns, headingLines: hasHeadings ? 1 : 0, size, Self.lines(of: size, options), options))
    }

    /// Returns the number of lines for tiles.
    private static func lines(of size: Size, _ options: Options) -> Int {
        max(1, size.rows - top(of: size, headerRows: options.headerRows) - 2)
    }

    /// Returns the first row of tiles. On larger screens, it follows a blank row.
    private static func top(of size: Size, headerRows: Int) -> Int { headerRows + (size.rows < 20 ? 0 : 1) }

    /// Lays out each photo as a line of text.
    init(linesOf size: Size, headerRows: Int) {
        self.size = size
        options = Options(headerRows: headerRows)
        top = headerRows
        columns = 1
        lines = max(1, size.rows - headerRows - 2)
        tile = Size(columns: size.columns, rows: 1)
        canGrow = false
        margin = Position(column: 0, row: 0)
    }

    /// The size of a thumbnail.
    var picture: Size {
        Size(columns: max(1, tile.columns - 2), rows: max(1, tile.rows - 1 - options.captionRows))
    }

    var isMasonry: Bool { options.isMasonry }

    /// The number of empty lines between two rows of tiles.
    var gap: Int { options.gap }

    /// Returns the request for the picture of a tile.
    func request(_ style: ArtStyle) -> TileRequest {
        let picture = isMasonry ? masonryPicture : picture
        return TileRequest(columns: picture.columns, rows: picture.rows, style: style, fills: options.cropsPictures)
    }

    /// Returns the rectangle of a tile.
    func rect(of item: GridState<some Sendable>.Item) -> Rect {
        Rect(
            column: margin.column + item.column * tile.columns, row: top + margin.row + item.line,
            columns: tile.columns, rows: item.height)
    }

    /// The lines below the header and above the search line.
    var area: Rect { Rect(column: 0, row: top, columns: size.columns, rows: lines) }

    /// Whether a line is free between the tiles and the bottom line.
    var hasSelectionLine: Bool { area.endRow < size.rows - 1 }

    /// Returns the height of a tile in the masonry layout, in lines: a margin, the picture and the caption. Each tile fits
    /// into the view, below a heading if there are any.
    func masonryHeight(aspect: Double) -> Int {
        let aspect = min(max(aspect, Self.aspects.lowerBound), Self.aspects.upperBound)
        let height = Double(picture.columns) / aspect / options.cellAspect
        let rows = max(1, Int(height.rounded()))
        let available = lines - (options.hasHeadings ? MasonryLayout.headingLines : 0)
        return min(rows + 1 + options.captionRows, max(available, 2 + options.captionRows))
    }

    /// The size of the tallest picture in the masonry layout.
    var masonryPicture: Size {
        Size(
            columns: picture.columns,
            rows: masonryHeight(aspect: Self.aspects.lowerBound) - 1 - options.captionRows)
    }

    /// The limits of aspect ratios in the masonry layout. Longer panoramas and taller photos are fitted into them.
    private static let aspects = 0.4...4.0
}

/// The size of the tiles of a grid: as wide as the user prefers, unless few of them fill the screen.
struct TileSize: Hashable, Sendable {
    /// A step to the next larger or smaller width.
    enum Step: Sendable {
        case larger, smaller

        /// Why there is no further step.
        var noEffect: NoEffect { self == .larger ? .largestThumbnails : .smallestThumbnails }
    }

    /// The preferred width, in columns.
    var width: Int
    /// Whether few tiles fill the screen, larger than preferred.
    private(set) var grows = true
    /// The number of tiles that may fill the screen; see `GridState.fillingCount(isTyping:previous:)`.
    var fillingCount: Int?

    /// For five tiles in 120 columns and three in 80.
    static let defaultWidth = 24
    private static let widths = [10, 12, 16, 20, 24, 30, 40, 60, 80, 120, 160]

    /// - Parameter width: the preferred width, limited to the available ones; nil for the default.
    init(width: Int? = nil, fillingCount: Int? = nil) {
        self.width = min(max(width ?? Self.defaultWidth, Self.widths[0]), Self.widths[Self.widths.count - 1])
        self.fillingCount = fillingCount
    }

    /// Changes the size by one step in a view of `columns`. Returns whether it has an effect.
    ///
    /// - Parameter canGrow: whether the number of tiles is small enough for larger ones. A step leads from these to the
    ///   preferred width, or back.
    mutating func change(by step: Step, columns: Int, canGrow: Bool) -> Bool {
        switch step {
        case .larger where canGrow:
            guard !grows else { return false }
            grows = true
        case .smaller where canGrow && grows: grows = false
        case .larger, .smaller:
            guard let next = width(after: step, columns: columns) else { return false }
            width = next
        }
        return true
    }

    /// Returns the next width that changes the number of tiles in a line of `columns`; nil if there is none.
    private func width(after step: Step, columns: Int) -> Int? {
        func count(_ width: Int) -> Int { TileSize(width: width).count(in: columns) }
        switch step {
        case .larger: return Self.widths.first { $0 > width && count($0) < count(width) }
        case .smaller: return Self.widths.last { $0 < width && count($0) > count(width) }
        }
    }

    /// Returns the number of tiles of about the preferred width in a line of `columns`.
    func count(in columns: Int) -> Int {
        max(1, (columns + width / 2) / width)
    }
}
