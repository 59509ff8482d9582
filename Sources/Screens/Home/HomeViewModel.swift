import Albums
import CellArt
import Localization

/// Everything the home screen shows.
struct HomeState: Sendable {
    /// The tab: the albums, or other lists such as people.
    let section: Section
    /// The scope of the album list; nil until the owners are known.
    var scope: AlbumList?
    var pane: HomePane
    /// Whether the name is selected instead of an album.
    var isOwnerSelected = false
    var search = TextField()
    /// The number of marked photos in all lists.
    var markCount = 0
    var order = ListOrder.original
    let capabilities: Capabilities
    var albums = GridState<AlbumTree.Item>()
    var folding: AlbumFolding
    var tileSize: TileSize
    /// All owners by ID, for the section headings.
    var owners: [Owner.ID: Owner] = [:]
    var covers: [Photo.ID: Tile] = [:]
    /// Why the cover and count of an album failed to load.
    var missingDetails: [Album.ID: String] = [:]
    /// The albums still waiting for their cover and count, once loading is slow.
    var slowDetails: Set<Album.ID> = []

    /// Whether the albums are in their folders. A search lists them without.
    var isTree: Bool {
        pane.isFolder && section == .albums && !folding.isFlat && SearchQuery(words: search.text).isEmpty
    }

    /// Whether the albums have headings when there is no search, or may have some as long as the list is incomplete.
    var hasHeadings: Bool {
        guard tileSize.fillingCount == nil else { return false }
        return pane.isFolder ? !folding.isFlat : scope == .everyone && pane.ownerCount > 1
    }

    /// Whether a folder is selected, or an album in one.
    var canFold: Bool {
        guard isTree, !isOwnerSelected else { return false }
        return switch albums.selected {
        case .folder, .album(_, _?): true
        case .album(_, nil), nil: false
        }
    }
}

/// The state and commands of the home screen.
@MainActor
final class HomeViewModel: TileScreenModel {
    private(set) var state: HomeState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    private let ownerPreference: OwnerPreference
    private let preferences: any Preferences
    private let marks: MultiSelection
    private let notices: Notices
    private weak var navigator: (any Navigator)?
    private let grid: TileGrid<AlbumTree.Item, AlbumQuery>
    private let albums: PagedGrid<AlbumTree.Item, AlbumQuery>
    private let details: AlbumDetailsLoader
    private let covers: ThumbnailLoader
    private var cover: TileRequest?
    private let shown: ShownLibrary
    private let summary: LibrarySummary
    /// Whether the library may turn out to have a single album to open, before the user opens or searches anything.
    private var mayHaveOnlyAlbum: Bool
    /// Whether the owner preference has been resolved.
    private var isScopeResolved: Bool

    init(
        _ section: Section, of shown: ShownLibrary, preferences: any Preferences, marks: MultiSelection,
        notices: Notices, clock: any Clock<Duration>, navigator: any Navigator
    ) {
        let library = shown.library
        self.shown = shown
        self.preferences = preferences
        self.marks = marks
        self.notices = notices
        ownerPreference = preferences.ownerPreference
        // If the preference alone determines the scope, albums load in parallel with the owners.
        let scope = section.list ?? ownerPreference.scope
        isScopeResolved = section.list != nil
        mayHaveOnlyAlbum = section == .albums
        let (order, folding) = (preferences.albumOrder, preferences.albumFolding)
        self.navigator = navigator
        state = HomeState(
            section: section, pane: HomePane(of: library), capabilities: library.capabilities, folding: folding,
            tileSize: TileSize(width: preferences.tileWidth))
        state.scope = scope
        let list = ListQuery(order: order).limited(to: state.capabilities.albumOrders)
        state.order = list.order
        albums = PagedGrid(
            query: scope.map {
                AlbumQuery(
                    scope: $0, list: list, folding: library.folders != nil && !folding.isFlat ? folding.folders : nil)
            }, source: .init(library),
            clock: clock)
        summary = LibrarySummary(library: library)
        details = AlbumDetailsLoader(library: library, clock: clock)
        grid = TileGrid(
            albums, of: shown, pictures: shown.pictures.replacingBrokenCovers(of: library), preferences: preferences,
            notices: notices, clock: clock)
        covers = grid.thumbnails
        albums.onChange = { [weak self] in self?.albumsChanged() }
        details.onChange = { [weak self] in self?.albumsChanged() }
        covers.onChange = { [weak self] in self?.update() }
        summary.onChange = { [weak self] in self?.summaryChanged() }
    }

    func layOut(_ layout: TileLayout, tile: TileRequest?) {
        cover = tile
        albums.layOut(layout)
        albumsChanged()
    }

    /// Retries failed loads and refreshes the library, to pick up changes made by other programs.
    func retry() {
        let hasOtherFailure = details.retryFailed() || summary.hasFailed
        summary.refresh()
        grid.retry(hasOtherFailure: hasOtherFailure) { [weak self] in
            self?.reload()
        } isStillEmpty: {
            guard let totals = try? await $0.totals() else { return false }
            return totals.isComplete && totals.photos == 0
        }
    }

