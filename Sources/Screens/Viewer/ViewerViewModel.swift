import Albums
import CellArt

/// Everything the viewer shows.
struct ViewerState: Sendable {
    /// One photo of a list, or two to four compared ones.
    var panes: [ViewerPane.State] = []
    /// The index of the photo that commands act on.
    var active = 0
    /// Nil unless photos are compared.
    var comparison: ComparisonState?
    /// The position in the list.
    var position: PhotoNavigator.Position
    /// The details beside or in place of the photo; nil while hidden.
    var details: DetailsState?
    /// The tiles below the photo; nil while hidden.
    var strip: PhotoStrip.State?
    /// Whether assessing a photo goes to the next one.
    var advances = false
    /// The number of marked photos in the list.
    var markCount = 0
    /// Whether loading takes long enough to show a busy indicator.
    var isSlow = false
    var isCaptionShown = true
    /// Whether hints cover the last line of the photo.
    var areHintsShown = true
    /// Whether another screen, which may cover only a part of the photo, handles the keys.
    var isCovered = false
    /// Whether the next photos keep the zoom, position and rotation.
    var keepsView = false
    /// The pixels of the photo that is likely to be shown next, once it has been drawn.
    var nextPicture: PixelPicture?
    /// Whether edges that are in focus are marked.
    var showsPeaking = false
    var slideshow = Slideshow.Status.off

    /// The photo that commands act on.
    var activePane: ViewerPane.State { panes[active] }
}

/// The view-model of the viewer, which has one to four panes: it steps through a list in one pane, or compares photos in
/// several (`comparison`).
@MainActor
final class ViewerViewModel {
    private(set) var state: ViewerState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    let shown: ShownLibrary
    /// Nil unless photos are compared.
    let comparison: Comparison?
    /// Whether leaving the screen quits the program.
    let quits: Bool
    let notices: Notices
    private let panes: ViewerPanes
    private let photoNavigator: PhotoNavigator
    private let prefetcher: PhotoPrefetcher
    private let slideshow: Slideshow
    private let clock: any Clock<Duration>
    private let busyIndicator: BusyIndicator
    private let stores: PhotoStores
    private let preferences: any Preferences
    /// Called with the index and ID of each photo shown.
    private let showed: (_ index: Int, Photo.ID) -> Void
    private weak var navigator: (any Navigator)?
    private var panel: DetailsPanel?
    private var strip: PhotoStrip?
    /// The items that the terminal shows.
    private var delivered: Set<OpaqueID> = []
    private var refreshing: Task<Void, Never>?
    private var area: ViewArea?
    /// Whether details replace the photo.
    private var isPhotoHidden = false
    /// Hides the hints.
    private var reading: Task<Void, Never>?
    private var focusCheck = FocusCheck()
    /// The timer since the last pan; nil once the key counts as released.
    private var panning: Task<Void, Never>?

    /// The maximum time between two repetitions of a held key.
    ///
    /// A held arrow key stops at the edge of a zoomed photo instead of showing the next one.
    private static var maxRepeatDelay: Duration { .milliseconds(250) }

