import Albums
import CellArt

/// A pane of the viewer: a photo, its picture and the details for its caption or, for screen readers, a text about it.
@MainActor
final class ViewerPane {
    /// Called when the picture or the details have changed.
    var onChange: () -> Void = {}

    let display: PhotoDisplay
    /// Nil until it has loaded.
    private(set) var photo: Photo?
    /// The last known index of the photo in its list.
    var index: Int
    /// The file shown, unless it is the first of the photo's stack.
    private(set) var otherFile: Photo.ID?
    /// Nil until they have loaded.
    private(set) var details: PhotoDetails?
    /// All details, if text replaces the picture; nil until they have loaded.
    private(set) var text: DetailSheet?
    /// Whether text replaces the picture.
    private let isText: Bool
    private let shown: ShownLibrary
    private var describing: Task<Void, Never>?

    /// - Parameter index: the index of the photo, or of one near it.
    init(_ photo: Photo?, near index: Int, shown: ShownLibrary, isText: Bool, display: PhotoDisplay) {
        self.photo = photo
        self.index = index
        self.shown = shown
        self.isText = isText
        self.display = display
        display.onChange = { [weak self] in self?.displayChanged() }
    }

    /// The file of the photo that is shown, as a photo.
    var file: Photo? { photo?.file(otherFile) }

    /// Whether the picture is of this photo, or is its placeholder.
    var isDrawn: Bool { file.map { $0.id == display.shown.drawnPhoto } == true }

    /// The pixels of the photo on the screen; nil until it is sharp.
    var sample: ViewSample? { isDrawn ? display.shown.sample : nil }

    /// Loads the photo, unless it is loading or on the screen.
    func begin() {
        if display.shown.viewport == nil, display.shown.failure == nil, !display.isBusy { retry() }
    }

    /// Loads the photo again.
    func retry() {
        file.map(display.show)
    }

    /// Prepares for another photo, which may be unknown. The previous picture stays until the new one is ready.
    func clear(for photo: Photo? = nil) {
        self.photo = photo
        details = nil
        text = nil
        stopDescribing()
        display.clear()
    }

    /// Shows a photo. Loads it, unless its file is already loading or on the screen.
    func show(_ photo: Photo) {
        self.photo = photo
        if !photo.stack.contains(where: { $0.id == otherFile }) { otherFile = nil }
        guard let file, !display.isOf(file) else { return onChange() }
        stopDescribing()
        display.show(file)
    }

    /// Shows the next file of the photo, such as its RAW file instead of the JPEG.
    func showOtherFile() {
        guard let photo else { return }
        let next = photo.stack.firstIndex { $0.id == otherFile }.map { $0 + 1 } ?? 0
        otherFile = next < photo.stack.count ? photo.stack[next].id : nil
        display.clear()
        retry()
    }

    /// Cancels outstanding loads and decodes.
    func suspend() {
        display.suspend()
        if details == nil, text == nil { stopDescribing() }
    }

    private func displayChanged() {
        if isText || isDrawn && !display.isBusy { describe() }
        onChange()
    }

    /// Loads the details, once the photo is on the screen. All of a text are published in one update, because a screen reader
    /// announces every change.
    private func describe() {
        guard describing == nil, let photo else { return }
        describing = Task { [weak self, shown, isText] in
            let text = isText ? DetailSheet(photo, await PhotoInformation.complete(of: photo, in: shown)) : nil
            let details = isText ? nil : await PhotoDetails(shownBelow: photo, in: shown)
            guard !Task.isCancelled, let self else { return }
            (self.details, self.text) = (details, text)
            onChange()
        }
    }

    private func stopDescribing() {
        describing?.cancel()
        describing = nil
    }
}

/// The panes of the viewer, from one to four. Commands act on the active one.
@MainActor
final class ViewerPanes {
    /// Called when a pane has changed, or another one is active.
    var onChange: () -> Void = {}

    private(set) var all: [ViewerPane]
    private(set) var activeIndex = 0 {
        didSet { onChange() }
    }

    init(_ panes: [ViewerPane]) {
        all = panes
        for pane in panes { pane.onChange = { [weak self] in self?.onChange() } }
    }

    var active: ViewerPane { all[activeIndex] }

    /// The index of the pane with which the active one is compared: the first other one. Nil without another one.
    var reference: Int? { all.count < 2 ? nil : activeIndex == 0 ? 1 : 0 }

    /// Whether a better picture is loading.
    var areBusy: Bool { all.contains { $0.display.isBusy } }

    /// Makes a pane the one that commands act on.
    func choose(_ index: Int) {
        if all.indices.contains(index) { activeIndex = index }
    }

    func choose(_ pane: ViewerPane) {
        if let index = all.firstIndex(where: { $0 === pane }) { activeIndex = index }
    }

    /// Removes one of several panes.
    func remove(_ pane: ViewerPane) {
        let active = active
        pane.suspend()
        all.removeAll { $0 === pane }
        activeIndex = all.firstIndex { $0 === active } ?? min(activeIndex, all.count - 1)
    }
}

extension ViewerPane {
    /// The visible state of a pane.
    struct State: Sendable {
        /// Nil until it has loaded.
        let photo: Photo?
        /// The file shown, unless it is the first of the photo's stack.
        let otherFile: Photo.ID?
        let shown: ShownPhoto
        /// The details for the caption; nil until they have loaded.
        let details: PhotoDetails?
        /// All details, if text replaces the picture; nil until they have loaded.
        let text: DetailSheet?
        let isFavorite: Bool
        let isMarked: Bool
        /// Whether the terminal shows the photo, so that keys change it.
        let isOnScreen: Bool
        /// The user's assessment of the photo.
        let assessment: Assessment
        /// Nil until it has been measured, or if the compared views show too little detail.
        let sharpness: ComparedSharpness?
        /// Where the photo differs from the reference; nil unless wanted and known.
        let difference: PixelComparison.Difference?

        /// The file of the photo that is shown, as a photo.
        var file: Photo? { photo?.file(otherFile) }

        /// Whether the photo itself is shown, or why it can't be.
        var showsPhoto: Bool {
            !shown.isPlaceholder && shown.drawnPhoto == file?.id && (shown.picture != nil || shown.failure != nil)
        }

        /// The width of the picture divided by its height, as rotated; nil until known.
        var aspect: Double? {
            shown.viewport.map { Double($0.picture.width) / Double($0.picture.height) }
        }
    }
}

extension Photo {
    /// Returns a file of the photo's stack, as a photo; the first one if the stack has no such file.
    fileprivate func file(_ id: Photo.ID?) -> Photo { stackedPhotos.first { $0.id == id } ?? self }
}
