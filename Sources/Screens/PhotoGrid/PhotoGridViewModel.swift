import Albums
import CellArt

/// The state and commands of a photo grid, such as an album or the feed.
@MainActor
public final class PhotoGridViewModel {
    /// Navigation, stored preferences and messages, supplied by the coordinator.
    public struct Actions {
        /// Opens a photo, or with `playing` a slideshow that begins there. `showed` receives the index of each photo
        /// shown.
        var openPhoto: (PhotoPosition, _ playing: Bool, _ showed: @escaping (Int) -> Void) -> Void
        var showInformation: (Photo) -> Void
        /// Opens the share sheet; with `saving`, it asks immediately where to save.
        var share: (_ photos: [Photo], _ saving: Bool) -> Void
        /// Runs the library's own search.
        var searchLibrary: (String) -> Void
        var showDoctor: () -> Void
        var showTab: (HomeTab, Owner?, LibraryTotals?) -> Void
        var showProfile: (Owner, LibraryTotals?) -> Void
        var toggleFavorite: ([Photo]) -> Void
        var undoFavorite: () -> Void
        var goBack: () -> Void
        /// Goes back as `q` does, which quits from a home tab.
        var leave: () -> Void
        var rememberTileWidth: (Int) -> Void
        /// Reports why a command has no effect.
        var explain: (NoEffect) -> Void
    }

    public private(set) var state: PhotoGridState {
        didSet { onStateChange(state) }
    }

    /// Called after each change of the state.
    public var onStateChange: (PhotoGridState) -> Void = { _ in }

    let actions: Actions
    let photos: PagedGrid<Photo, SearchQuery>
    /// Whether Enter in the search line runs the library's own search.
    let answersSearches: Bool
    let summary: LibrarySummary
    private let thumbnailLoader: ThumbnailLoader
    private let reading: PhotoLineReading
    private let shapes: PhotoShapes
    private let shown: ShownLibrary
    private var refreshing: Task<Void, Never>?
    private var tile: TileRequest?
    /// The task that collects all matching photos to mark them.
    var marking: Task<Void, Never>?
    /// The busy indicator of `marking`.
    let markingSign: BusyIndicator

    init(
        list: PhotoList, heading: PhotoGridHeading, tileWidth: Int, library: any PhotoLibrary, pictures: PicturePort,
        summary: LibrarySummary, clock: any Clock<Duration>, actions: Actions
    ) {
        self.actions = actions
        answersSearches = library.answersSearches && list == .feed
        state = PhotoGridState(list: list, heading: heading, tileWidth: tileWidth)
        if list == .feed, library.dateKind == .modified { state.sortDate = .modified }
        photos = PagedGrid(
            query: .everything,
            source: .init(
                load: { try await library.photos(in: list, matching: $0, in: $1) },
                locate: { try await library.index(of: $0, in: list, matching: $1) }, sections: nil,
                skipsPages: \.words.isEmpty,
                // If the service can search, don't read on through the whole list to search it here.
                keepsLoading: { $0.words.isEmpty || !library.answersSearches }), clock: clock)
        self.summary = summary
        shown = ShownLibrary(library: library, pictures: pictures)
        markingSign = BusyIndicator(clock: clock)
        thumbnailLoader = ThumbnailLoader(pictures: pictures, clock: clock)
        reading = PhotoLineReading(library: library, pictures: pictures)
        shapes = PhotoShapes(pictures: pictures)
        photos.onChange = { [weak self] in self?.photosChanged() }
        thumbnailLoader.onChange = { [weak self] in self?.update() }
        reading.onChange = { [weak self] in self?.update() }
        shapes.onChange = { [weak self] in self?.shapesChanged() }
        markingSign.onChange = { [weak self] in self?.update() }
        summary.onChange = { [weak self] in self?.summaryChanged() }
    }

    /// Lays out photos in rows. With a nil `tile`, each photo is a line of text.
    public func layOut(columns: Int, lines: Int, linesPerRow: Int, tile: TileRequest?) {
        self.tile = tile
        photos.layOut(columns: columns, lines: lines, linesPerRow: linesPerRow)
        photosChanged()
    }