    /// - Parameters:
    ///   - compared: two to four photos to compare; without any, the viewer steps through the list.
    ///   - position: the position in the list, from which other photos are taken.
    ///   - isText: whether text replaces pictures.
    init(
        comparing compared: [Photo] = [], at position: PhotoPosition, playing: Bool = false, quits: Bool = false,
        isText: Bool = false, shown: ShownLibrary, stores: PhotoStores, preferences: any Preferences,
        settings: ViewingSettings, link: LinkPort, clock: any Clock<Duration>,
        showed: @escaping (_ index: Int, Photo.ID) -> Void = { _, _ in }, navigator: any Navigator
    ) {
        self.quits = quits
        self.shown = shown
        self.stores = stores
        self.preferences = preferences
        notices = stores.notices
        self.clock = clock
        self.showed = showed
        self.navigator = navigator
        let photos: [Photo?] = compared.isEmpty ? [position.photo] : compared.prefix(Comparison.maxPhotos).map { $0 }
        panes = ViewerPanes(
            photos.enumerated().map { index, photo in
                ViewerPane(
                    photo, near: position.index, shown: shown, isText: isText,
                    display: PhotoDisplay(
                        pictures: shown.pictures, pane: Pane(index),
                        isAnimated: settings.isAnimated && compared.isEmpty, link: link, clock: clock))
            })
        comparison =
            compared.isEmpty
            ? nil
            : Comparison(panes, from: position, shown: shown, stores: stores, clock: clock, navigator: navigator)
        photoNavigator = PhotoNavigator(from: position, library: shown.library)
        prefetcher = PhotoPrefetcher(pictures: shown.pictures, photo: photoNavigator.photo)
        slideshow = Slideshow(settings: settings, clock: clock)
        busyIndicator = BusyIndicator(clock: clock)
        state = ViewerState(position: photoNavigator.position)
        for pane in panes.all { pane.display.prepared = { [prefetcher] in prefetcher.view(of: $0, $1) } }
        panes.onChange = { [weak self] in self?.update() }
        comparison?.onChange = { [weak self] in self?.update() }
        comparison?.onGone = { [weak self] in self?.leaveWithoutPhoto() }
        photoNavigator.onChange = { [weak self] in self?.positionChanged() }
        photoNavigator.onArrival = { [weak self] in self?.didLoad($0) }
        photoNavigator.onUpdate = { [weak self] in self?.panes.active.show($0) }
        photoNavigator.onFailure = { [weak self] in self?.didFail($0) }
        photoNavigator.onGone = { [files = stores.files] in files.reportGone($0) }
        prefetcher.onChange = { [weak self] in self?.update() }
        slideshow.onAdvance = { [weak self] in self?.advance() }
        busyIndicator.onChange = { [weak self] in self?.busyIndicatorChanged() }
        if compared.isEmpty, preferences.showsStrip { showStrip(true) }
        update()
        if playing { toggleSlideshow() }
    }

    /// Sets the cells of each pane's picture.
    func layOut(_ area: ViewArea, isPhotoHidden: Bool) {
        self.area = area
        self.isPhotoHidden = isPhotoHidden
        for pane in panes.all { pane.display.layOut(area) }
        update()
    }

    // MARK: Photos

    /// Moves by `step` photos, in the slideshow's order if one is active; waits for a photo that hasn't loaded yet. While
    /// photos are compared, replaces the active one.
    func go(by step: Int) {
        if let comparison { return comparison.replace(by: step) }
        let noEffect: NoEffect?
        if slideshow.status == .off {
            noEffect = photoNavigator.step(by: step)
        } else if step > 0 {
            noEffect = advance()
        } else if let index = slideshow.previous(before: photoNavigator.position.index) {
            noEffect = photoNavigator.move(to: index)
        } else {
            noEffect = .firstPhoto
        }
        finishMove(noEffect)
    }

    /// Shows the first photo of the list.
    func goToFirst() {
        finishMove(photoNavigator.position.index == 0 ? .firstPhoto : photoNavigator.move(to: 0))
    }

    /// Shows the last photo of the list.
    func goToLast() {
        finishMove(photoNavigator.moveToLast())
    }

    /// Restarts the slideshow's interval, and explains a move that had no effect.
    private func finishMove(_ noEffect: NoEffect?) {
        slideshow.restart()
        if let noEffect { notices.explain(noEffect) }
        update()
    }

    /// Makes a photo the one that commands act on.
    func choose(_ index: Int) {
        panes.choose(index)
    }

    /// Goes to the next photo, if there is one.
    func selectNext() {
        if let comparison { return comparison.selectNext() }
        if photoNavigator.step(by: 1) == nil { slideshow.restart() }
        update()
    }

