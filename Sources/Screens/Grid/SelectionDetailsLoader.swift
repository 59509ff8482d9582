import Albums
import Basics

/// The facts of the selected photo that load on demand.
struct SelectionDetails: Sendable {
    let photo: Photo
    let details: PhotoDetails
    /// Nil if only fetching the photo would reveal it.
    let size: PixelSize?
}

/// Loads the details of the selected photo once the selection has stopped moving.
@MainActor
final class SelectionDetailsLoader {
    /// Called when details have loaded.
    var onChange: () -> Void = {}

    /// The last loaded details, possibly of another photo.
    private(set) var details: SelectionDetails?

    private let shown: ShownLibrary
    private let clock: any Clock<Duration>
    private var photo: Photo?
    private var loading: Task<Void, Never>?

    /// Longer than the selection stays on a photo while a key is held.
    private static var delay: Duration { .milliseconds(100) }

    init(shown: ShownLibrary, clock: any Clock<Duration>) {
        self.shown = shown
        self.clock = clock
    }

    /// Loads the details of a photo, and cancels the load of another one.
    func load(_ photo: Photo?) {
        guard photo != self.photo else { return }
        stop()
        self.photo = photo
        guard let photo, details?.photo != photo else { return }
        loading = Task { [weak self, shown, clock] in
            guard (try? await clock.sleep(for: Self.delay)) != nil else { return }
            let loaded = await SelectionDetails(
                photo: photo, details: PhotoDetails(shownBelow: photo, in: shown),
                size: shown.pictures.size(of: photo, in: shown.library))
            guard !Task.isCancelled, let self else { return }
            details = loaded
            onChange()
        }
    }

    /// Cancels an outstanding load.
    func stop() {
        loading?.cancel()
        photo = nil
    }
}

extension PicturePort {
    /// Returns a photo's size in pixels; nil if only fetching the photo would reveal it.
    fileprivate func size(of photo: Photo, in library: any PhotoLibrary) async -> PixelSize? {
        if let known = knownDimensions(photo) { return known }
        guard let source = try? await library.picture(of: photo) else { return nil }
        if case .remote = source { return nil }
        return try? await dimensions(photo)
    }
}
