import Albums
import CellArt

/// Everything the viewer shows.
public struct ViewerState: Sendable {
    /// The photo and its position in the list.
    var position: PhotoNavigator.Position
    public var shown = ShownPhoto()
    /// The file shown, unless it is the first of the photo's stack.
    var otherFile: Photo.ID?
    /// The file of the photo that is shown, as a photo.
    var shownFile: Photo? {
        position.photo.map { photo in photo.stackedPhotos.first { $0.id == otherFile } ?? photo }
    }
    /// Whether the photo itself is shown, or why it can't be.
    var showsPhoto: Bool {
        !shown.isPlaceholder && shown.drawnPhoto == shownFile?.id && (shown.picture != nil || shown.failure != nil)
    }
    /// The details for the caption; nil until they have loaded.
    var captionDetails: PhotoDetails?
    /// The details beside or in place of the photo; nil while hidden.
    var details: DetailsState?
    public var isFavorite = false
    var isMarked = false
    /// Whether the terminal shows the photo, so that keys change it.
    var isOnScreen = false
    /// The user's assessment of the photo.
    var assessment = Assessment()
    /// Whether assessing the photo shows the next one.
    var advances = false
    /// The number of marked photos in the list.
    var markCount = 0
    /// Whether loading takes long enough to show a busy indicator.
    public var isSlow = false
    public var isCaptionShown = true
    /// Whether hints cover the last line of the photo.
    public var areHintsShown = true
    /// Whether another screen, which may cover only a part of the photo, handles the keys.
    var isCovered = false
    /// Whether the next photos keep the zoom, position and rotation.
    public var keepsView = false
    /// The pixels of the photo that is likely to be shown next, once it has been drawn.
    var nextPicture: PixelPicture?
    /// Whether edges that are in focus are marked.
    var showsPeaking = false
    public var slideshow = Slideshow.Status.off
}

/// The view-model of the viewer.
@MainActor
public final class ViewerViewModel: SinglePhotoViewModel {
    public private(set) var state: ViewerState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    public var onStateChange: () -> Void = {}

    private let pictures: PicturePort
    let navigator: PhotoNavigator
    private let display: PhotoDisplay
    private let prefetcher: PhotoPrefetcher
    private let slideshow: Slideshow
    private let clock: any Clock<Duration>
    private let busyIndicator: BusyIndicator
    let actions: Actions
    private let stores: PhotoStores
    var notices: Notices { stores.notices }
    /// The details beside or in place of the photo; nil while hidden.
    private(set) var details: DetailsViewModel?
    /// The photo that the details describe.
    private var detailedPhoto: Photo?
    /// The last information loaded for the details.
    private var information: (photo: Photo, information: PhotoInformation)?
    /// The items that the terminal shows.
    private var delivered: Set<OpaqueID> = []
    let shown: ShownLibrary
    private var refreshing: Task<Void, Never>?
    private var size: (columns: Int, rows: Int, style: ArtStyle)?
    /// Whether details replace the photo.
    private var isPhotoHidden = false
    /// Loads the details for the caption, once the photo is on the screen.
    private var describing: Task<Void, Never>?
    /// Hides the hints.
    private var reading: Task<Void, Never>?
    private var focusCheck = FocusCheck()
    /// The timer since the last pan; nil once the key counts as released.
    private var panning: Task<Void, Never>?

    /// The maximum time between two repetitions of a held key.
    ///
    /// A held arrow key stops at the edge of a zoomed photo instead of showing the next one.
    private static var maxRepeatDelay: Duration { .milliseconds(250) }

    init(
        position: PhotoPosition, playing: Bool, shown: ShownLibrary, stores: PhotoStores, settings: ViewingSettings,
        link: LinkPort, clock: any Clock<Duration>, actions: Actions
    ) {
        self.actions = actions
        self.stores = stores
        self.shown = shown
        self.clock = clock
        pictures = shown.pictures
        navigator = PhotoNavigator(from: position, library: shown.library)
        display = PhotoDisplay(
            pictures: pictures, isAnimated: settings.isAnimated, link: link, clock: clock)
        prefetcher = PhotoPrefetcher(pictures: pictures, photo: navigator.photo)
        slideshow = Slideshow(settings: settings, clock: clock)
        busyIndicator = BusyIndicator(clock: clock)
        state = ViewerState(position: navigator.position)
        navigator.onChange = { [weak self] in self?.positionChanged() }
        navigator.onArrival = { [weak self] in self?.didLoad($0) }
        navigator.onUpdate = { [weak self] in self?.didUpdate($0) }
        navigator.onFailure = { [weak self] in self?.didFail($0) }
        navigator.onGone = { [files = stores.files] in files.reportGone($0) }
        display.onChange = { [weak self] in self?.update() }
        display.prepared = { [prefetcher] in prefetcher.view(of: $0, $1) }
        prefetcher.onChange = { [weak self] in self?.update() }
        slideshow.onAdvance = { [weak self] in self?.advance() }
        busyIndicator.onChange = { [weak self] in self?.busyIndicatorChanged() }
        if playing { toggleSlideshow() }
    }