    /// Shows a photo of the list.
    ///
    /// - Parameter ids: the IDs that the photo may have in the list.
    func reveal(_ ids: [Photo.ID]) {
        if let comparison { comparison.reveal(ids) } else { photoNavigator.reveal(ids) }
    }

    /// Retries after a failure, and rereads data that other programs may have changed.
    func retry() {
        guard comparison == nil else { return retryFailed() }
        refreshing?.cancel()
        refreshing = Task { [weak self, shown] in
            let hasRefreshed = await shown.refresh()
            guard !Task.isCancelled, let self else { return }
            guard hasRefreshed else { return retryFailed() }
            await photoNavigator.reload()
            update()
            if state.activePane.shown.failure == nil { notices.explain(.reloaded) }
        }
    }

    private func retryFailed() {
        let failed = panes.all.filter { $0.display.shown.failure != nil }
        guard !failed.isEmpty || state.position.partialFailure != nil else {
            return notices.explain(isBusy ? .stillLoading : .nothingToRetry)
        }
        if comparison == nil { photoNavigator.begin() }
        for pane in failed { pane.retry() }
        update()
    }

    /// Called when the library or the favorites have changed.
    func reload() {
        if let comparison { comparison.refresh() } else { photoNavigator.refresh() }
        strip?.reload()
        update()
    }

    /// Called when photos have been marked, unmarked or assessed.
    func annotationsChanged() {
        let before = state.panes
        update()
        if let comparison {
            comparison.replaceRejected(since: before)
        } else if state.activePane.assessment != before[0].assessment {
            photoNavigator.assessed()
        }
    }

    /// Shows the next file of the photo, such as its RAW file instead of the JPEG.
    func showOtherFile() {
        guard let photo = state.activePane.photo else { return notices.explain(.photoNotLoaded) }
        if photo.stack.isEmpty { notices.explain(.noOtherFile) } else { panes.active.showOtherFile() }
    }

    private func positionChanged() {
        panes.active.index = photoNavigator.position.index
        if photoNavigator.position.photo == nil {
            panes.active.clear()
            panel?.forget()
        }
        update()
    }

    private func didLoad(_ photo: Photo) {
        showed(photoNavigator.position.index, photo.id)
        panes.active.show(photo)
    }

    /// Shows the error, or leaves the viewer if the list has become too short. A photo that is already displayed stays:
    /// the next move tries again.
    private func didFail(_ error: (any Error)?) {
        guard let error else { return leaveWithoutPhoto() }
        if panes.active.file.map(panes.active.display.isOf) != true { panes.active.display.fail(error) }
    }

    /// Leaves the screen, because the list has no photo for it. Below another screen, which going back would close, the
    /// viewer stays until it reloads on top.
    private func leaveWithoutPhoto() {
        if !state.isCovered { navigator?.goBack() }
    }

    // MARK: The view

    /// Zooms, pans or rotates. A different view pauses a slideshow, since the user wants to look at this photo.
    ///
    /// - Returns: whether the view is different.
    @discardableResult
    func change(_ change: (inout Viewport) -> Void) -> Bool {
        let display = panes.active.display
        guard let before = display.shown.viewport else { return false }
        var viewport = before
        change(&viewport)
        guard viewport != before else { return false }
        if let comparison {
            comparison.show(viewport, insteadOf: before)
        } else {
            display.change { $0 = viewport }
        }
        focusCheck.didChange(to: display.shown.viewport ?? viewport)
        if slideshow.status == .running { toggleSlideshow() }
        return true
    }

    /// Zooms, pans or rotates; if the view stays the same, explains why.
    func change(_ change: (inout Viewport) -> Void, orExplain reason: NoEffect) {
        guard state.activePane.shown.viewport != nil else { return notices.explain(photoMissing) }
        if !self.change(change) { notices.explain(reason) }
    }

