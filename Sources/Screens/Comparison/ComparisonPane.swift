import Albums
import CellArt

/// A pane of a comparison: a photo, its picture and the details for its caption.
@MainActor
final class ComparisonPane {
    /// Called when the picture or the details have changed.
    var onChange: () -> Void = {}

    let display: PhotoDisplay
    private(set) var photo: Photo
    /// The last known index of the photo in its list.
    private(set) var index: Int
    /// The photos that have been here before.
    private(set) var replaced: Set<Photo.ID> = []
    /// Nil until they have loaded.
    private(set) var details: PhotoDetails?
    /// Whether the photo has started to load.
    private(set) var hasBegun = false
    private let shown: ShownLibrary
    private var describing: Task<Void, Never>?

    /// - Parameter index: the index of the photo, or of one near it.
    init(_ photo: Photo, near index: Int, shown: ShownLibrary, display: PhotoDisplay) {
        self.photo = photo
        self.index = index
        self.shown = shown
        self.display = display
        display.onChange = { [weak self] in self?.displayChanged() }
    }

    /// The pixels of the photo on the screen; nil until it is sharp.
    var sample: ViewSample? { display.shown.drawnPhoto == photo.id ? display.shown.sample : nil }

    /// Loads the photo, unless it is loading or on the screen.
    func begin() {
        hasBegun = true
        if display.shown.viewport == nil, display.shown.failure == nil, !display.isBusy { display.show(photo) }
    }

    /// Shows another photo; the previous picture stays until the new one is ready.
    func show(_ photo: Photo, at index: Int) {
        replaced.insert(self.photo.id)
        self.photo = photo
        self.index = index
        details = nil
        describing?.cancel()
        describing = nil
        display.clear()
        display.show(photo)
    }

    /// Updates the photo after the library has changed it. Loads it again if its pixels differ.
    func update(_ photo: Photo, at index: Int) {
        self.index = index
        self.photo = photo
        guard hasBegun, !display.isOf(photo) else { return }
        describing?.cancel()
        describing = nil
        display.show(photo)
    }

    /// Cancels outstanding loads and decodes.
    func suspend() {
        display.suspend()
        guard details == nil else { return }
        describing?.cancel()
        describing = nil
    }

    private func displayChanged() {
        if !display.isBusy, display.shown.drawnPhoto == photo.id { describe() }
        onChange()
    }

    /// Loads the details, once the photo is on the screen.
    private func describe() {
        guard describing == nil else { return }
        describing = Task { [weak self, shown, photo] in
            let details = await PhotoDetails(shownBelow: photo, in: shown)
            guard !Task.isCancelled, let self else { return }
            self.details = details
            onChange()
        }
    }
}