    /// Sets the available size in cells, and starts loading.
    func layOut(columns: Int, rows: Int, style: ArtStyle, isPhotoHidden: Bool) {
        size = (columns, rows, style)
        self.isPhotoHidden = isPhotoHidden
        display.layOut(columns: columns, rows: rows, style: style)
        details?.load()
        // Another screen may have covered the viewer before it had loaded.
        if !navigator.hasLoaded, !navigator.isWaiting { navigator.begin() }
        if state.shown.viewport == nil, state.shown.failure == nil, !display.isBusy {
            state.shownFile.map(display.show)
        }
        update()
    }

    /// Moves by `step` photos, in the slideshow's order if one is active; waits for a photo that hasn't loaded yet.
    public func go(by step: Int) {
        let noEffect: NoEffect?
        if slideshow.status == .off {
            noEffect = navigator.step(by: step)
        } else if step > 0 {
            noEffect = advance()
        } else if let index = slideshow.previous(before: navigator.position.index) {
            noEffect = navigator.move(to: index)
        } else {
            noEffect = .firstPhoto
        }
        finishMove(noEffect)
    }

    /// Shows the first photo of the list.
    public func goToFirst() {
        finishMove(navigator.position.index == 0 ? .firstPhoto : navigator.move(to: 0))
    }

    /// Shows the last photo of the list.
    public func goToLast() {
        finishMove(navigator.moveToLast())
    }

