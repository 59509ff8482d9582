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
final class PhotoPageViewModel: ScrollingViewModel {
    private(set) var state: PhotoPageState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    let shown: ShownLibrary
    /// Whether leaving the page quits the program.
    let quits: Bool
    private let photoNavigator: PhotoNavigator
    /// Called with the index and ID of each photo shown.
    private let showed: (_ index: Int, Photo.ID) -> Void
    private weak var navigator: (any Navigator)?
    private let stores: PhotoStores
    var notices: Notices { stores.notices }
    private var loading: Task<Void, Never>?
    /// The photo of the loaded or loading details.
    private var detailedPhoto: Photo?
    private var refreshing: Task<Void, Never>?

    init(
        position: PhotoPosition, quits: Bool, shown: ShownLibrary, stores: PhotoStores,
        showed: @escaping (_ index: Int, Photo.ID) -> Void, navigator: any Navigator
    ) {
        self.quits = quits
        self.shown = shown
        self.stores = stores
        self.showed = showed
        self.navigator = navigator
        photoNavigator = PhotoNavigator(from: position, library: shown.library)
        state = PhotoPageState(position: photoNavigator.position)
        photoNavigator.onChange = { [weak self] in self?.positionChanged() }
        photoNavigator.onArrival = { [weak self] in self?.loadDetails(of: $0) }
        photoNavigator.onUpdate = { [weak self] in self?.didUpdate($0) }
        photoNavigator.onFailure = { [weak self] in self?.didFail($0) }
        photoNavigator.onGone = { [files = stores.files] in files.reportGone($0) }
    }

    /// Loads the photo unless it is loaded or loading. Refreshes a loaded one, which may have changed while the page was covered.
    func begin() {
        if photoNavigator.hasLoaded { photoNavigator.refresh() }
        if state.details == nil, !photoNavigator.isWaiting { photoNavigator.begin() }
    }

    /// Moves by `step` photos; waits if the photo hasn't loaded yet.
    func go(by step: Int) {
        if let noEffect = photoNavigator.step(by: step) { notices.explain(noEffect) }
    }

    /// Retries loading the photo, and rereads data that other programs may have changed.
    func retry() {
        refreshing?.cancel()
        refreshing = Task { [weak self, shown] in
            let hasRefreshed = await shown.refresh()
            guard !Task.isCancelled, let self else { return }
            guard hasRefreshed else { return retryFailed() }
            await photoNavigator.reload()
            notices.explain(.reloaded)
        }
    }

    private func retryFailed() {
        let hasFailed = state.failure != nil || state.position.partialFailure != nil
        guard hasFailed else { return notices.explain(photoNavigator.isWaiting ? .stillLoading : .nothingToRetry) }
        photoNavigator.begin()
    }

    /// Called when the library or the favorites have changed.
    func reload() {
        photoNavigator.refresh()
        annotationsChanged()
    }

    func annotationsChanged() {
        var new = state
        annotate(&new)
        state = new
    }

    /// Shows the next photo, if there is one.
    func selectNext() {
        _ = photoNavigator.step(by: 1)
    }

    private func annotate(_ state: inout PhotoPageState) {
        state.isFavorite = photoNavigator.position.photo.map(stores.favorites.contains) == true
        state.isMarked = photoNavigator.position.photo.map(stores.marks.contains) == true
        state.assessment = photoNavigator.position.photo.map(stores.assessments.assessment) ?? Assessment()
    }

    var scroll: LineScroll {
        get { state.scroll }
        set { state.scroll = newValue }
    }

    func reveal(_ ids: [Photo.ID]) {
        photoNavigator.reveal(ids)
    }

    var position: PhotoPosition { photoNavigator.listPosition }

    /// Returns the photo of the page. Throws if it hasn't loaded.
    func currentPhoto() throws(NoEffect) -> Photo {
        guard let photo = photoNavigator.position.photo else { throw .photoNotLoaded }
        return photo
    }

    /// Whether the photo may have an original to share.
    var hasOriginal: Bool { photoNavigator.mayHaveOriginal }

    func goBack() {
        navigator?.goBack()
    }

    func leave() {
        if quits { navigator?.quit() } else { goBack() }
    }

    /// Cancels outstanding loads; called when the screen is covered.
    func suspend() {
        photoNavigator.stop()
        loading?.cancel()
        refreshing?.cancel()
    }

    private func positionChanged() {
        var new = state
        new.position = photoNavigator.position
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
        showed(photoNavigator.position.index, photo.id)
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
        if let error { state.failure = UserFacingText.sentence(error) } else { goBack() }
    }
}
