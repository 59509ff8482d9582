import Albums
import CellArt

/// Everything the viewer shows.
public struct ViewerState: Sendable {
    /// The photo and its position in the list.
    var position: PhotoNavigator.Position
    public var shown = ShownPhoto()
    /// Whether loading takes long enough to show a busy indicator.
    public var isSlow = false
    public var isCaptionShown = true
    public var slideshow = Slideshow.Status.off
}

/// The view-model of the viewer.
@MainActor
public final class ViewerViewModel {
    /// Navigation and messages out of this screen.
    public struct Actions {
        /// Called with the index of each photo shown.
        var showed: (Int) -> Void
        var showInformation: (Photo) -> Void
        /// Opens the share sheet; with `saving`, it asks for a path right away.
        var share: (_ photos: [Photo], _ saving: Bool) -> Void
        var toggleFavorite: ([Photo]) -> Void
        var undoFavorite: () -> Void
        /// Shows why a command has no effect.
        var explain: (NoEffect) -> Void
        /// Leaves the viewer; the argument is the current photo, if it has loaded.
        var goBack: (Photo?) -> Void
    }

    public private(set) var state: ViewerState {
        didSet { onStateChange(state) }
    }

    /// Called after each change of the state.
    public var onStateChange: (ViewerState) -> Void = { _ in }

    private let pictures: PicturePort
    private let navigator: PhotoNavigator
    private let display: PhotoDisplay
    private let prefetcher: PhotoPrefetcher
    private let slideshow: Slideshow
    private let busyIndicator: BusyIndicator
    private let actions: Actions
    private let shown: ShownLibrary
    private var refreshing: Task<Void, Never>?
    private var size: (columns: Int, rows: Int, style: ArtStyle)?

    init(
        position: PhotoPosition, playing: Bool, library: any PhotoLibrary, pictures: PicturePort,
        settings: ViewingSettings,
        link: LinkPort, clock: any Clock<Duration>, actions: Actions
    ) {
        self.actions = actions
        self.pictures = pictures
        navigator = PhotoNavigator(from: position, library: library)
        display = PhotoDisplay(
            pictures: pictures, isAnimated: settings.isAnimated, link: link, clock: clock)
        prefetcher = PhotoPrefetcher(navigator: navigator, pictures: pictures)
        slideshow = Slideshow(settings: settings, clock: clock)
        busyIndicator = BusyIndicator(clock: clock)
        shown = ShownLibrary(library: library, pictures: pictures)
        state = ViewerState(position: navigator.position)
        navigator.onChange = { [weak self] in self?.positionChanged() }
        navigator.onArrival = { [weak self] in self?.arrive(at: $0) }
        navigator.onFailure = { [weak self] in self?.miss($0) }
        display.onChange = { [weak self] in self?.update() }
        slideshow.onTurn = { [weak self] in self?.goOn() }
        busyIndicator.onChange = { [weak self] in self?.busyIndicatorChanged() }
        if playing { toggleSlideshow() }
    }

    /// Sets the available size in cells, and starts loading.
    public func layOut(columns: Int, rows: Int, style: ArtStyle) {
        size = (columns, rows, style)
        display.layOut(columns: columns, rows: rows, style: style)
        if state.shown.viewport == nil, state.shown.failure == nil, !isBusy { begin() }
    }

    /// Moves by `step` photos, in the slideshow's order if one is active; waits for a photo that hasn't loaded yet.
    public func go(by step: Int) {
        slideshow.restart()
        let noEffect: NoEffect?
        if slideshow.status == .off {
            noEffect = navigator.step(by: step)
        } else if step > 0 {
            noEffect = goOn()
        } else if let index = slideshow.previous(before: navigator.position.index) {
            noEffect = navigator.move(to: index)
        } else {
            noEffect = .firstPhoto
        }
        if let noEffect { actions.explain(noEffect) }
        update()
    }

    /// Starts, pauses or resumes the slideshow.
    public func toggleSlideshow() {
        slideshow.toggle()
        update()
    }

    /// Retries after a failure, and rereads data that other programs may have changed.
    public func retry() {
        refreshing?.cancel()
        refreshing = Task { [weak self, shown] in
            let isRead = await shown.refresh()
            guard !Task.isCancelled, let self else { return }
            guard isRead else { return retryFailed() }
            await navigator.beginAgain()
            update()
        }
    }

