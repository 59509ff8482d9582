import Albums
import CellArt

/// The state of an album's or a feed's photos, and what a person can do with them.
@MainActor
public final class PhotoGridViewModel {
    /// Where the person can go from here.
    public struct Actions {
        /// Opens a photo, `playing` a slideshow that begins there; the viewer tells the index of each photo that it shows.
        var openPhoto: (PhotoPlace, _ playing: Bool, _ showed: @escaping (Int) -> Void) -> Void
        var showInformation: (Photo) -> Void
        /// Opens the share sheet; `saving` asks at once where to save.
        var share: (_ photos: [Photo], _ saving: Bool) -> Void
        /// Asks the library's own search.
        var askLibrary: (String) -> Void
        var showDoctor: () -> Void
        var showTab: (HomeTab, Owner?, LibraryTotals?) -> Void
        var showProfile: (Owner, LibraryTotals?) -> Void
        var toggleFavorite: ([Photo]) -> Void
        var undoFavorite: () -> Void
        var goBack: () -> Void
        /// Goes back as `q` does, which from a tab of home quits.
        var leave: () -> Void
        var rememberTileWidth: (Int) -> Void
        /// Says why a command has no effect.
        var explain: (NoEffect) -> Void
    }

    public private(set) var state: PhotoGridState {
        didSet { onStateChange(state) }
    }

    /// Called after each change of the state.
    public var onStateChange: (PhotoGridState) -> Void = { _ in }

    let actions: Actions
    let photos: PagedGrid<Photo, SearchQuery>
    /// Whether Enter in the search line asks the library.
    let answersSearches: Bool
    let summary: LibrarySummary
    private let gallery: TileGallery
    private let reading: PhotoLineReading
    private let shapes: PhotoShapes
    private let shown: ShownLibrary
    private var refreshing: Task<Void, Never>?
    private var tile: TileRequest?
    /// Looks for all photos that are shown.
    var marking: Task<Void, Never>?
    /// Shows that this takes long.
    let markingSign: ProgressSign

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
                // What can be asked of the service itself is not read on to be searched here.
                readsOn: { $0.words.isEmpty || !library.answersSearches }), clock: clock)
        self.summary = summary
        shown = ShownLibrary(library: library, pictures: pictures)
        markingSign = ProgressSign(clock: clock)
        gallery = TileGallery(pictures: pictures, clock: clock)
        reading = PhotoLineReading(library: library, pictures: pictures)
        shapes = PhotoShapes(pictures: pictures)
        photos.onChange = { [weak self] in self?.photosChanged() }
        gallery.onChange = { [weak self] in self?.update() }
        reading.onChange = { [weak self] in self?.update() }
        shapes.onChange = { [weak self] in self?.shapesChanged() }
        markingSign.onChange = { [weak self] in self?.update() }
        summary.onChange = { [weak self] in self?.summaryChanged() }
    }

    /// The screen has room for so many columns and lines of photos, each with such a picture, or as text.
    public func layOut(columns: Int, lines: Int, linesPerRow: Int, tile: TileRequest?) {
        self.tile = tile
        photos.layOut(columns: columns, lines: lines, linesPerRow: linesPerRow)
        photosChanged()
    }

    /// The screen has room for so many columns and lines of photos, each as high as `height` says for its aspect.
    public func layOutWaterfall(
        columns: Int, lines: Int, tile: TileRequest, height: @escaping (_ aspect: Double) -> Int
    ) {
        self.tile = tile
        photos.layOutWaterfall(columns: columns, lines: lines) { [shapes] in shapes.aspect(of: $0).map(height) }
        photosChanged()
    }

    /// Draws the photos as a grid, or as a waterfall.
    public func toggleWaterfall() {
        update { $0.isWaterfall.toggle() }
    }

    /// The library has more or other photos now.
    public func reload() {
        photos.reload()
        if case .home = state.heading { summary.refresh() }
    }

    /// Asks again for what failed, and reads again what others may have changed.
    public func retry() {
        let failures = [gallery.retryBroken(), photos.retry()]
        refreshing?.cancel()
        refreshing = Task { [weak self, shown] in
            let isRead = await shown.refresh()
            guard !Task.isCancelled, let self else { return }
            guard isRead else {
                if !failures.contains(true) { actions.explain(.nothingFailed) }
                return
            }
            gallery.reload()
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

    /// Opens the selected photo, or `playing`, begins a slideshow there.
    public func openSelection(playing: Bool) {
        // The selected photo itself may still be on its way.
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
            PhotoPlace(
                list: state.list, search: state.search.text, index: index, counts: photos.contents.counts), playing
        ) { [weak self] in self?.photos.select($0) }
    }

    public func showDoctor() {
        actions.showDoctor()
    }

    /// Stops on the way to the end of the list, clears a search that was kept, or else the marks; without any, goes back.
    public func goBack() {
        if photos.contents.isSeeking {
            photos.stopSeeking()
        } else if state.search.isActive {
            changeSearch { $0.clear() }
        } else if !state.marks.photos.isEmpty {
            update { $0.marks.clear() }
        } else {
            actions.goBack()
        }
    }

    /// Goes back at once.
    public func leave() {
        actions.leave()
    }

    /// Makes thumbnails larger or smaller by one step on a line of `columns`, and remembers it.
    public func resizeTiles(_ step: TileSize.Step, columns: Int) {
        guard let width = TileSize.width(after: state.tileWidth, step, columns: columns) else {
            return actions.explain(step == .larger ? .largestThumbnails : .smallestThumbnails)
        }
        update { $0.tileWidth = width }
        actions.rememberTileWidth(width)
    }

    /// Nobody sees the screen: what has not come is not worth waiting for.
    public func rest() {
        refreshing?.cancel()
        summary.stop()
        // Before the others, which are wanted for what it shows.
        photos.stop()
        gallery.stop()
        reading.stop()
        shapes.stop()
    }

    private func photosChanged() {
        if let tile {
            gallery.show(visible: photos.contents.visible, nearby: Array(photos.contents.nearby), as: tile)
        } else {
            reading.want(photos.contents.visible)
        }
        if state.isWaterfall { shapes.want(photos.contents.window.items) }
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
        new.tiles = gallery.tiles
        new.lineDetails = reading.details
        change(&new)
        state = new
    }
}
