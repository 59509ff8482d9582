import Albums
import CellArt

/// Loads the thumbnails of photos in view, then of those one screen ahead, and cancels the loads of all others.
@MainActor
final class ThumbnailLoader {
    /// Called when a tile changes.
    var onChange: () -> Void = {}

    private(set) var tiles: [Photo.ID: Tile] = [:]

    private let pictures: PicturePort
    private let clock: any Clock<Duration>
    private let busyIndicator: BusyIndicator
    private var requests: [Photo.ID: Request] = [:]
    /// The photos in view, in order; the last ones, if nothing in view is loaded.
    private var visible: [Photo.ID] = []
    private var movesBackward = false
    /// How long photos that have come into view stay there before they are requested; nil on the first screen.
    private var delay: Duration?
    /// The request to make once all visible tiles are done.
    private var prefetch: (photos: [Photo], request: TileRequest)?

    private struct Request {
        let tileRequest: TileRequest
        let version: PhotoVersion
        let task: Task<Void, Never>
        /// The earlier prefetch of a photo that is now in view. It keeps running, because both requests share its
        /// fetch.
        var prefetch: Task<Void, Never>?
        /// Whether the photo has been on the screen, or likely to be next, for long enough.
        var hasStarted = false
        /// Whether the tile is as good as it will be.
        var isDone = false

        func cancel() {
            task.cancel()
            prefetch?.cancel()
        }
    }

    /// The time that a photo stays on the screen before its thumbnail is requested, unless it was there from the start.
    /// Pages that pass faster, while a key is held, cost nothing.
    static let minTimeOnScreen = Duration.milliseconds(30)

    init(pictures: PicturePort, clock: any Clock<Duration>) {
        self.pictures = pictures
        self.clock = clock
        busyIndicator = BusyIndicator(clock: clock)
        busyIndicator.onChange = { [weak self] in self?.busyIndicatorChanged() }
    }

    /// Requests the thumbnails of the visible photos, and once they are done, of those one screen ahead.
    ///
    /// - Parameter nearby: the visible photos and those around them, in order. Their tiles are kept.
    func show(visible: [Photo], nearby: [Photo], as request: TileRequest) {
        guard request.columns > 0, request.rows > 0 else { return }
        let ids = visible.map(\.id)
        let (before, now) = (Set(self.visible), Set(ids))
        let ahead = ahead(of: ids, in: nearby)
        if ids != self.visible, !ids.isEmpty {
            delay = before.isEmpty ? nil : Self.minTimeOnScreen
            self.visible = ids
        }
        var request = request
        request.isVisible = true
        var requested: Set<Photo.ID> = []
        // Within a priority the newest request is served first, so the first tile is requested last.
        for photo in visible.reversed() where requested.insert(photo.id).inserted {
            load(photo, request, after: before.contains(photo.id) ? nil : delay)
        }
        request.isVisible = false
        prefetch = (ahead, request)
        let (kept, next) = (Set(nearby.map(\.id)), Set(ahead.map(\.id)))
        for (id, request) in requests where !now.contains(id) {
            let isPrefetch = next.contains(id) && !request.tileRequest.isVisible
            guard !kept.contains(id) || !(request.isDone || isPrefetch) else { continue }
            request.cancel()
            requests[id] = nil
        }
        tiles = tiles.filter { id, tile in requests[id] != nil || kept.contains(id) && !tile.isPending }
        prefetchIfDone()
        updateBusyIndicator()
    }

    /// Returns the photos that are likely next: after the visible ones, or before them if the view moves backward or
    /// shows the end of the list.
    private func ahead(of ids: [Photo.ID], in nearby: [Photo]) -> [Photo] {
        guard let start = nearby.firstIndex(where: { $0.id == ids.first }),
            let end = nearby.lastIndex(where: { $0.id == ids.last })
        else { return visible.isEmpty ? nearby : [] }
        if let last = visible.first, let index = nearby.firstIndex(where: { $0.id == last }), index != start {
            movesBackward = start < index
        }
        let (behind, ahead) = (Array(nearby[..<start].reversed()), Array(nearby[max(start, end + 1)...]))
        return movesBackward ? (behind.isEmpty ? ahead : behind) : (ahead.isEmpty ? behind : ahead)
    }

    private func prefetchIfDone() {
        guard let (photos, request) = prefetch,
            requests.values.allSatisfy({ $0.isDone || !$0.tileRequest.isVisible })
        else { return }
        prefetch = nil
        // In reverse for the reason above.
        for photo in photos.reversed() { load(photo, request, after: delay) }
    }

    /// Forgets broken tiles, so that the next `show` requests them again. Returns whether any was broken.
    func retryBroken() -> Bool {
        pictures.forgetBrokenPictures()
        let requestsBefore = requests.count
        for (id, tile) in tiles {
            switch tile {
            case .broken, .noFrame: break
            case .placeholder, .picture, .loading: continue
            }
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
        visible = []
        prefetch = nil
        updateBusyIndicator()
    }

    /// - Parameter delay: how long to wait before the request.
    private func load(_ photo: Photo, _ tileRequest: TileRequest, after delay: Duration? = nil) {
        var prefetch: Task<Void, Never>?
        var isResized = false
        if let known = requests[photo.id] {
            var same = known.tileRequest
            same.isVisible = tileRequest.isVisible
            let isPromoted = tileRequest.isVisible && !known.tileRequest.isVisible && !known.isDone
            let isChanged = known.version.isOutdated(by: photo.pixelVersion)
            if same == tileRequest && !isPromoted && !isChanged { return }
            isResized = same != tileRequest
            if isResized || isChanged || !known.hasStarted { known.cancel() } else { prefetch = known.task }
        }
        if isPending(photo.id) {
            let cached = delay == nil ? nil : pictures.cachedTile(photo, tileRequest)
            tiles[photo.id] =
                cached.map { .picture($0) }
                ?? pictures.placeholder(photo, tileRequest).map { .placeholder($0) } ?? loadingTile(tileRequest)
        } else if isResized, tileRequest.isVisible, case .picture = tiles[photo.id],
            let picture = pictures.cachedTile(photo, tileRequest)
        {
            // Until the sharp one arrives, the old thumbnail at the new size.
            tiles[photo.id] = .picture(picture)
        }
        let task = Task { [weak self, pictures, clock] in
            do {
                if let delay {
                    try await clock.sleep(for: delay)
                    // An earlier prefetch may have done it.
                    guard let self, requests[photo.id]?.isDone == false else { return }
                    requests[photo.id]?.hasStarted = true
                }
                for try await picture in pictures.tile(photo, tileRequest) {
                    guard !Task.isCancelled else { return }
                    self?.show(.picture(picture.picture), for: photo.id, isDone: picture.isSharp)
                }
            } catch {
                guard !Task.isCancelled else { return }
                let tile = photo.video == nil ? Tile.broken(UserFacingText.sentence(error)) : .noFrame
                self?.show(tile, for: photo.id, isDone: true)
            }
        }
        requests[photo.id] = Request(
            tileRequest: tileRequest, version: photo.pixelVersion, task: task, prefetch: prefetch,
            hasStarted: delay == nil)
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
        if isDone { prefetchIfDone() }
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