    /// Shows the actual size where the camera has focused in the active photo, or fits the photo. Linked photos follow, so
    /// that all show the same part of the scene.
    func toggleActualSize() {
        let point = focusCheck.point(state.activePane.details)
        change({ $0.toggleActualSize(centeredOn: point) }, orExplain: .alreadyActualSize)
    }

    /// Pans. If nothing can be panned to the left or right, shows the previous or next photo instead, except while a
    /// held key has just reached the edge.
    func pan(_ direction: Viewport.Direction) {
        guard !change({ $0.pan(direction) }) else { return waitForRelease() }
        let step: Int? =
            switch direction {
            case .left: -1
            case .right: 1
            case .up, .down: nil
            }
        if let step, panning == nil { return go(by: step) }
        if panning != nil { waitForRelease() }
        notices.explain(
            state.activePane.shown.viewport.map { $0.showsWhole ? .alreadyFitsScreen : .photoEdge } ?? photoMissing)
    }

    /// Why there is no photo to zoom or pan.
    private var photoMissing: NoEffect { state.activePane.shown.failure == nil ? .photoNotLoaded : .photoFailed }

    /// Starts the time after which a pan key counts as released.
    private func waitForRelease() {
        panning?.cancel()
        panning = Task { [weak self, clock] in
            try? await clock.sleep(for: Self.maxRepeatDelay)
            if !Task.isCancelled { self?.panning = nil }
        }
    }

    /// Keeps zoom, position and rotation for the next photos, or starts each of them fitted and upright again.
    func toggleKeepingView() {
        state.keepsView.toggle()
        panes.active.display.keepsView = state.keepsView
    }

    /// Marks edges that are in focus, or stops that.
    func togglePeaking() {
        state.showsPeaking.toggle()
        for pane in panes.all { pane.display.showsPeaking = state.showsPeaking }
    }

    func toggleCaption() {
        state.isCaptionShown.toggle()
    }

    /// Shows the hints for a moment.
    func showHints() {
        reading?.cancel()
        reading = nil
        state.areHintsShown = true
    }

    /// Shows or hides the strip, also in later viewers.
    func toggleStrip() {
        preferences.showsStrip = strip == nil
        showStrip(strip == nil)
    }

    private func showStrip(_ isShown: Bool) {
        strip?.stop()
        strip = isShown ? PhotoStrip(photoNavigator, pictures: shown.pictures, clock: clock) : nil
        strip?.onChange = { [weak self] in self?.update() }
        state.strip = strip?.state
    }

    /// Sets the number of tiles of the strip and their size.
    func layOutStrip(capacity: Int, tile: TileRequest) {
        strip?.layOut(capacity: capacity, tile: tile)
        update()
    }

    /// Shows the photo at an index of the list.
    func show(at index: Int) {
        if index != photoNavigator.position.index { finishMove(photoNavigator.move(to: index)) }
    }

    // MARK: Details

    private var details: DetailsViewModel? { panel?.details }

    /// Shows or hides the details; those of a compared photo are on a page.
    func toggleDetails() {
        if let details {
            details.suspend()
            panel = nil
            state.details = nil
            return
        }
        guard let photo = panes.active.file else { return notices.explain(.photoNotLoaded) }
        if comparison != nil {
            navigator?.show(.details(photo, at: position, in: shown))
            return
        }
        let panel = DetailsPanel(of: photo, in: shown, clock: clock)
        panel.details.onStateChange = { [weak self] in
            guard let self, let details else { return }
            state.details = details.state
        }
        self.panel = panel
        state.details = panel.details.state
        update()
    }

    // MARK: Commands on the active photo

    /// The active photo, and its position in the list.
    var position: PhotoPosition {
        var position = photoNavigator.listPosition
        (position.index, position.photo) = (panes.active.index, panes.active.photo)
        return position
    }

    /// Returns the active photo. Throws if it hasn't loaded.
    func currentPhoto() throws(NoEffect) -> Photo {
        guard let photo = panes.active.photo else { throw .photoNotLoaded }
        return photo
    }

