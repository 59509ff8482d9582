import Albums
import CellArt

/// A photo's place in a grid.
public enum Tile: Sendable {
    /// What stands for the photo until its pixels have come.
    case placeholder(CellPicture)
    case picture(CellPicture)
    /// Nothing stands for it, and its pixels take so long that a person wants a sign of it.
    case awaited
    /// Nothing can be shown, for this reason.
    case broken(String)

    /// Whether neither pixels have come nor word that they will not.
    fileprivate var isAwaited: Bool {
        switch self {
        case .placeholder, .awaited: true
        case .picture, .broken: false
        }
    }
}

/// The thumbnails of the photos in view and around it: asked for when they come near, let go when they are gone.
@MainActor
final class TileGallery {
    /// Called when a thumbnail has arrived.
    var onChange: () -> Void = {}

    private(set) var tiles: [Photo.ID: Tile] = [:]

    private let pictures: PicturePort
    private let sign: ProgressSign
    private var requests: [Photo.ID: Request] = [:]

    private struct Request {
        let wanted: TileRequest
        let task: Task<Void, Never>
        /// Asked for before the photo came into view: it goes on, since what it has begun to fetch serves both.
        var ahead: Task<Void, Never>?

        func cancel() {
            task.cancel()
            ahead?.cancel()
        }
    }

    init(pictures: PicturePort, clock: any Clock<Duration>) {
        self.pictures = pictures
        sign = ProgressSign(clock: clock)
        sign.onChange = { [weak self] in self?.signChanged() }
    }

    /// Wants these photos, those in view first, and no others any more.
    func show(visible: [Photo], nearby: [Photo], as request: TileRequest) {
        guard request.columns > 0, request.rows > 0 else { return }
        var request = request
        var kept: Set<Photo.ID> = []
        request.isVisible = true
        for photo in visible where kept.insert(photo.id).inserted { want(photo, request) }
        request.isVisible = false
        for photo in nearby where kept.insert(photo.id).inserted { want(photo, request) }
        for (id, request) in requests where !kept.contains(id) {
            request.cancel()
            requests[id] = nil
        }
        tiles = tiles.filter { kept.contains($0.key) }
        updateSign()
    }

    /// Forgets what could not be shown, so that the next wish asks for it again; returns whether there was any.
    func retryBroken() -> Bool {
        let requestsBefore = requests.count
        for (id, tile) in tiles {
            guard case .broken = tile else { continue }
            tiles[id] = nil
            requests[id] = nil
        }
        return requests.count < requestsBefore
    }

    /// Has all tiles made again by the next wish; until they have come, those that are there stay.
    func reload() {
        for request in requests.values { request.cancel() }
        requests = [:]
    }

    /// Lets go of whatever has not arrived, until it is wanted again.
    func stop() {
        for (id, request) in requests where isAwaited(id) {
            request.cancel()
            requests[id] = nil
            tiles[id] = nil
        }
        updateSign()
    }

    private func want(_ photo: Photo, _ wanted: TileRequest) {
        var ahead: Task<Void, Never>?
        if let known = requests[photo.id] {
            var same = known.wanted
            same.isVisible = wanted.isVisible
            let isPromoted = wanted.isVisible && !known.wanted.isVisible && isAwaited(photo.id)
            if same == wanted && !isPromoted { return }
            if same == wanted { ahead = known.task } else { known.cancel() }
        }
        if isAwaited(photo.id) {
            tiles[photo.id] = pictures.placeholder(photo, wanted).map { .placeholder($0) } ?? awaitedTile(wanted)
        }
        let task = Task { [weak self, pictures] in
            do {
                let picture = try await pictures.tile(photo, wanted)
                guard !Task.isCancelled else { return }
                self?.show(.picture(picture), for: photo.id)
            } catch {
                guard !Task.isCancelled else { return }
                self?.show(.broken(Words.failure(error)), for: photo.id)
            }
        }
        requests[photo.id] = Request(wanted: wanted, task: task, ahead: ahead)
    }

    /// Whether neither the photo's pixels have come nor word that they will not.
    private func isAwaited(_ id: Photo.ID) -> Bool {
        tiles[id]?.isAwaited ?? true
    }

    private func show(_ tile: Tile, for id: Photo.ID) {
        tiles[id] = tile
        updateSign()
        onChange()
    }

    private func updateSign() {
        sign.update(isBusy: requests.contains { $0.value.wanted.isVisible && isAwaited($0.key) })
    }

    private func signChanged() {
        for (id, request) in requests where isAwaited(id) { tiles[id] = tiles[id] ?? awaitedTile(request.wanted) }
        onChange()
    }

    /// What stands where nothing else does.
    private func awaitedTile(_ wanted: TileRequest) -> Tile? {
        sign.isShown && wanted.isVisible ? .awaited : nil
    }
}
