import CellArt
import TerminalUI

/// Sends the pixels of the pictures on the screen, in the way of one graphics protocol. `PixelScheduler` decides
/// when.
@MainActor
protocol PixelDriver: AnyObject {
    /// Called when bytes that were being prepared are ready to be sent.
    var onReady: () -> Void { get set }
    /// The pictures that the terminal shows by pixels.
    var shown: ShownImages { get }
    /// Whether the terminal shows frames of an animation by pixels.
    var showsFrames: Bool { get }
    /// Whether pixels are sent over the connection rather than in shared memory.
    var usesConnection: Bool { get }
    /// Returns whether one of these pictures is being prepared or sent.
    func isPreparing(anyOf pictures: [PixelPicture]) -> Bool
    /// Whether the connection was too slow for pictures on the screen, or for all of their pixels.
    var hasCoarsePictures: Bool { get }
    /// Makes the next `show` send these pictures again, which may take longer.
    /// - Parameter rate: as for `next`.
    func retryCoarse(rate: Double?)
    /// Records that the user has pressed a key, or used the mouse, so that the next bytes come only after a pause.
    func didReceiveInput()
    /// Whether there is something to send, or to prepare.
    var isBusy: Bool { get }
    /// Whether the next bytes are of the middle of a zoomed picture, which come before the characters around it.
    var isCenterNext: Bool { get }
    /// In nanoseconds of uptime, when the next bytes may be sent; nil if they don't wait.
    var startsAt: UInt64? { get }
    /// Returns a surface with its pictures in the parts in which they are sent. Called before `show`.
    /// - Parameter rate: as for `next`.
    func arranged(_ surface: Surface, rate: Double?) -> Surface
    /// Queues the pictures of a surface. Called before the surface is drawn.
    func show(_ surface: Surface)
    /// Begins to prepare the next bytes, which takes a while, if there is something to send.
    /// - Parameter rate: as for `next`.
    func prepare(rate: Double?)
    /// Returns the next bytes, about `limit` of them; empty if there are none, or they are being prepared.
    /// - Parameter rate: the rate of the connection in bytes per second; nil if it is unlimited or unknown.
    func next(limit: Int, rate: Double?) -> [UInt8]
    /// Returns and forgets the regions whose cells the last bytes of `next` overwrite without ncurses' knowledge.
    func takeOverwritten() -> [ImageRegion]
    /// Records that the bytes of `next` have been written. Returns whether the pictures that are shown have changed.
    func didWrite() -> Bool
    /// Handles the terminal's report that it has accepted an image, or that it refuses or has lost the image. Returns
    /// whether the shown pictures have changed.
    func receiveReport(of id: UInt32, isAccepted: Bool) -> Bool
    /// Sends the current image from its beginning, because part of it may be lost.
    func restart()
    /// Forgets all images. Returns the commands that delete them.
    func removeAll() -> [UInt8]
}

extension PixelDriver {
    var isCenterNext: Bool { false }

    func arranged(_ surface: Surface, rate: Double?) -> Surface { surface }
}

/// The pictures that the terminal shows by pixels.
enum ShownImages: Equatable {
    /// Placeholder cells show the images that the terminal holds. Their IDs, by picture.
    case placeholders([PixelIdentity: UInt32])
    /// Pixels were drawn over these cells.
    case regions([ImageRegion])

    static let none = ShownImages.regions([])
}

/// Cells over which the pixels of a picture have been drawn.
///
/// ncurses is told that these cells hold a placeholder, so it rewrites a cell only when its content changes.
struct ImageRegion: Equatable {
    /// A new number each time pixels are drawn.
    var id: UInt32 = 0
    /// The divisor of the width and the height of the pixels that were sent.
    var reduction = 1
    let placement: Placement
    /// The smallest rectangle of the surface that contains the pixels.
    let rect: Rect
    /// For each cell of `rect`, row by row, whether the pixels show there.
    private(set) var isShown: [Bool]
    /// The color where the picture is transparent; nil if unknown.
    let background: RGB?