    /// Whether the active photo may have an original to share.
    var hasOriginal: Bool { panes.active.photo.map(shown.library.mayHaveOriginal) ?? true }

    /// Whether photos can be assessed.
    var isAssessable: Bool { stores.edits.canAssess }

    /// Runs a command on the active photo.
    func run(_ command: PhotoCommand) {
        navigator?.run(command)
    }

    // MARK: Appearing

    /// Called when the viewer is on top, for the first time or again. The library may have changed while it was
    /// covered.
    func appear() {
        state.isCovered = false
        comparison?.resume()
        // Another screen may have covered the viewer before it had loaded.
        if comparison != nil || photoNavigator.hasLoaded { reload() } else { photoNavigator.begin() }
        for pane in panes.all { pane.begin() }
        details?.load()
        update()
    }

    /// Called when another screen takes over the keys; the photo stays visible and continues to load.
    func overlayOpened() {
        state.isCovered = true
        update()
    }

    /// Called when the terminal shows other items than before.
    func didDeliver(_ items: Set<OpaqueID>) {
        delivered = items
        update()
    }

    /// Called when the terminal's device has taken a frame of the state.
    func didPresent() {
        for pane in panes.all { pane.display.didPresent() }
        comparison?.didPresent()
        guard state.areHintsShown, reading == nil else { return }
        reading = Task { [weak self, clock] in
            try? await clock.sleep(for: Notices.explanationTime)
            if !Task.isCancelled { self?.state.areHintsShown = false }
        }
    }

    func goBack() {
        if comparison != nil, let photo = panes.active.photo {
            navigator?.goBack(revealing: photo)
        } else {
            navigator?.goBack(shrinking: panes.active.photo, in: shown)
        }
    }

    /// Leaves the screen, or the program if it has started with this photo.
    func leave() {
        if quits { navigator?.quit() } else { goBack() }
    }

    /// Cancels outstanding loads and decodes; called when the screen is covered or gone.
    func suspend() {
        refreshing?.cancel()
        reading?.cancel()
        reading = nil
        panning?.cancel()
        panning = nil
        details?.suspend()
        strip?.stop()
        state.isCovered = true
        photoNavigator.stop()
        for pane in panes.all { pane.suspend() }
        update()
        comparison?.suspend()
        // Last, because changes of the others prefetch again.
        prefetcher.stop()
    }

    private var isBusy: Bool { photoNavigator.isWaiting || panes.areBusy }

    private func update() {
        var new = state
        new.panes = panes.all.map(paneState)
        new.active = panes.activeIndex
        new.comparison = comparison?.state
        new.position = photoNavigator.position
        new.markCount = stores.marks.photos.count
        new.advances = stores.edits.advances
        new.slideshow = slideshow.status
        new.nextPicture = prefetcher.picture
        new.strip = strip?.state
        state = new
        comparison?.measure()
        busyIndicator.update(isBusy: isBusy)
        if panes.active.isDrawn { panel?.update(panes.active.file, assessment, isBusy: isBusy) }
        let areShown = !isBusy && panes.all.allSatisfy(\.isDrawn)
        slideshow.update(isShowing: areShown && !isPhotoHidden && !state.isCovered)
        if areShown { prepareNext() }
        strip?.update(isPhotoShown: areShown && state.activePane.isOnScreen && !state.isCovered)
    }

    /// The assessment of the active photo; nil if the library has none.
    private var assessment: Assessment? { isAssessable ? state.activePane.assessment : nil }

    private func paneState(of pane: ViewerPane) -> ViewerPane.State {
        ViewerPane.State(
            photo: pane.photo, otherFile: pane.otherFile, shown: pane.display.shown, details: pane.details,
            text: pane.text,
            isFavorite: pane.photo.map(stores.favorites.contains) == true,
            isMarked: pane.photo.map(stores.marks.contains) == true,
            isOnScreen: pane.photo.map { delivered.contains($0.item) } == true,
            assessment: pane.photo.map(stores.edits.assessment) ?? Assessment(),
            sharpness: comparison?.sharpness(of: pane), difference: comparison?.difference(of: pane))
    }

