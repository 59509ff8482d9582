import Albums

/// Everything the photo page shows.
struct PhotoPageState: Sendable {
    /// The photo and its position in the list.
    var position: PhotoNavigator.Position
    var isFavorite = false
    var isMarked = false
    /// The user's assessment of the photo.
    var assessment = Assessment()
    /// The photo's details; nil until the photo has loaded.
    var details: DetailSheet?
    /// Why the photo could not be loaded.
    var failure: String?
    var scroll = LineScroll(hasCursor: true)
}

/// The view-model of the photo page: shows a photo's details as text.
@MainActor
final class PhotoPageViewModel: SinglePhotoViewModel, ScrollingViewModel {
    private(set) var state: PhotoPageState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    let navigator: PhotoNavigator
    let actions: Actions
    let shown: ShownLibrary
    private let stores: PhotoStores
    var notices: Notices { stores.notices }
    private var loading: Task<Void, Never>?
    /// The photo of the loaded or loading details.
    private var detailedPhoto: Photo?
    private var refreshing: Task<Void, Never>?

    init(position: PhotoPosition, shown: ShownLibrary, stores: PhotoStores, actions: Actions) {
        self.shown = shown
        self.stores = stores
        self.actions = actions
        navigator = PhotoNavigator(from: position, library: shown.library)
        state = PhotoPageState(position: navigator.position)
        navigator.onChange = { [weak self] in self?.positionChanged() }
        navigator.onArrival = { [weak self] in self?.loadDetails(of: $0) }
        navigator.onUpdate = { [weak self] in self?.didUpdate($0) }
        navigator.onFailure = { [weak self] in self?.didFail($0) }
        navigator.onGone = { [files = stores.files] in files.reportGone($0) }
    }

    /// Loads the photo unless it is loaded or loading. Refreshes a loaded one, which may have changed while the page was covered.
    func begin() {
        if navigator.hasLoaded { navigator.refresh() }
        if state.details == nil, !navigator.isWaiting { navigator.begin() }
    }

    /// Moves by `step` photos; waits if the photo hasn't loaded yet.
    func go(by step: Int) {
        if let noEffect = navigator.step(by: step) { notices.explain(noEffect) }
    }

    /// Retries loading the photo, and rereads data that other programs may have changed.
    func retry() {
        refreshing?.cancel()
        refreshing = Task { [weak self, shown] in
            let hasRefreshed = await shown.refresh()
            guard !Task.isCancelled, let self else { return }
            guard hasRefreshed else { return retryFailed() }
            await navigator.reload()
            notices.explain(.reloaded)
        }
    }

    private func retryFailed() {
        let hasFailed = state.failure != nil || state.position.partialFailure != nil
        guard hasFailed else { return notices.explain(navigator.isWaiting ? .stillLoading : .nothingToRetry) }
        navigator.begin()
    }

    /// Called when the library or the favorites have changed.
    func reload() {
        navigator.refresh()
        annotationsChanged()
    }

    func annotationsChanged() {
        var new = state
        annotate(&new)
        state = new
    }

    /// Shows the next photo, if there is one.
    func selectNext() {
        _ = navigator.step(by: 1)
    }

    private func annotate(_ state: inout PhotoPageState) {
        state.isFavorite = navigator.position.photo.map(stores.favorites.contains) == true
        state.isMarked = navigator.position.photo.map(stores.marks.contains) == true
        state.assessment = navigator.position.photo.map(stores.assessments.assessment) ?? Assessment()
    }

    var scroll: LineScroll {
        get { state.scroll }
        set { state.scroll = newValue }
    }

    func goBack() {
        actions.goBack(nil)
    }

    func leave() {
        actions.leave(nil)
    }

    /// Cancels outstanding loads; called when the screen is covered.
    func suspend() {
        navigator.stop()
        loading?.cancel()
        refreshing?.cancel()
    }

    private func positionChanged() {
        var new = state
        new.position = navigator.position
        annotate(&new)
        if new.position.photo == nil {
            loading?.cancel()
            new.details = nil
            new.failure = nil
        }
        state = new
    }

    /// Publishes all details in one update, because a screen reader announces every change.
    private func loadDetails(of photo: Photo) {
        actions.showed(navigator.position.index, photo.id)
        detailedPhoto = photo
        loading?.cancel()
        loading = Task { [weak self, shown] in
            let information = await PhotoInformation.complete(of: photo, in: shown)
            if !Task.isCancelled { self?.state.details = DetailSheet(photo, information) }
        }
    }

    private func didUpdate(_ photo: Photo) {
        if detailedPhoto?.hasPixels(of: photo) != true { loadDetails(of: photo) }
    }

    /// Shows the error, or leaves the page if the list has become shorter and has no photo here.
    private func didFail(_ error: (any Error)?) {
        if let error { state.failure = UserFacingText.sentence(error) } else { actions.goBack(nil) }
    }
}
