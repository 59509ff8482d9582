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
        var goBack: () -> Void
    }

    public private(set) var state: ViewerState {
        didSet { onStateChange(state) }
    }

    /// Called after each change of the state.
    public var onStateChange: (ViewerState) -> Void = { _ in }

    private let library: any PhotoLibrary
    private let pictures: PicturePort
    private let actions: Actions
    private var size: (columns: Int, rows: Int, style: ArtStyle)?
    private var opening: Task<Void, Never>?
    private var drawing: Task<Void, Never>?
    /// A rough drawing that is shown when no sharp one comes soon: on a slow line each costs as much as the other.
    private var rough: ViewedPicture?
    /// Whether the view has moved since the drawing that is under way began.
    private var isOutdated = false
    private var hasFirstDrawing = false

    public init(place: PhotoPlace, library: any PhotoLibrary, pictures: PicturePort, actions: Actions) {
        self.library = library
        self.pictures = pictures
        self.actions = actions
        state = ViewerState(place: place)
    }

    /// The photo may fill so many cells.
    public func layOut(columns: Int, rows: Int, style: ArtStyle) {
        size = (columns, rows, style)
        if state.viewport == nil, state.failure == nil, opening == nil {
            open(state.place.index)
        } else {
            change { $0.resize(columns: columns, rows: rows) }
        }
    }

    /// Shows the photo so many places further on, if there is one.
    public func go(by step: Int) {
        let index = state.place.index + step
        guard index >= 0, index < state.count else { return }
        open(index)
    }

    /// Asks again for a photo that could not be shown.
    public func retry() {
        open(state.place.index)
    }

    /// Zooms or pans.
    public func change(_ change: (inout Viewport) -> Void) {
        guard var viewport = state.viewport else { return }
        var new = state
        change(&viewport)
        new.viewport = viewport
        state = new
        draw()
    }

    public func showInformation() {
        if let photo = state.photo { actions.showInformation(photo) }
    }

    public func toggleCaption() {
        state.isCaptionShown.toggle()
    }

    public func goBack() {
        actions.goBack()
    }

    /// Nobody sees the screen.
    public func rest() {
        opening?.cancel()
        opening = nil
        drawing?.cancel()
        drawing = nil
        rough = nil
    }

    private func open(_ index: Int) {
        rest()
        var new = state
        new.place.index = index
        new.photo = nil
        new.viewport = nil
        new.failure = nil
        new.isLoading = true
        state = new
        let place = new.place
        opening = Task { [weak self, library, pictures] in
            do {
                let page = try await library.photos(
                    in: place.list, matching: SearchQuery(place.search), in: index..<index + 1)
                guard !Task.isCancelled, let self else { return }
                self.state.count = page.matching
                guard let photo = page.items.first else { return self.actions.goBack() }
                self.state.photo = photo
                self.actions.showed(index)
                let dimensions = try await pictures.dimensions(photo)
                guard !Task.isCancelled else { return }
                self.show(photo, dimensions)
            } catch {
                guard !Task.isCancelled else { return }
                self?.fail(error)
            }
        }
    }

    private func show(_ photo: Photo, _ dimensions: PictureDimensions) {
        guard let size else { return }
        state.viewport = Viewport(picture: dimensions, columns: size.columns, rows: size.rows)
        draw()
    }

    /// Draws what the viewport shows; while a drawing is under way only the last wish is kept.
    private func draw() {
        guard let photo = state.photo, let viewport = state.viewport, let size else { return }
        if drawing != nil, !hasFirstDrawing {
            isOutdated = true
            return
        }
        drawing?.cancel()
        showRough()
        isOutdated = false
        hasFirstDrawing = false
        let request = ViewRequest(
            part: viewport.part, columns: viewport.columns, rows: viewport.rows, style: size.style)
        drawing = Task { [weak self, pictures] in
            do {
                for try await view in pictures.view(photo, request) {
                    guard !Task.isCancelled, let self else { return }
                    self.receive(view)
                    if self.isOutdated { break }
                }
                guard !Task.isCancelled, let self else { return }
                self.drawing = nil
                if self.isOutdated { self.draw() }
            } catch {
                guard !Task.isCancelled else { return }
                self?.fail(error)
            }
        }
    }

    private func receive(_ view: ViewedPicture) {
        hasFirstDrawing = true
        guard !view.isSharp else { return show(view) }
        rough = view
        Task { [weak self] in
            try? await Task.sleep(for: .milliseconds(30))
            self?.showRough()
        }
    }

    private func showRough() {
        if let rough { show(rough) }
    }

    private func show(_ view: ViewedPicture) {
        rough = nil
        var new = state
        new.picture = view.picture
        new.failure = nil
        new.isLoading = !view.isSharp
        state = new
    }

    private func fail(_ error: any Error) {
        drawing = nil
        rough = nil
        var new = state
        new.failure = Words.failure(error)
        new.picture = nil
        new.isLoading = false
        state = new
    }
}
