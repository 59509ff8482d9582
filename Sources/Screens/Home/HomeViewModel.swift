import Albums
import CellArt

/// Everything the home screen shows.
public struct HomeState: Sendable {
    /// The scope of the album list; nil until the owners are known.
    public var scope: OwnerScope?
    /// The owner named at the top: the owner in scope or, for everyone, of the selected album. Nil until known.
    public var owner: Owner?
    /// Whether the name is selected instead of an album.
    public var isOwnerSelected = false
    public var totals: LibraryTotals?
    public var search = TextField()
    public var order = ListOrder.original
    /// The meaning of the albums' dates.
    public var dateKind = Photo.DateKind.taken
    public var albums = GridState<Album>()
    /// All owners by ID, for the section headings.
    public var owners: [Owner.ID: Owner] = [:]
    public var covers: [Photo.ID: Tile] = [:]
    /// Why the cover and count of an album failed to load.
    public var missingDetails: [Album.ID: String] = [:]
    /// The albums still waiting for their cover and count, once loading is slow.
    public var slowDetails: Set<Album.ID> = []
}

/// The state and commands of the home screen.
@MainActor
public final class HomeViewModel {
    /// Navigation, stored preferences and messages, supplied by the coordinator.
    public struct Actions {
        var openAlbum: (Album) -> Void
        var showTab: (HomeTab, Owner?, LibraryTotals?) -> Void
        var showProfile: (Owner, LibraryTotals?) -> Void
        /// Shows the owner picker and passes the choice to `chosen`.
        var chooseOwner: (_ owners: [Owner], _ current: OwnerScope, _ chosen: @escaping (OwnerScope) -> Void) -> Void
        /// Shows the sort menu and passes the choice to `chosen`.
        var chooseOrder: (SortOptions, _ chosen: @escaping (ListOrder) -> Void) -> Void
        var showDoctor: () -> Void
        var showHelp: ([HelpEntry]) -> Void
        var rememberScope: (OwnerScope) -> Void
        var rememberOrder: (ListOrder) -> Void
        /// Reports that no owner has this name.
        var reportUnknownOwner: (String) -> Void
        /// Reports why a command has no effect.
        var explain: (NoEffect) -> Void
        var quit: () -> Void
    }