    /// Reloads albums and totals; called when the library or the marks have changed or the screen appears.
    func reload() {
        update()
        albums.reload()
        summary.refresh()
    }

    func move(_ move: GridCursor.Move) {
        if state.isOwnerSelected {
            guard move != .scrollUp else { return }
            guard ![.up, .pageUp, .first].contains(move) else { return notices.explain(.listStart) }
            update { $0.isOwnerSelected = false }
            if move != .down { albums.move(move) }
        } else if move == .up, albums.isInFirstRow, state.pane.owner != nil {
            update { $0.isOwnerSelected = true }
        } else if let reason = albums.move(move) {
            notices.explain(reason)
        }
    }

    /// Selects the album at an index.
    func select(_ index: Int) {
        update { $0.isOwnerSelected = false }
        albums.select(index)
    }

    /// Opens the selected album, opens or closes the selected folder, or shows the profile if the name is selected. If
    /// the selected item is still loading, opens it then.
    func openSelection() {
        mayHaveOnlyAlbum = false
        guard !state.isOwnerSelected else { return showProfile() }
        let reason = albums.withSelected { [weak self] item in
            guard let self else { return }
            switch item {
            case .album(let album, _): navigator?.show(.album(details.completed(album)))
            case .folder(let folder): set(folder.id, isOpen: !folder.isOpen)
            }
        }
        if let reason { notices.explain(reason) }
    }

    // MARK: Folders

    /// Opens the selected folder, or that of the selected album, with everything below it.
    func openBelow() {
        guard !state.isOwnerSelected else { return notices.explain(.nothingSelected) }
        let reason = albums.withSelected { [navigator, folders = shown.library.folders] item in
            switch item {
            case .album(let album, _):
                if let folder = folders?.folder(of: album.id) { navigator?.show(.folder(folder.id, name: folder.name)) }
            case .folder(let folder): navigator?.show(.folder(folder.id, name: folder.name))
            }
        }
        if let reason { notices.explain(reason) }
    }

    /// Opens or closes the selected folder, or closes the one that the selected album is in.
    func fold() {
        guard !state.isOwnerSelected else { return notices.explain(.nothingSelected) }
        guard state.isTree else { return notices.explain(state.folding.isFlat ? .flatList : .flatResults) }
        switch albums.selected {
        case .folder(let folder): set(folder.id, isOpen: !folder.isOpen)
        case .album(_, let folder?): set(folder, isOpen: false)
        case .album(_, nil): notices.explain(.notInFolder)
        case nil: notices.explain(albums.state.noSelection)
        }
    }

    /// Switches between folders and a list of all albums. The selected album stays selected, or else its folder is.
    func toggleFolders() {
        guard state.folding.isFlat || state.isTree else { return notices.explain(.flatResults) }
        changeFolding { $0.isFlat.toggle() }
    }

    private func set(_ folder: Album.ID, isOpen: Bool) {
        changeFolding { $0.folders[folder] = isOpen }
    }

    private func changeFolding(_ change: (inout AlbumFolding) -> Void) {
        update { change(&$0.folding) }
        preferences.albumFolding = state.folding
        // The selection counts as the user's, so that it is kept.
        albums.select(albums.state.selection)
        load()
    }

    func showProfile() {
        guard let owner = state.pane.owner else { return notices.explain(.stillLoading) }
        navigator?.show(.profile(owner, state.pane.totals))
    }

    func show(_ tab: Section) {
        guard tab != state.section else { return notices.explain(.tabAlreadyOpen) }
        navigator?.show(.tab(tab, state.pane))
    }

    /// Shows the sort menu. In another order, the album that the user selected stays selected.
    func changeOrder() {
        let options = SortOptions(
            localized("Sort albums"), of: state.capabilities.albumOrders, current: state.order,
            dateKind: state.capabilities.dateKind, original: state.pane.isFolder ? .folder : .library)
        guard options.orders.count > 1 else { return notices.explain(.cannotSort) }
        navigator?.interact { [weak self, navigator] in
            guard let order = await navigator?.ask(options.menu), let self else { return }
            update { $0.order = order }
            preferences.albumOrder = order
            load()
        }
    }

    var search: TextField { state.search }

    func changeSearch(_ change: (inout TextField) -> Void) {
        mayHaveOnlyAlbum = false
        let wasTyping = state.search.isTyping
        update { change(&$0.search) }
        load()
        if wasTyping, !state.search.isTyping, state.search.isActive { albums.confirmSelection() }
    }

    func adoptPreferences() {
        let width = preferences.usableTileWidth
        if state.tileSize.width != width { update { $0.tileSize.width = width } }
    }

