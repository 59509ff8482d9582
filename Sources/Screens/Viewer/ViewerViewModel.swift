import Albums
import CellArt

/// One photo's state on the whole terminal, and what a person can do with it.
@MainActor
public final class ViewerViewModel {
    /// Where the person can go from here.
    public struct Actions {
        /// Told the index of each photo that is shown.
        var showed: (Int) -> Void
        var showInformation: (Photo) -> Void
        /// Opens the share sheet; `saving` asks at once where to save.
        var share: (_ photos: [Photo], _ saving: Bool) -> Void
        var toggleFavorite: ([Photo]) -> Void
        var undoFavorite: () -> Void
        /// Says why a command has no effect.
        var explain: (NoEffect) -> Void
        /// Leaves the photo that is shown, nil where there is none.
        var goBack: (Photo?) -> Void
    }

    public private(set) var state: ViewerState {
        didSet { onStateChange(state) }
    }

    /// Called after each change of the state.
    public var onStateChange: (ViewerState) -> Void = { _ in }

    private let pictures: PicturePort
    private let walk: PhotoWalk
    private let display: PhotoDisplay
    private let ahead: PhotoAhead
    private let slideshow: Slideshow
    private let sign: ProgressSign
    private let actions: Actions
    private let shown: ShownLibrary
    private var refreshing: Task<Void, Never>?
    private var size: (columns: Int, rows: Int, style: ArtStyle)?

    init(
        place: PhotoPlace, playing: Bool, library: any PhotoLibrary, pictures: PicturePort, settings: ViewingSettings,
        link: LinkPort, clock: any Clock<Duration>, actions: Actions
    ) {
        self.actions = actions
        self.pictures = pictures
        walk = PhotoWalk(from: place, library: library)
        display = PhotoDisplay(
            pictures: pictures, isAnimated: settings.isAnimated, link: link, clock: clock)
        ahead = PhotoAhead(walk: walk, pictures: pictures)
        slideshow = Slideshow(settings: settings, clock: clock)
        sign = ProgressSign(clock: clock)
        shown = ShownLibrary(library: library, pictures: pictures)
        state = ViewerState(position: walk.position)
        walk.onChange = { [weak self] in self?.positionChanged() }
        walk.onArrival = { [weak self] in self?.arrive(at: $0) }
        walk.onFailure = { [weak self] in self?.miss($0) }
        display.onChange = { [weak self] in self?.update() }
        slideshow.onTurn = { [weak self] in self?.goOn() }
        sign.onChange = { [weak self] in self?.signChanged() }
        if playing { toggleSlideshow() }
    }

    /// The photo may fill so many cells.
    public func layOut(columns: Int, rows: Int, style: ArtStyle) {
        size = (columns, rows, style)
        display.layOut(columns: columns, rows: rows, style: style)
        if state.shown.viewport == nil, state.shown.failure == nil, !isBusy { begin() }
    }

    /// Shows the photo so many places further on, if there is one; waits for one that is still to come.
    public func go(by step: Int) {
        slideshow.restart()
        let noEffect: NoEffect?
        if slideshow.status == .off {
            noEffect = walk.step(by: step)
        } else if step > 0 {
            noEffect = goOn()
        } else if let index = slideshow.previous(before: walk.position.index) {
            noEffect = walk.move(to: index)
        } else {
            noEffect = .firstPhoto
        }
        if let noEffect { actions.explain(noEffect) }
        update()
    }

    /// Starts a slideshow, pauses it, or goes on with it.
    public func toggleSlideshow() {
        slideshow.toggle()
        update()
    }

    /// Asks again for a photo that could not be shown, and reads again what others may have changed.
    public func retry() {
        refreshing?.cancel()
        refreshing = Task { [weak self, shown] in
            let isRead = await shown.refresh()
            guard !Task.isCancelled, let self else { return }
            guard isRead else { return retryFailed() }
            await walk.beginAgain()
            update()
        }
    }

    private func retryFailed() {
        let hasFailed = state.shown.failure != nil || state.position.cutShort != nil
        guard hasFailed else { return actions.explain(isBusy ? .stillLoading : .nothingFailed) }
        begin()
    }

    /// The library has more or other photos now.
    public func refresh() {
        walk.refresh()
    }

    /// Zooms, pans or turns.
    public func change(_ change: (inout Viewport) -> Void) {
        display.change(change)
    }

    /// Zooms, pans or turns; where the same is seen as before, says why.
    func change(_ change: (inout Viewport) -> Void, orExplain reason: NoEffect) {
        guard let before = state.shown.viewport else { return actions.explain(.photoMissing) }
        display.change(change)
        if state.shown.viewport == before { actions.explain(reason) }
    }

    /// The terminal has taken what the state shows.
    public func noteSeen() {
        display.noteSeen()
    }

    public func showInformation() {
        if let photo { actions.showInformation(photo) }
    }

    public func share(saving: Bool) {
        if let photo { actions.share([photo], saving) }
    }

    /// Makes a favorite of the photo, or takes it from the favorites.
    public func toggleFavorite() {
        if let photo { actions.toggleFavorite([photo]) }
    }

    /// Takes the last change of favorites back.
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
    public func rest() {
        refreshing?.cancel()
        slideshow.end()
        ahead.stop()
        walk.stop()
        display.stop()
        pictures.cancelViews()
        update()
    }

    private var isBusy: Bool { walk.isWaiting || display.isBusy }

    /// The photo that is shown; nil, with the reason told, when there is none.
    private var photo: Photo? {
        if state.position.photo == nil { actions.explain(.photoMissing) }
        return state.position.photo
    }

    private func begin() {
        walk.begin()
        update()
    }

    private func positionChanged() {
        if walk.position.photo == nil { display.clear() }
        update()
    }

    private func arrive(at photo: Photo) {
        actions.showed(walk.position.index)
        display.show(photo)
    }

    /// There is no photo at the position, for a reason or because the list is shorter now.
    private func miss(_ error: (any Error)?) {
        if let error { display.fail(error) } else { actions.goBack(nil) }
    }

    private func update() {
        var new = state
        new.position = walk.position
        new.shown = display.shown
        new.slideshow = slideshow.status
        state = new
        sign.update(isBusy: isBusy)
        let isShown = !isBusy && new.position.photo.map { $0.id == new.shown.pictured } == true
        slideshow.update(isShowing: isShown)
        if isShown { prepareNext() }
    }

    /// Who waits long for a photo sees what stands for it, and no longer the photo before.
    private func signChanged() {
        state.isSlow = sign.isShown
        if sign.isShown { display.showPlaceholder() }
    }

    // MARK: Slideshow

    private var slideshowPlace: Slideshow.Place? {
        guard let counts = walk.position.counts else { return nil }
        // The photo after one that is gone has its index.
        return Slideshow.Place(
            index: walk.position.index - (walk.position.isGone ? 1 : 0), count: counts.matching,
            isComplete: walk.isWhole
        )
    }

    @discardableResult
    private func goOn() -> NoEffect? {
        guard let place = slideshowPlace else { return .stillLoading }
        let index = slideshow.next(after: place)
        slideshow.advance()
        let noEffect = index == place.index ? .lastPhoto : walk.move(to: index)
        update()
        return noEffect
    }

    private func prepareNext() {
        guard slideshow.status == .running, let place = slideshowPlace, let size else { return }
        let index = slideshow.next(after: place)
        if index != place.index, index < place.count {
            ahead.prepare(index: index, columns: size.columns, rows: size.rows, style: size.style)
        }
    }
}