    public private(set) var state = HomeState() {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    public var onStateChange: () -> Void = {}

    private let ownerPreference: OwnerPreference
    private let actions: Actions
    private let albums: PagedGrid<Album, AlbumQuery>
    private let details: AlbumDetailsLoader
    private let covers: ThumbnailLoader
    private var cover: TileRequest?
    private let shown: ShownLibrary
    private var refreshing: Task<Void, Never>?
    private let summary: LibrarySummary
    /// Whether the owner preference has been resolved.
    private var isScopeResolved = false

    public init(
        shown: ShownLibrary, ownerPreference: OwnerPreference, order: ListOrder, clock: any Clock<Duration>,
        actions: Actions
    ) {
        let library = shown.library
        self.shown = shown
        self.ownerPreference = ownerPreference
        self.actions = actions
        // If the preference alone determines the scope, albums load in parallel with the owners.
        state.scope = ownerPreference.scope
        let list = ListQuery(order: order).limited(to: library.albumOrders)
        state.order = list.order
        state.dateKind = library.dateKind
        albums = PagedGrid(
            query: ownerPreference.scope.map { AlbumQuery(scope: $0, list: list) }, source: .init(library),
            clock: clock)
        summary = LibrarySummary(library: library)
        details = AlbumDetailsLoader(library: library, clock: clock)
        covers = ThumbnailLoader(pictures: shown.pictures.replacingBrokenCovers(of: library), clock: clock)
        albums.onChange = { [weak self] in self?.albumsChanged() }
        details.onChange = { [weak self] in self?.albumsChanged() }
        covers.onChange = { [weak self] in self?.update() }
        summary.onChange = { [weak self] in self?.summaryChanged() }
    }

    /// Lays out albums in rows of `linesPerRow`, including a `gap`. A nil `cover` leaves out the covers.
    public func layOut(columns: Int, lines: Int, linesPerRow: Int, gap: Int, cover: TileRequest?) {
        self.cover = cover
        albums.layOut(columns: columns, lines: lines, linesPerRow: linesPerRow, gap: gap)
        albumsChanged()
    }

    /// Retries failed loads and refreshes the library, to pick up changes made by other programs.
    public func retry() {
        let failures = [covers.retryBroken(), details.retryFailed(), albums.retry(), summary.hasFailed]
        summary.refresh()
        refreshing?.cancel()
        refreshing = Task { [weak self, shown] in
            let hasRefreshed = await shown.refresh()
            guard !Task.isCancelled, let self else { return }
            guard hasRefreshed else {
                if !failures.contains(true) { actions.explain(.nothingToRetry) }
                return
            }
            covers.reload()
            reload()
        }
    }

    /// Reloads albums and totals; called when the library has changed or the screen appears.
    public func reload() {
        albums.reload()
        summary.refresh()
    }

    public func move(_ move: GridCursor.Move) {
        if state.isOwnerSelected {
            guard move != .scrollUp else { return }
            guard ![.up, .pageUp, .first].contains(move) else { return actions.explain(.listStart) }
            update { $0.isOwnerSelected = false }
            if move != .down { albums.move(move) }
        } else if move == .up, albums.isInFirstRow, state.owner != nil {
            update { $0.isOwnerSelected = true }
        } else if let reason = albums.move(move) {
            actions.explain(reason)
        }
    }

    /// Selects the album at an index.
    public func select(_ index: Int) {
        update { $0.isOwnerSelected = false }
        albums.select(index)
    }

    /// Opens the selected album, or the profile if the name is selected.
    public func openSelection() {
        if state.isOwnerSelected {
            showProfile()
        } else if let album = albums.selected {
            actions.openAlbum(details.completed(album))
        } else {
            actions.explain(albums.state.noSelection)
        }
    }

    public func showProfile() {
        guard let owner = state.owner else { return actions.explain(.stillLoading) }
        actions.showProfile(owner, state.totals)
    }

    public func show(_ tab: HomeTab) {
        guard tab != .albums else { return actions.explain(.tabAlreadyOpen) }
        actions.showTab(tab, state.owner, state.totals)
    }

    /// Shows the sort menu. In another order, the album that the user selected stays selected.
    public func changeOrder() {
        let options = SortOptions(
            .albums, of: shown.library.albumOrders, current: state.order, dateKind: state.dateKind)
        guard options.orders.count > 1 else { return actions.explain(.cannotSort) }
        actions.chooseOrder(options) { [weak self] order in
            self?.update { $0.order = order }
            self?.actions.rememberOrder(order)
            self?.load()
        }
    }

    /// Edits, opens or clears the search line; the list updates immediately.
    public func changeSearch(_ change: (inout TextField) -> Void) {
        update { change(&$0.search) }
        load()
    }

    /// Cancels a jump to the end of the list, or else clears the search. Returns whether it did either.
    func clear() -> Bool {
        if state.albums.isSelectionPending {
            albums.cancelJump()
        } else if state.search.isActive {
            changeSearch { $0.clear() }
        } else {
            return false
        }
        return true
    }

    public func showDoctor() {
        actions.showDoctor()
    }

    public func showHelp(_ entries: [HelpEntry]) {
        actions.showHelp(entries)
    }

    public func quit() {
        actions.quit()
    }

    /// Cancels outstanding loads; called when the screen is covered or left.
    public func suspend() {
        refreshing?.cancel()
        summary.stop()
        // Stop the albums first: their last change notification can start loads of details and covers.
        albums.stop()
        details.stop()
        covers.stop()
    }

    // MARK: Owners

    public func chooseOwner() {
        guard let scope = state.scope, let owners = summary.owners else { return actions.explain(.stillLoading) }
        guard owners.count > 1 else { return actions.explain(.noOtherOwners) }
        actions.chooseOwner(owners, scope) { [weak self] in self?.show($0) }
    }

    private func show(_ scope: OwnerScope) {
        isScopeResolved = true
        update {
            $0.scope = scope
            $0.isOwnerSelected = false
            // The search belonged to the previous list.
            $0.search.clear()
        }
        actions.rememberScope(scope)
        load(fromTop: true)
    }

    /// Lists the albums of the preferred owner, or everyone's if no owner has that name.
    ///
    /// While the owners are unknown, lists albums anyway and leaves the preference to be resolved later.
    private func resolveScope(among owners: [Owner]) {
        let knownOwners = owners.filter { $0.id != .unknown }
        isScopeResolved = !knownOwners.isEmpty
        let scope = isScopeResolved ? preferredScope(among: knownOwners) : state.scope
        update { $0.scope = scope ?? .everyone }
        load()
    }

    private func preferredScope(among knownOwners: [Owner]) -> OwnerScope? {
        // Don't replace albums already on screen with those of a random owner.
        if ownerPreference == .random, let scope = state.scope { return scope }
        let scope = ownerPreference.scope(among: knownOwners)
        if let scope {
            if knownOwners.count > 1 { actions.rememberScope(scope) }
        } else if case .named(let name) = ownerPreference {
            actions.reportUnknownOwner(name)
        }
        return scope
    }

    /// Returns the owner to name at the top.
    private func owner(in state: HomeState) -> Owner? {
        switch state.scope {
        case .owner(let id): state.owners[id] ?? state.owners[.unknown]
        case .everyone, nil: albums.selected.flatMap { state.owners[$0.ownerID] } ?? summary.owners?.first
        }
    }

    // MARK: Publishing

    private func summaryChanged() {
        let owners = summary.owners ?? []
        if !isScopeResolved { resolveScope(among: owners) }
        update { state in
            state.totals = summary.totals
            for owner in owners { state.owners[owner.id] = owner }
        }
    }

    private func load(fromTop: Bool = false) {
        guard let scope = state.scope else { return }
        albums.show(
            AlbumQuery(scope: scope, list: ListQuery(state.search.text, order: state.order)), fromTop: fromTop)
    }

    private func albumsChanged() {
        details.load(albums.visible)
        if let cover {
            covers.show(
                visible: albums.visible.compactMap { details.completed($0).cover },
                nearby: albums.nearby.compactMap { details.completed($0).cover }, as: cover)
        }
        update()
    }

    private func update(_ change: (inout HomeState) -> Void = { _ in }) {
        var new = state
        new.albums = albums.state.map(details.completed)
        new.covers = covers.tiles
        new.missingDetails = details.failures
        new.slowDetails = details.slowAlbums
        change(&new)
        new.owner = owner(in: new)
        state = new
    }
}