    /// Restarts the slideshow's interval, and explains a move that had no effect.
    private func finishMove(_ noEffect: NoEffect?) {
        slideshow.restart()
        if let noEffect { notices.explain(noEffect) }
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
            let hasRefreshed = await shown.refresh()
            guard !Task.isCancelled, let self else { return }
            guard hasRefreshed else { return retryFailed() }
            await navigator.reload()
            update()
            if state.shown.failure == nil { notices.explain(.reloaded) }
        }
    }

    private func retryFailed() {
        let hasFailed = state.shown.failure != nil || state.position.partialFailure != nil
        guard hasFailed else { return notices.explain(isBusy ? .stillLoading : .nothingToRetry) }
        navigator.begin()
        state.shownFile.map(display.show)
        update()
    }

    /// Called when the library or the favorites have changed.
    public func reload() {
        navigator.refresh()
        update()
    }

    /// Zooms, pans or rotates the photo. A different view pauses a slideshow, since the user wants to look at this
    /// photo.
    ///
    /// - Returns: whether the view is different.
    @discardableResult
    public func change(_ change: (inout Viewport) -> Void) -> Bool {
        let before = state.shown.viewport
        display.change(change)
        guard let viewport = state.shown.viewport, viewport != before else { return false }
        focusCheck.didChange(to: viewport)
        if slideshow.status == .running { toggleSlideshow() }
        return true
    }

    /// Zooms, pans or rotates the photo; if the view stays the same, explains why.
    func change(_ change: (inout Viewport) -> Void, orExplain reason: NoEffect) {
        guard state.shown.viewport != nil else { return notices.explain(photoMissing) }
        if !self.change(change) { notices.explain(reason) }
    }

    /// Shows the actual size where the camera has focused, or fits the photo.
    func toggleActualSize() {
        let point = focusCheck.point(state.captionDetails)
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
        if step == nil, let details, details.state.scroll.isScrollable {
            return details.changeScroll { $0.run(direction == .up ? .up : .down) }
        }
        if panning != nil { waitForRelease() }
        notices.explain(state.shown.viewport.map { $0.showsWhole ? .alreadyFitsScreen : .photoEdge } ?? photoMissing)
    }

    /// Why there is no photo to zoom or pan.
    private var photoMissing: NoEffect { state.shown.failure == nil ? .photoNotLoaded : .photoFailed }

    /// Starts the time after which a pan key counts as released.
    private func waitForRelease() {
        panning?.cancel()
        panning = Task { [weak self, clock] in
            try? await clock.sleep(for: Self.maxRepeatDelay)
            if !Task.isCancelled { self?.panning = nil }
        }
    }

    /// Shows the next file of the photo, such as its RAW file instead of the JPEG.
    func showOtherFile() {
        guard let photo = navigator.position.photo else { return notices.explain(.photoNotLoaded) }
        guard !photo.stack.isEmpty else { return notices.explain(.noOtherFile) }
        let next = photo.stack.firstIndex { $0.id == state.otherFile }.map { $0 + 1 } ?? 0
        state.otherFile = next < photo.stack.count ? photo.stack[next].id : nil
        display.clear()
        state.shownFile.map(display.show)
    }

    /// Keeps zoom, position and rotation for the next photos, or starts each of them fitted and upright again.
    public func toggleKeepingView() {
        display.keepsView.toggle()
        state.keepsView = display.keepsView
    }

    /// Marks edges that are in focus, or stops that.
    func togglePeaking() {
        display.showsPeaking.toggle()
        state.showsPeaking = display.showsPeaking
    }

    /// Called when the terminal shows other items than before.
    func didDeliver(_ items: Set<OpaqueID>) {
        delivered = items
        update()
    }

    /// Called when the terminal's device has taken a frame of the state.
    public func didPresent() {
        display.didPresent()
        guard state.areHintsShown, reading == nil else { return }
        reading = Task { [weak self, clock] in
            try? await clock.sleep(for: Notices.explanationTime)
            if !Task.isCancelled { self?.state.areHintsShown = false }
        }
    }

    /// Shows the hints for a moment.
    func showHints() {
        reading?.cancel()
        reading = nil
        state.areHintsShown = true
    }

    func annotationsChanged() {
        let before = state.assessment
        update()
        if state.assessment != before { navigator.assessed() }
    }

    /// Shows the next photo, if there is one.
    func selectNext() {
        if navigator.step(by: 1) == nil { slideshow.restart() }
        update()
    }

    /// Whether the photo can be assessed.
    var isAssessable: Bool { stores.assessments.isAvailable }

    public func toggleCaption() {
        state.isCaptionShown.toggle()
    }

    /// Shows or hides the details.
    func toggleDetails() {
        if let details {
            details.suspend()
            self.details = nil
            state.details = nil
            return
        }
        guard let photo = state.shownFile else { return notices.explain(.photoNotLoaded) }
        let details = DetailsViewModel(
            .init(sheet: DetailSheet(photo, nil), complete: sheetLoader(for: photo)), hasCursor: false, clock: clock,
            goBack: { [weak self] in self?.toggleDetails() })
        details.onStateChange = { [weak self] in
            guard let self, let details = self.details else { return }
            state.details = details.state
        }
        self.details = details
        detailedPhoto = photo
        state.details = details.state
        details.load()
        update()
    }

    /// Returns a function that loads all details of a photo.
    private func sheetLoader(for photo: Photo) -> DetailsViewModel.Completion {
        { [weak self, shown] early in
            var information = await PhotoInformation.complete(of: photo, in: shown) { information in
                // The next photo's information may have loaded first.
                if !Task.isCancelled { self?.information = (photo, information) }
                early(DetailSheet(photo, information))
            }
            guard !Task.isCancelled else { return DetailSheet(photo, information) }
            if let known = self?.information, known.photo.id == photo.id {
                // The pixels and the assessment may have changed during loading.
                information.pixels = known.information.pixels
                information.details.assessment = known.information.details.assessment
            }
            self?.information = (photo, information)
            return DetailSheet(photo, information)
        }
    }

    /// Updates the details once another photo is on the screen, and when its pixels change with the zoom.
    private func updateDetails(of photo: Photo) {
        guard let details else { return }
        if detailedPhoto?.hasPixels(of: photo) != true {
            detailedPhoto = photo
            details.show(DetailSheet(photo, nil), complete: sheetLoader(for: photo))
        } else if var known = information?.information, information?.photo.id == photo.id, !isBusy {
            let former = (known.pixels, known.details.assessment)
            known.pixels = pictures.shownPixels(photo) ?? known.pixels
            if stores.assessments.isAvailable { known.details.assessment = state.assessment }
            guard former != (known.pixels, known.details.assessment) else { return }
            information = (photo, known)
            details.update(DetailSheet(photo, known))
        }
    }

    /// Called when the viewer is on top, for the first time or again. The library may have changed while it was
    /// covered.
    func appear() {
        state.isCovered = false
        if navigator.hasLoaded { navigator.refresh() }
        update()
    }

    /// Called when another screen takes over the keys; the photo stays visible and continues to load.
    func overlayOpened() {
        state.isCovered = true
        update()
    }

    public func goBack() {
        actions.goBack(state.position.photo)
    }

    /// Leaves the screen, or the program if it has started with this photo.
    public func leave() {
        actions.leave(state.position.photo)
    }

    /// Cancels outstanding loads and decodes; called when the screen is covered or gone.
    public func suspend() {
        refreshing?.cancel()
        reading?.cancel()
        reading = nil
        panning?.cancel()
        panning = nil
        details?.suspend()
        state.isCovered = true
        prefetcher.stop()
        navigator.stop()
        display.suspend()
        update()
        guard state.captionDetails == nil else { return }
        describing?.cancel()
        describing = nil
    }

    private var isBusy: Bool { navigator.isWaiting || display.isBusy }

    private func positionChanged() {
        if navigator.position.photo == nil {
            display.clear()
            describing?.cancel()
            describing = nil
            state.captionDetails = nil
            detailedPhoto = nil
        }
        update()
    }

    private func loadCaptionDetails() {
        guard describing == nil, let photo = navigator.position.photo else { return }
        describing = Task { [weak self, shown] in
            let details = await PhotoDetails(shownBelow: photo, in: shown)
            if !Task.isCancelled { self?.state.captionDetails = details }
        }
    }

    private func didLoad(_ photo: Photo) {
        actions.showed(navigator.position.index, photo.id)
        if !photo.stack.contains(where: { $0.id == state.otherFile }) { state.otherFile = nil }
        let file = state.shownFile ?? photo
        // The file may already be loading or on the screen, if it was shown before the list had loaded.
        if !display.isOf(file) { display.show(file) }
    }

    /// Shows the new picture if the file has changed; the old one stays until then.
    private func didUpdate(_ photo: Photo) {
        if !photo.stack.contains(where: { $0.id == state.otherFile }) { state.otherFile = nil }
        let file = state.shownFile ?? photo
        guard !display.isOf(file) else { return }
        describing?.cancel()
        describing = nil
        display.show(file)
    }

    /// Shows the error, or leaves the viewer if the list has become too short. A photo that is already displayed stays:
    /// the next move tries again.
    private func didFail(_ error: (any Error)?) {
        guard let error else { return actions.goBack(nil) }
        if state.shownFile.map(display.isOf) != true { display.fail(error) }
    }

    private func update() {
        var new = state
        new.position = navigator.position
        new.shown = display.shown
        new.isFavorite = new.position.photo.map(stores.favorites.contains) == true
        new.isMarked = new.position.photo.map(stores.marks.contains) == true
        new.isOnScreen = new.position.photo.map { delivered.contains($0.item) } == true
        new.markCount = stores.marks.photos.count
        new.assessment = new.position.photo.map(stores.assessments.assessment) ?? Assessment()
        new.advances = stores.assessments.advances
        new.slideshow = slideshow.status
        new.nextPicture = prefetcher.picture
        state = new
        busyIndicator.update(isBusy: isBusy)
        let drawnPhoto = new.shownFile.flatMap { $0.id == new.shown.drawnPhoto ? $0 : nil }
        if let drawnPhoto { updateDetails(of: drawnPhoto) }
        let isShown = !isBusy && drawnPhoto != nil
        slideshow.update(isShowing: isShown && !isPhotoHidden && !state.isCovered)
        if isShown {
            loadCaptionDetails()
            prepareNext()
        }
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
            index: navigator.position.index - (navigator.position.isRemoved ? 1 : 0), count: counts.matching,
            isComplete: navigator.isComplete
        )
    }

    @discardableResult
    private func advance() -> NoEffect? {
        guard let position = slideshowPosition else { return .stillLoading }
        let index = slideshow.next(after: position)
        slideshow.advance()
        let noEffect = index == position.index ? .lastPhoto : navigator.move(to: index)
        update()
        return noEffect
    }

    private func prepareNext() {
        guard let size, let index = nextIndex else { return }
        prefetcher.prepare(
            index: index, in: size, pane: display.pane, showsPeaking: state.showsPeaking
        ) { [display] in
            display.initialViewport(of: $0, size)
        }
    }

    /// The index of the photo to prepare: the next one of a slideshow, or in the direction of the last step.
    private var nextIndex: Int? {
        guard let position = slideshowPosition else { return nil }
        let index: Int
        if slideshow.status == .running {
            index = slideshow.next(after: position)
        } else {
            index = position.index + navigator.direction
        }
        return index != position.index && (0..<position.count).contains(index) ? index : nil
    }
}