    func resizeTiles(_ step: TileSize.Step, columns: Int, canGrow: Bool) {
        let size = grid.size(after: step, from: state.tileSize, columns: columns, canGrow: canGrow)
        if let size { update { $0.tileSize = size } }
    }

    /// Does the first that applies: stops waiting for the selected item, clears the search, goes from another tab back to
    /// the albums. Returns whether any did.
    func goBack() -> Bool {
        if state.albums.isSelectionPending {
            albums.cancelJump()
        } else if state.search.isActive {
            changeSearch { $0.clear() }
        } else if state.section != .albums {
            navigator?.goBack()
        } else {
            return false
        }
        return true
    }

    /// Shows all marked photos.
    func showMarked() {
        guard state.markCount > 0 else { return notices.explain(.nothingMarked) }
        navigator?.show(.marked)
    }

    func quit() {
        navigator?.quit()
    }

    func suspend() {
        summary.stop()
        // Before the details: the list's last change can start loads of them.
        grid.stop()
        details.stop()
    }

    // MARK: Owners

    func chooseOwner() {
        guard let scope = state.scope, let owners = summary.owners else { return notices.explain(.stillLoading) }
        guard owners.count > 1 else { return notices.explain(.noOtherOwners) }
        let menu = Menu.owners(owners, of: shown.library, current: scope)
        navigator?.interact { [weak self, navigator] in
            if let scope = await navigator?.ask(menu) { self?.show(scope) }
        }
    }

    private func show(_ scope: AlbumList) {
        isScopeResolved = true
        update {
            $0.scope = scope
            $0.isOwnerSelected = false
            // The search belonged to the previous list.
            $0.search.clear()
        }
        preferences.rememberScope(scope)
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

    private func preferredScope(among knownOwners: [Owner]) -> AlbumList? {
        // Don't replace albums already on screen with those of a random owner.
        if ownerPreference == .random, let scope = state.scope { return scope }
        let scope = ownerPreference.scope(among: knownOwners)
        if let scope {
            if knownOwners.count > 1 { preferences.rememberScope(scope) }
        } else if case .named(let name) = ownerPreference {
            notices.post(.failure(localized("This library has no owner named \(name)")))
        }
        return scope
    }

    /// Returns the owner to name at the top.
    private func owner(in state: HomeState) -> Owner? {
        switch state.scope {
        case .owner(let id): state.owners[id] ?? state.owners[.unknown]
        case .people, .places: summary.owners?.first
        case .everyone, nil: albums.selected?.album.flatMap { state.owners[$0.ownerID] } ?? summary.owners?.first
        }
    }

    // MARK: Publishing

    private func summaryChanged() {
        let owners = summary.owners ?? []
        if !isScopeResolved { resolveScope(among: owners) }
        update { state in
            state.pane.totals = summary.totals
            state.pane.ownerCount = owners.count
            for owner in owners { state.owners[owner.id] = owner }
        }
    }

    private func load(fromTop: Bool = false) {
        guard let scope = state.scope else { return }
        albums.show(
            AlbumQuery(
                scope: scope, list: ListQuery(search: SearchQuery(words: state.search.text), order: state.order),
                folding: state.isTree ? state.folding.folders : nil), fromTop: fromTop)
    }

    private func albumsChanged() {
        details.load(albums.visible.compactMap(\.album))
        if let cover {
            covers.show(
                visible: albums.visible.compactMap { completed($0).album?.cover },
                nearby: albums.nearby.compactMap { completed($0).album?.cover }, as: cover)
        }
        update()
        openOnlyAlbum()
    }

    /// Opens the only album once the library is known to have no other.
    private func openOnlyAlbum() {
        guard mayHaveOnlyAlbum, albums.state.counts?.isComplete == true else { return }
        mayHaveOnlyAlbum = false
        let items = albums.loaded
        let loaded = items.compactMap(\.album)
        guard state.scope == .everyone, items.count == albums.state.count, loaded.count == 1, let album = loaded.first,
            items.allSatisfy({ $0.folder?.isOpen != false })
        else { return }
        navigator?.show(.onlyAlbum(details.completed(album)))
    }

    /// Returns the item with the loaded details of its album.
    private func completed(_ item: AlbumTree.Item) -> AlbumTree.Item {
        guard case .album(let album, let folder) = item else { return item }
        return .album(details.completed(album), in: folder)
    }

    private func update(_ change: (inout HomeState) -> Void = { _ in }) {
        var new = state
        new.albums = albums.state.map(completed)
        new.covers = covers.tiles
        new.missingDetails = details.failures
        new.slowDetails = details.slowAlbums
        new.markCount = marks.photos.count
        change(&new)
        new.tileSize.fillingCount = new.albums.fillingCount(
            isTyping: new.search.isTyping, previous: new.tileSize.fillingCount)
        new.pane.owner = owner(in: new)
        new.pane.ownerPosition = new.scope?.owner.flatMap { id in summary.owners?.firstIndex { $0.id == id } }
            .map { $0 + 1 }
        state = new
    }
}