    private func retryFailed() {
        let hasFailed = state.shown.failure != nil || state.position.partialFailure != nil
        guard hasFailed else { return actions.explain(isBusy ? .stillLoading : .nothingFailed) }
        begin()
    }

    /// Called when the library has changed.
    public func refresh() {
        navigator.refresh()
    }

    /// Zooms, pans or rotates the photo.
    public func change(_ change: (inout Viewport) -> Void) {
        display.change(change)
    }

    /// Zooms, pans or rotates the photo; if the view stays the same, explains why.
    func change(_ change: (inout Viewport) -> Void, orExplain reason: NoEffect) {
        guard let before = state.shown.viewport else { return actions.explain(.photoMissing) }
        display.change(change)
        if state.shown.viewport == before { actions.explain(reason) }
    }

    /// Called when the state has been presented on the terminal.
    public func didPresent() {
        display.didPresent()
    }

    public func showInformation() {
        if let photo { actions.showInformation(photo) }
    }

    public func share(saving: Bool) {
        if let photo { actions.share([photo], saving) }
    }

    /// Adds the photo to the favorites, or removes it.
    public func toggleFavorite() {
        if let photo { actions.toggleFavorite([photo]) }
    }

    /// Undoes the last change of favorites.
    public func undoFavorite() {
        actions.undoFavorite()
    }

    public func toggleCaption() {
        state.isCaptionShown.toggle()
    }

    public func goBack() {
        actions.goBack(state.position.photo)
    }

    /// Cancels outstanding loads and decodes; called when the screen is covered or gone.
    public func suspend() {
        refreshing?.cancel()
        slideshow.end()
        prefetcher.stop()
        navigator.stop()
        display.stop()
        pictures.cancelViews()
        update()
    }

    private var isBusy: Bool { navigator.isWaiting || display.isBusy }

    /// The current photo; if nil, also shows the user why the command has no effect.
    private var photo: Photo? {
        if state.position.photo == nil { actions.explain(.photoMissing) }
        return state.position.photo
    }

    private func begin() {
        navigator.begin()
        update()
    }

    private func positionChanged() {
        if navigator.position.photo == nil { display.clear() }
        update()
    }

    private func arrive(at photo: Photo) {
        actions.showed(navigator.position.index)
        display.show(photo)
    }

    /// Shows the error, or leaves the viewer if the list has become shorter and has no photo here.
    private func miss(_ error: (any Error)?) {
        if let error { display.fail(error) } else { actions.goBack(nil) }
    }

    private func update() {
        var new = state
        new.position = navigator.position
        new.shown = display.shown
        new.slideshow = slideshow.status
        state = new
        busyIndicator.update(isBusy: isBusy)
        let isShown = !isBusy && new.position.photo.map { $0.id == new.shown.pictured } == true
        slideshow.update(isShowing: isShown)
        if isShown { prepareNext() }
    }

    /// Replaces the previous photo with a placeholder once loading takes long.
    private func busyIndicatorChanged() {
        state.isSlow = busyIndicator.isShown
        if busyIndicator.isShown { display.showPlaceholder() }
    }

    // MARK: Slideshow

    private var slideshowPosition: Slideshow.Position? {
        guard let counts = navigator.position.counts else { return nil }
        // The next photo has the index of a removed one.
        return Slideshow.Position(
            index: navigator.position.index - (navigator.position.isGone ? 1 : 0), count: counts.matching,
            isComplete: navigator.isWhole
        )
    }

    @discardableResult
    private func goOn() -> NoEffect? {
        guard let position = slideshowPosition else { return .stillLoading }
        let index = slideshow.next(after: position)
        slideshow.advance()
        let noEffect = index == position.index ? .lastPhoto : navigator.move(to: index)
        update()
        return noEffect
    }

    private func prepareNext() {
        guard slideshow.status == .running, let position = slideshowPosition, let size else { return }
        let index = slideshow.next(after: position)
        if index != position.index, index < position.count {
            prefetcher.prepare(index: index, columns: size.columns, rows: size.rows, style: size.style)
        }
    }
}
