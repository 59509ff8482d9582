import Albums
import CellArt
import TerminalUI

/// The strip below the photo in the viewer: a row of tiles of its neighbors in the list.
///
/// The row stays in place until the current photo leaves it. Tiles load only while the current photo is on the screen,
/// so that they don't delay the next step.
@MainActor
final class PhotoStrip {
    struct State: Sendable {
        /// The index of the first photo in the list.
        var start = 0
        var photos: [Photo] = []
        var tiles: [Photo.ID: Tile] = [:]
    }

    /// Called when the state has changed.
    var onChange: () -> Void = {}

    private var row = State()
    private let navigator: PhotoNavigator
    private let thumbnails: ThumbnailLoader
    private var capacity = 0
    private var tile: TileRequest?
    private var loading: Task<Void, Never>?
    /// Whether the row that is shown is the one for the current photo, and its tiles have been requested.
    private var isCurrent = false
    /// Whether the row has to load again: the list has changed, or its load was canceled.
    private var isOutdated = false
    /// The index of the photo for which a row was last requested, which may have failed.
    private var requested: Int?

    init(_ navigator: PhotoNavigator, pictures: PicturePort, clock: any Clock<Duration>) {
        self.navigator = navigator
        thumbnails = ThumbnailLoader(pictures: pictures, clock: clock)
        thumbnails.onChange = { [weak self] in self?.onChange() }
    }

    var state: State {
        var state = row
        state.tiles = thumbnails.tiles
        return state
    }

    /// Sets the number of tiles and their size.
    func layOut(capacity: Int, tile: TileRequest) {
        guard capacity != self.capacity || tile != self.tile else { return }
        (self.capacity, self.tile) = (capacity, tile)
        stop()
        isOutdated = true
    }

    /// Shows the row of the current photo.
    ///
    /// - Parameter isPhotoShown: whether the photo is on the screen. Otherwise the row stays as it is.
    func update(isPhotoShown: Bool) {
        guard isPhotoShown else { return stop() }
        guard loading == nil else { return }
        let index = navigator.position.index
        let isInside = (row.start..<row.start + row.photos.count).contains(index)
        if isOutdated || !isInside && requested != index {
            requested = index
            load(from: isInside && row.photos.count == capacity ? row.start : start(for: index))
        } else if !isCurrent, let tile {
            isCurrent = true
            // At the priority of a prefetch, so that the photo itself loads first.
            thumbnails.show(visible: [], nearby: row.photos, as: tile)
        }
    }

    /// Loads the row again, because the list has changed.
    func reload() {
        isOutdated = true
    }

    /// Cancels outstanding loads.
    func stop() {
        if loading != nil { isOutdated = true }
        loading?.cancel()
        loading = nil
        guard isCurrent else { return }
        isCurrent = false
        thumbnails.stop()
    }

    /// Returns the start of a row for a photo outside of the current row. It keeps one photo of that row; the first row
    /// has the photo in its middle.
    private func start(for index: Int) -> Int {
        let end = row.start + row.photos.count
        let start = row.photos.isEmpty ? index - capacity / 2 : index >= end ? index - 1 : index - capacity + 2
        let count = navigator.position.counts?.matching ?? .max
        return max(0, min(start, index, count - capacity))
    }

    private func load(from start: Int) {
        guard capacity > 0 else { return }
        isOutdated = false
        loading = Task { [weak self, navigator, range = start..<start + capacity] in
            let page = await navigator.photos(in: range)
            guard !Task.isCancelled, let self else { return }
            loading = nil
            isCurrent = false
            if let page { row = State(start: start + page.offset, photos: page.items) }
            onChange()
        }
    }
}

/// The cells of the strip: a line that marks the current photo, and tiles of one size below.
struct StripLayout {
    private let columns: Int
    /// The size of a tile.
    private let tile: Size

    private static let gap = 1
    /// The shape of most photos.
    private static let aspect = 1.5

    init(in screen: Size, cellAspect: Double) {
        columns = screen.columns
        let rows = max(2, min(6, screen.rows / 6))
        tile = Size(columns: max(2, Int((Double(rows) * cellAspect * Self.aspect).rounded())), rows: rows)
    }

    var rows: Int { tile.rows + 1 }

    /// The number of tiles.
    var capacity: Int { max(1, (columns + Self.gap) / (tile.columns + Self.gap)) }

    func tile(_ style: ArtStyle) -> TileRequest {
        TileRequest(columns: tile.columns, rows: tile.rows, style: style, isVisible: false)
    }

    /// The first column of a tile in the centered row.
    private func column(of tile: Int) -> Int {
        let used = capacity * (self.tile.columns + Self.gap) - Self.gap
        return max(0, columns - used) / 2 + tile * (self.tile.columns + Self.gap)
    }

    /// Returns the index in the list of the photo in a column; nil beside the tiles.
    func index(at point: Position, in strip: PhotoStrip.State?) -> Int? {
        guard let strip else { return nil }
        return strip.photos.indices.first { (column(of: $0)..<column(of: $0) + tile.columns).contains(point.column) }
            .map { strip.start + $0 }
    }

    /// Draws a strip from a row on.
    ///
    /// - Parameter current: the index in the list of the current photo.
    func draw(_ strip: PhotoStrip.State, current: Int, row: Int, on surface: inout Surface, theme: Theme) {
        for (offset, photo) in strip.photos.enumerated() {
            let column = column(of: offset)
            if strip.start + offset == current {
                let line = String(repeating: "\u{2501}", count: tile.columns)
                surface.write(line, column: column, row: row, style: theme.accent)
            }
            strip.tiles[photo.id]?.draw(
                in: Rect(column: column, row: row + 1, columns: tile.columns, rows: tile.rows), on: &surface,
                theme: theme)
        }
    }
}