    /// Creates the region for a picture; nil if there is nothing to draw. Leaves out the last row of
    /// the screen, because terminals scroll when pixels touch it, and the cells beyond the photo.
    /// - Parameters:
    ///   - cells: the indices of the cells in which the picture shows.
    ///   - ground: the terminal's own background; nil if unknown.
    init?(_ placement: Placement, cells: [Int], of surface: Surface, ground: RGB?) {
        let columns = surface.size.columns
        var edge: Color?
        let shown = cells.filter { index in
            let (column, row) = (index % columns, index / columns)
            let cell = placement.picture.cells[column - placement.rect.column, row - placement.rect.row]
            if cell.background == .terminal { edge = surface.cells[index].style.background }
            return row < surface.size.rows - 1 && !cell.isBlank
        }
        guard !shown.isEmpty else { return nil }
        let bounds = shown.bounds(columns: columns)
        let left = bounds.columns.lowerBound
        self.placement = placement
        rect = Rect(
            column: left, row: bounds.rows.lowerBound, columns: bounds.columns.count, rows: bounds.rows.count)
        isShown = Array(repeating: false, count: rect.columns * rect.rows)
        for index in shown { isShown[(index / columns - rect.row) * rect.columns + index % columns - left] = true }
        background = edge.flatMap { RGB($0, ground: ground) }
    }

    /// Returns whether the pixels show at a cell of the surface.
    func shows(column: Int, row: Int) -> Bool {
        guard rect.columns(contain: column), rect.rows(contain: row) else { return false }
        return isShown[(row - rect.row) * rect.columns + column - rect.column]
    }

    /// Returns whether the picture can be drawn over that of an older region: it has the same view in the same cells.
    func canReplace(_ older: ImageRegion) -> Bool {
        placement.rect == older.placement.rect && placement.picture.view == older.placement.picture.view
    }

    /// Returns whether `other`, of which no pixels have been sent, may still be drawn now that this region is wanted:
    /// both are equal, or frames of one animation in the same cells.
    func canFollow(_ other: ImageRegion) -> Bool {
        guard self != other else { return true }
        return placement.picture.role == .frame && other.placement.picture.role == .frame && canReplace(other)
            && rect == other.rect && isShown == other.isShown && background == other.background
    }

    /// Returns the part of the region that lies in the cells of `current`; nil if they have none in common.
    func remaining(in current: ImageRegion) -> ImageRegion? {
        guard background == current.background else { return nil }
        return filtered { current.shows(column: $0, row: $1) }
    }

    /// Returns the region without the cells of others, and as small as possible; nil if nothing is left.
    func subtracting(_ others: [ImageRegion]) -> ImageRegion? {
        guard !others.isEmpty else { return self }
        let left = filtered { column, row in !others.contains { $0.shows(column: column, row: row) } }
        return left == self ? self : left?.cropped
    }

    private func filtered(_ isIncluded: (_ column: Int, _ row: Int) -> Bool) -> ImageRegion? {
        var left = self
        for (index, isShown) in isShown.enumerated() where isShown {
            left.isShown[index] = isIncluded(
                rect.column + index % rect.columns, rect.row + index / rect.columns)
        }
        return left.isShown.contains(true) ? left : nil
    }

    /// The region without rows and columns in which nothing shows.
    private var cropped: ImageRegion {
        let bounds = isShown.indices.filter { isShown[$0] }.bounds(columns: rect.columns)
        let (left, top) = (bounds.columns.lowerBound, bounds.rows.lowerBound)
        var smaller = ImageRegion(
            id: id, reduction: reduction, placement: placement,
            rect: Rect(
                column: rect.column + left, row: rect.row + top, columns: bounds.columns.count,
                rows: bounds.rows.count),
            isShown: [], background: background)
        smaller.isShown = (0..<smaller.rect.columns * smaller.rect.rows).map { index in
            isShown[(top + index / smaller.rect.columns) * rect.columns + left + index % smaller.rect.columns]
        }
        return smaller
    }

    private init(
        id: UInt32, reduction: Int, placement: Placement, rect: Rect, isShown: [Bool], background: RGB?
    ) {
        self.id = id
        self.reduction = reduction
        self.placement = placement
        self.rect = rect
        self.isShown = isShown
        self.background = background
    }

    /// The share of the cells that show something else.
    var coveredShare: Double { Double(isShown.count { !$0 }) / Double(isShown.count) }
}

extension Rect {
    fileprivate func columns(contain other: Int) -> Bool { column..<endColumn ~= other }
    fileprivate func rows(contain other: Int) -> Bool { row..<endRow ~= other }
}

extension RGB {
    /// - Parameter ground: the terminal's own background; nil if unknown.
    init?(_ color: Color, ground: RGB?) {
        switch color {
        case .rgb(let red, let green, let blue): self.init(red, green, blue)
        case .palette(let index): self = XtermPalette.color(index)
        case .terminal:
            guard let ground else { return nil }
            self = ground
        }
    }
}