    /// Lays out photos in masonry columns. `height` returns the height in lines for an aspect ratio.
    public func layOutMasonry(
        columns: Int, lines: Int, tile: TileRequest, height: @escaping (_ aspect: Double) -> Int
    ) {
        self.tile = tile
        photos.layOutMasonry(columns: columns, lines: lines) { [shapes] in shapes.aspect(of: $0).map(height) }
        photosChanged()
    }

    /// Switches between rows and the masonry layout.
    public func toggleMasonry() {
        update { $0.isMasonry.toggle() }
    }

    /// Reloads the photos; called when the library has changed or the screen appears.
    public func reload() {
        photos.reload()
        if case .home = state.heading { summary.refresh() }
    }

    /// Retries failed loads and refreshes the library, to pick up changes made by other programs.
    public func retry() {
        let failures = [thumbnailLoader.retryBroken(), photos.retry()]
        refreshing?.cancel()
        refreshing = Task { [weak self, shown] in
            let isRead = await shown.refresh()
            guard !Task.isCancelled, let self else { return }
            guard isRead else {
                if !failures.contains(true) { actions.explain(.nothingFailed) }
                return
            }
            thumbnailLoader.reload()
            reading.forget()
            shapes.forget()
            reload()
        }
    }

    public func move(_ move: GridCursor.Move) {
        if let reason = photos.move(move) { actions.explain(reason) }
    }

    /// Selects the photo at an index.
    public func select(_ index: Int) {
        photos.select(index)
    }

    /// Opens the selected photo or, with `playing`, starts a slideshow there.
    public func openSelection(playing: Bool) {
        // The selected photo itself may not be loaded yet.
        let selection = photos.contents.arrangement.selection
        guard let counts = photos.contents.counts, selection < counts.matching else {
            return actions.explain(photos.contents.noSelection)
        }
        open(at: selection, playing: playing)
    }

    /// Opens the photo at an index; the selection follows the viewer from there.
    public func open(at index: Int, playing: Bool = false) {
        photos.select(index)
        actions.openPhoto(
            PhotoPosition(
                list: state.list, search: state.search.text, index: index, counts: photos.contents.counts), playing
        ) { [weak self] in self?.photos.select($0) }
    }

    public func showDoctor() {
        actions.showDoctor()
    }

    /// Does the first that applies: cancels a jump to the end of the list, clears the search, clears the marks, goes
    /// back.
    public func goBack() {
        if photos.contents.isSelectionPending {
            photos.cancelJump()
        } else if state.search.isActive {
            changeSearch { $0.clear() }
        } else if !state.marks.photos.isEmpty {
            update { $0.marks.clear() }
        } else {
            actions.goBack()
        }
    }

    /// Leaves the screen without clearing the search or the marks first.
    public func leave() {
        actions.leave()
    }

    /// Resizes thumbnails by one step in a view of `columns`, and stores the new width.
    public func resizeTiles(_ step: TileSize.Step, columns: Int) {
        guard let width = TileSize.width(after: state.tileWidth, step, columns: columns) else {
            return actions.explain(step == .larger ? .largestThumbnails : .smallestThumbnails)
        }
        update { $0.tileWidth = width }
        actions.rememberTileWidth(width)
    }

    /// Cancels outstanding loads; called when the screen is covered or left.
    public func suspend() {
        refreshing?.cancel()
        summary.stop()
        // Stop the photos first: their last change notification can start loads of tiles and details.
        photos.stop()
        thumbnailLoader.stop()
        reading.stop()
        shapes.stop()
    }

    private func photosChanged() {
        if let tile {
            thumbnailLoader.show(visible: photos.contents.visible, nearby: Array(photos.contents.nearby), as: tile)
        } else {
            reading.want(photos.contents.visible)
        }
        if state.isMasonry { shapes.want(photos.contents.window.items) }
        update()
    }

    private func shapesChanged() {
        photos.place()
        photosChanged()
    }

    func update(_ change: (inout PhotoGridState) -> Void = { _ in }) {
        var new = state
        new.photos = photos.contents
        if markingSign.isShown { new.photos.isSlow = true }
        new.tiles = thumbnailLoader.tiles
        new.lineDetails = reading.details
        change(&new)
        state = new
    }
}
