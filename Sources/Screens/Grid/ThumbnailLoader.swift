import Albums
import CellArt
import TerminalUI

/// Loads the thumbnails of photos in and around the view, and cancels the loads of those that leave it.
@MainActor
final class ThumbnailLoader {
    /// Called when a tile changes.
    var onChange: () -> Void = {}

    private(set) var tiles: [Photo.ID: Tile] = [:]

    private let pictures: PicturePort
    private let busyIndicator: BusyIndicator
    private var requests: [Photo.ID: Request] = [:]

    private struct Request {
        let tileRequest: TileRequest
        let task: Task<Void, Never>
        /// The earlier prefetch of a photo that is now in view. It keeps running, because both requests share its
        /// fetch.
        var prefetch: Task<Void, Never>?
        /// Whether the tile is as good as it will be.
        var isDone = false

        func cancel() {
            task.cancel()
            prefetch?.cancel()
        }
    }

    init(pictures: PicturePort, clock: any Clock<Duration>) {
        self.pictures = pictures
        busyIndicator = BusyIndicator(clock: clock)
        busyIndicator.onChange = { [weak self] in self?.busyIndicatorChanged() }
    }

    /// Requests the thumbnails of these photos, visible ones first, and cancels all other requests.
    func show(visible: [Photo], nearby: [Photo], as request: TileRequest) {
        guard request.columns > 0, request.rows > 0 else { return }
        var request = request
        var requested: Set<Photo.ID> = []
        request.isVisible = true
        // Within a priority the newest request is served first, so the first tile is requested last.
        for photo in visible.reversed() where requested.insert(photo.id).inserted { load(photo, request) }
        request.isVisible = false
        for photo in nearby.reversed() where requested.insert(photo.id).inserted { load(photo, request) }
        for (id, request) in requests where !requested.contains(id) {
            request.cancel()
            requests[id] = nil
        }
        tiles = tiles.filter { requested.contains($0.key) }
        updateBusyIndicator()
    }

    /// Forgets broken tiles, so that the next `show` requests them again. Returns whether any was broken.
    func retryBroken() -> Bool {
        let requestsBefore = requests.count
        for (id, tile) in tiles {
            guard case .broken = tile else { continue }
            tiles[id] = nil
            requests[id] = nil
        }
        return requests.count < requestsBefore
    }

    /// Makes the next `show` request every tile again. Current tiles stay until their replacements arrive.
    func reload() {
        for request in requests.values { request.cancel() }
        requests = [:]
    }

    /// Cancels outstanding loads; the next `show` requests them again.
    func stop() {
        for (id, request) in requests where !request.isDone {
            request.cancel()
            requests[id] = nil
            if isPending(id) { tiles[id] = nil }
        }
        updateBusyIndicator()
    }

    private func load(_ photo: Photo, _ tileRequest: TileRequest) {
        var prefetch: Task<Void, Never>?
        var isResized = false
        if let known = requests[photo.id] {
            var same = known.tileRequest
            same.isVisible = tileRequest.isVisible
            let isPromoted = tileRequest.isVisible && !known.tileRequest.isVisible && !known.isDone
            if same == tileRequest && !isPromoted { return }
            isResized = same != tileRequest
            if isResized { known.cancel() } else { prefetch = known.task }
        }
        if isPending(photo.id) {
            tiles[photo.id] =
                pictures.placeholder(photo, tileRequest).map { .placeholder($0) } ?? loadingTile(tileRequest)
        } else if isResized, tileRequest.isVisible, case .picture = tiles[photo.id],
            let picture = pictures.cachedTile(photo, tileRequest)
        {
            // Until the sharp one arrives, the old thumbnail at the new size.
            tiles[photo.id] = .picture(picture)
        }
        let task = Task { [weak self, pictures] in
            do {
                for try await picture in pictures.tile(photo, tileRequest) {
                    guard !Task.isCancelled else { return }
                    self?.show(.picture(picture.picture), for: photo.id, isDone: picture.isSharp)
                }
            } catch {
                guard !Task.isCancelled else { return }
                self?.show(.broken(UserFacingText.sentence(error)), for: photo.id, isDone: true)
            }
        }
        requests[photo.id] = Request(tileRequest: tileRequest, task: task, prefetch: prefetch)
    }

    /// Whether the photo's tile has neither loaded nor failed yet.
    private func isPending(_ id: Photo.ID) -> Bool {
        tiles[id]?.isPending ?? true
    }

    private func show(_ tile: Tile, for id: Photo.ID, isDone: Bool) {
        // The prefetch of a photo that is now in view may be late.
        if !isDone, requests[id]?.isDone == true { return }
        requests[id]?.isDone = isDone
        tiles[id] = tile
        updateBusyIndicator()
        onChange()
    }

    private func updateBusyIndicator() {
        busyIndicator.update(isBusy: requests.contains { $0.value.tileRequest.isVisible && isPending($0.key) })
    }

    private func busyIndicatorChanged() {
        for (id, request) in requests where isPending(id) { tiles[id] = tiles[id] ?? loadingTile(request.tileRequest) }
        onChange()
    }

    /// Returns the tile of a photo without a placeholder: the busy indicator, once loading is slow.
    private func loadingTile(_ tileRequest: TileRequest) -> Tile? {
        busyIndicator.isShown && tileRequest.isVisible ? .loading : nil
    }
}

/// The state of a photo's tile in a grid.
public enum Tile: Sendable {
    /// A stand-in until the pixels arrive.
    case placeholder(RenderedPicture)
    case picture(RenderedPicture)
    /// There is no placeholder, and loading has taken long enough to show a busy indicator.
    case loading
    /// The photo can't be shown, for this reason.
    case broken(String)

    /// Whether loading has neither succeeded nor failed yet.
    var isPending: Bool {
        switch self {
        case .placeholder, .loading: true
        case .picture, .broken: false
        }
    }

    /// Draws the thumbnail, a placeholder, or the sign of a broken or slow one.
    ///
    /// - Parameter saysWhy: whether to write the reason below the sign of a broken thumbnail.
    func draw(in rect: Rect, on surface: inout Surface, theme: Theme, saysWhy: Bool = true) {
        switch self {
        case .placeholder(let picture), .picture(let picture):
            surface.place(picture, centeredIn: rect)
        case .broken(let reason):
            let lines = VisibleText(reason, repertoire: surface.repertoire)
                .wrapped(columns: rect.columns, rows: saysWhy ? max(0, rect.rows - 1) : 0)
            let top = rect.row + max(0, rect.rows - lines.count - 1) / 2
            surface.write("\u{00D7}", column: rect.column + rect.columns / 2, row: top, style: theme.failure)
            for (offset, line) in lines.enumerated() {
                let indent = max(0, (rect.columns - VisibleText(line).width) / 2)
                surface.write(
                    line, column: rect.column + indent, row: top + 1 + offset, style: theme.quiet,
                    width: rect.columns - indent)
            }
        case .loading:
            surface.write(
                "\u{2026}", column: rect.column + rect.columns / 2, row: rect.row + rect.rows / 2, style: theme.quiet)
        }
    }
}

extension Tile: CustomStringConvertible {
    /// The case without its cells, so that a printed state stays readable.
    public var description: String {
        switch self {
        case .placeholder: "placeholder"
        case .picture: "picture"
        case .loading: "loading"
        case .broken(let reason): "broken: \(reason)"
        }
    }
}
