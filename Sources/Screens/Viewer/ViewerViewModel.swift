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
        var goBack: () -> Void
    }

    public private(set) var state: ViewerState {
        didSet { onStateChange(state) }
    }

    /// Called after each change of the state.
    public var onStateChange: (ViewerState) -> Void = { _ in }

    private let walk: PhotoWalk
    private let drawing: ViewDrawing
    private let sign: ProgressSign
    private let pictures: PicturePort
    private let actions: Actions
    private var size: (columns: Int, rows: Int, style: ArtStyle)?
    /// Waits for the size of the photo.
    private var measuring: Task<Void, Never>?
    /// Whose picture is shown.
    private var shown: Photo.ID?

    public init(
        place: PhotoPlace, library: any PhotoLibrary, pictures: PicturePort, clock: any Clock<Duration>,
        actions: Actions
    ) {
        self.pictures = pictures
        self.actions = actions
        walk = PhotoWalk(from: place, library: library)
        drawing = ViewDrawing(pictures: pictures, clock: clock)
        sign = ProgressSign(clock: clock)
        state = ViewerState(position: walk.position)
        walk.onChange = { [weak self] in self?.positionChanged() }
        walk.onArrival = { [weak self] in self?.measure($0) }
        walk.onFailure = { [weak self] in self?.miss($0) }
        drawing.onView = { [weak self] in self?.show($0) }
        drawing.onEnd = { [weak self] in self?.updateSign() }
        drawing.onFailure = { [weak self] in self?.fail($0) }
        sign.onChange = { [weak self] in self?.signChanged() }
    }

    /// The photo may fill so many cells.
    public func layOut(columns: Int, rows: Int, style: ArtStyle) {
        size = (columns, rows, style)
        if state.viewport != nil {
            change { $0.resize(columns: columns, rows: rows, cellAspect: style.cellAspect) }
        } else if state.failure == nil, !walk.isWaiting, measuring == nil {
            retry()
        }
    }

    /// Shows the photo so many places further on, if there is one; waits for one that is still to come.
    public func go(by step: Int) {
        walk.step(by: step)
        updateSign()
    }

    /// Asks again for a photo that could not be shown.
    public func retry() {
        walk.begin()
        updateSign()
    }

    /// The library has more or other photos now.
    public func refresh() {
        walk.refresh()
    }

    /// Zooms or pans.
    public func change(_ change: (inout Viewport) -> Void) {
        guard var viewport = state.viewport else { return }
        change(&viewport)
        state.viewport = viewport
        draw()
    }

    public func showInformation() {
        if let photo = state.position.photo { actions.showInformation(photo) }
    }

    public func share(saving: Bool) {
        if let photo = state.position.photo { actions.share([photo], saving) }
    }

    /// Makes a favorite of the photo, or takes it from the favorites.
    public func toggleFavorite() {
        if let photo = state.position.photo { actions.toggleFavorite([photo]) }
    }

    /// Takes the last change of favorites back.
    public func undoFavorite() {
        actions.undoFavorite()
    }

    public func toggleCaption() {
        state.isCaptionShown.toggle()
    }

    public func goBack() {
        actions.goBack()
    }

    /// Nobody sees the screen: what has not come is not worth waiting for.
    public func rest() {
        walk.stop()
        endPicture()
        updateSign()
    }

    private func endPicture() {
        measuring?.cancel()
        measuring = nil
        drawing.stop()
    }

    private func positionChanged() {
        var new = state
        new.position = walk.position
        if new.position.photo == nil {
            endPicture()
            new.viewport = nil
            new.failure = nil
        }
        state = new
        updateSign()
    }

    private func measure(_ photo: Photo) {
        actions.showed(walk.position.index)
        measuring = Task { [weak self, pictures] in
            do {
                let dimensions = try await pictures.dimensions(photo)
                guard !Task.isCancelled, let self, let size = self.size else { return }
                self.measuring = nil
                self.state.viewport = Viewport(
                    picture: dimensions, columns: size.columns, rows: size.rows,
                    cellAspect: size.style.cellAspect)
                self.draw()
            } catch {
                guard !Task.isCancelled, let self else { return }
                self.measuring = nil
                self.fail(error)
            }
        }
        updateSign()
    }

    private func draw() {
        guard let photo = state.position.photo, let viewport = state.viewport, let size else { return }
        drawing.draw(
            photo,
            ViewRequest(
                part: viewport.part, rotation: viewport.rotation, columns: viewport.columns, rows: viewport.rows,
                style: size.style))
        updateSign()
    }

    private func show(_ view: ViewedPicture) {
        var new = state
        new.picture = view.picture
        new.failure = nil
        shown = new.position.photo?.id
        state = new
        updateSign()
    }

    /// There is no photo at the position, for a reason or because the list is shorter now.
    private func miss(_ error: (any Error)?) {
        if let error { fail(error) } else { actions.goBack() }
    }

    private func fail(_ error: any Error) {
        var new = state
        new.failure = Words.failure(error)
        new.picture = nil
        state = new
        updateSign()
    }

    private func updateSign() {
        sign.update(isBusy: walk.isWaiting || measuring != nil || drawing.isUnderWay)
    }

    /// Who waits long for a photo sees what stands for it, and no longer the photo before.
    private func signChanged() {
        var new = state
        new.isSlow = sign.isShown
        if sign.isShown, let photo = new.position.photo, photo.id != shown, let size {
            let request = TileRequest(columns: size.columns, rows: size.rows, style: size.style)
            new.picture = pictures.placeholder(photo, request)
            shown = photo.id
        }
        state = new
    }
}
