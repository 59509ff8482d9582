import Albums

/// A photo's facts in place of its picture, and what a person can do with it.
@MainActor
final class PhotoPageViewModel {
    private(set) var state: PhotoPageState {
        didSet { onStateChange(state) }
    }

    /// Called after each change of the state.
    var onStateChange: (PhotoPageState) -> Void = { _ in }

    private let shown: ShownLibrary
    private let walk: PhotoWalk
    /// The same ways out as from the picture.
    private let actions: ViewerViewModel.Actions
    private var asking: Task<Void, Never>?
    private var refreshing: Task<Void, Never>?

    init(place: PhotoPlace, shown: ShownLibrary, actions: ViewerViewModel.Actions) {
        self.shown = shown
        self.actions = actions
        walk = PhotoWalk(from: place, library: shown.library)
        state = PhotoPageState(position: walk.position)
        walk.onChange = { [weak self] in self?.positionChanged() }
        walk.onArrival = { [weak self] in self?.tell(of: $0) }
        walk.onFailure = { [weak self] in self?.miss($0) }
    }

    /// Asks for the photo, unless it is here.
    func begin() {
        if state.facts == nil, !walk.isWaiting { walk.begin() }
    }

    /// Goes to the photo so many places further on, if there is one; waits for one that is still to come.
    func go(by step: Int) {
        if let noEffect = walk.step(by: step) { actions.explain(noEffect) }
    }

    /// Asks again for the photo, and reads again what others may have changed.
    func retry() {
        refreshing?.cancel()
        refreshing = Task { [weak self, shown] in
            let isRead = await shown.refresh()
            guard !Task.isCancelled, let self else { return }
            if isRead { await walk.beginAgain() } else { retryFailed() }
        }
    }

    private func retryFailed() {
        let hasFailed = state.failure != nil || state.position.cutShort != nil
        guard hasFailed else { return actions.explain(walk.isWaiting ? .stillLoading : .nothingFailed) }
        walk.begin()
    }

    /// The library has more or other photos now.
    func refresh() {
        walk.refresh()
    }

    func share(saving: Bool) {
        if let photo { actions.share([photo], saving) }
    }

    /// Makes a favorite of the photo, or takes it from the favorites.
    func toggleFavorite() {
        if let photo { actions.toggleFavorite([photo]) }
    }

    /// Takes the last change of favorites back.
    func undoFavorite() {
        actions.undoFavorite()
    }

    func goBack() {
        actions.goBack(nil)
    }

    /// Nobody sees the screen: what has not come is not worth waiting for.
    func rest() {
        walk.stop()
        asking?.cancel()
        refreshing?.cancel()
    }

    /// The photo that is told of; nil, with the reason told, when there is none.
    private var photo: Photo? {
        if state.position.photo == nil { actions.explain(.photoMissing) }
        return state.position.photo
    }

    private func positionChanged() {
        var new = state
        new.position = walk.position
        if new.position.photo == nil {
            asking?.cancel()
            new.facts = nil
            new.failure = nil
        }
        state = new
    }

    /// Facts that are asked for come all at once: each change is read out to somebody.
    private func tell(of photo: Photo) {
        actions.showed(walk.position.index)
        asking = Task { [weak self, shown] in
            let information = await PhotoInformation(of: photo, in: shown)
            if !Task.isCancelled { self?.state.facts = FactSheet(photo, information) }
        }
    }

    /// There is no photo at the position, for a reason or because the list is shorter now.
    private func miss(_ error: (any Error)?) {
        if let error { state.failure = Words.failure(error) } else { actions.goBack(nil) }
    }
}