    /// Replaces previous photos with placeholders once loading takes long.
    private func busyIndicatorChanged() {
        state.isSlow = busyIndicator.isShown
        if busyIndicator.isShown { for pane in panes.all { pane.display.showPlaceholder() } }
    }

    // MARK: Slideshow and prefetching

    private var slideshowPosition: Slideshow.Position? {
        guard let counts = photoNavigator.position.counts else { return nil }
        // The next photo has the index of a removed one.
        return Slideshow.Position(
            index: photoNavigator.position.index - (photoNavigator.position.isRemoved ? 1 : 0), count: counts.matching,
            isComplete: photoNavigator.isComplete
        )
    }

    /// Starts, pauses or resumes the slideshow.
    func toggleSlideshow() {
        slideshow.toggle()
        update()
    }

    @discardableResult
    private func advance() -> NoEffect? {
        guard let position = slideshowPosition else { return .stillLoading }
        let index = slideshow.next(after: position)
        slideshow.advance()
        let noEffect = index == position.index ? .lastPhoto : photoNavigator.move(to: index)
        update()
        return noEffect
    }

    private func prepareNext() {
        guard let area, let index = nextIndex else { return }
        let display = panes.active.display
        prefetcher.prepare(index: index, in: area, showsPeaking: state.showsPeaking) { [comparison] in
            comparison?.challengerViewport(of: Viewport(picture: $0, in: area))
                ?? display.initialViewport(of: $0, in: area)
        }
    }

    /// The index of the photo to prepare: the next one of a slideshow or a comparison, or in the direction of the last step.
    private var nextIndex: Int? {
        if let comparison { return comparison.nextIndex }
        guard let position = slideshowPosition else { return nil }
        let index: Int
        if slideshow.status == .running {
            index = slideshow.next(after: position)
        } else {
            index = position.index + photoNavigator.direction
        }
        return index != position.index && (0..<position.count).contains(index) ? index : nil
    }
}

/// Chooses the point at which photos of a list are shown in actual size: where the camera has focused, or else where
/// the user last looked at a photo's pixels.
struct FocusCheck {
    private var lastPoint: PicturePoint?

    /// Returns the point for a photo.
    ///
    /// - Parameter details: the details of the photo; nil until they have loaded.
    func point(_ details: PhotoDetails?) -> PicturePoint {
        details?.focus.map { PicturePoint(x: $0.x, y: $0.y) } ?? lastPoint ?? .middle
    }

    /// Records that the user has zoomed or panned.
    mutating func didChange(to viewport: Viewport) {
        if !viewport.showsWhole { lastPoint = viewport.center }
    }
}

/// A screen of the viewer's view-model: with pictures or, for screen readers, with text.
@MainActor
protocol ViewerPresenting: CommandScreen, PhotoChoosing where Command == ViewerCommand {
    var viewModel: ViewerViewModel { get }
}

extension ViewerPresenting {
    var state: ViewerState { viewModel.state }

    func appear() { viewModel.appear() }
    func overlayOpened() { viewModel.overlayOpened() }
    func disappear() { viewModel.suspend() }
    func reload() { viewModel.reload() }
    func didDeliver(_ items: Set<OpaqueID>) { viewModel.didDeliver(items) }

    var shown: ShownLibrary { viewModel.shown }
    var haveOriginals: Bool { viewModel.hasOriginal }
    var position: PhotoPosition { viewModel.position }

    func currentPhoto() throws(NoEffect) -> Photo { try viewModel.currentPhoto() }
    func annotationsChanged() { viewModel.annotationsChanged() }
    func selectNext() { viewModel.selectNext() }
    func reveal(_ ids: [Photo.ID]) { viewModel.reveal(ids) }
}
