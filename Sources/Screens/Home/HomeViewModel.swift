import Albums
import CellArt

/// The home screen's state, and what a person can do there.
@MainActor
public final class HomeViewModel {
    /// Where the person can go from here.
    public struct Actions {
        var openAlbum: (Album) -> Void
        var quit: () -> Void
    }

    public private(set) var state = HomeState() {
        didSet { onStateChange(state) }
    }

    /// Called after each change of the state.
    public var onStateChange: (HomeState) -> Void = { _ in }

    private let library: any PhotoLibrary
    private let actions: Actions
    private let albums: PagedGrid<Album>
    private let covers: TileGallery
    private var cover: TileRequest?
    private var owners: [Owner.ID: Owner] = [:]

    public init(library: any PhotoLibrary, pictures: PicturePort, actions: Actions) {
        self.library = library
        self.actions = actions
        albums = PagedGrid(
            load: { try await library.albums(of: nil, matching: $0, in: $1) },
            locate: { try await library.index(of: $0, of: nil, matching: $1) })
        covers = TileGallery(pictures: pictures)
        albums.onChange = { [weak self] in self?.albumsChanged() }
        covers.onChange = { [weak self] in self?.update() }
    }

    /// The screen has room for so many columns and rows of albums, each with such a cover.
    public func layOut(columns: Int, visibleRows: Int, cover: TileRequest) {
        self.cover = cover
        albums.layOut(columns: columns, visibleRows: visibleRows)
        albumsChanged()
    }

    /// The library has more or other albums now, or the screen is shown for the first time.
    public func reload() {
        albums.reload()
        Task { [weak self, library] in
            let owners = try? await library.owners()
            let totals = try? await library.totals()
            guard let self else { return }
            for owner in owners ?? [] { self.owners[owner.id] = owner }
            self.update { $0.totals = totals ?? $0.totals }
        }
    }

    public func move(_ move: GridCursor.Move) {
        albums.move(move)
    }

    public func openSelection() {
        guard let album = albums.selected else { return }
        actions.openAlbum(album)
    }

    /// Types into the search line, opens or clears it; the list follows at once.
    public func changeSearch(_ change: (inout SearchLine) -> Void) {
        update { change(&$0.search) }
        albums.search(state.search.text)
    }

    public func quit() {
        actions.quit()
    }

    /// Nobody sees the screen: covers that have not come are not worth waiting for.
    public func rest() {
        covers.stop()
    }

    private func albumsChanged() {
        if let cover {
            covers.show(
                visible: albums.window.elements(in: albums.cursor.visibleRange).compactMap(\.cover),
                nearby: albums.window.elements(in: albums.cursor.nearbyRange).compactMap(\.cover), as: cover)
        }
        update()
    }

    private func update(_ change: (inout HomeState) -> Void = { _ in }) {
        var new = state
        new.cursor = albums.cursor
        new.albums = albums.window
        new.counts = albums.counts
        new.failure = albums.failure.map(Words.failure)
        new.covers = covers.tiles
        new.owner = owner(of: albums.selected) ?? state.owner
        change(&new)
        state = new
    }

    /// The album's owner, or the only one there is.
    private func owner(of album: Album?) -> Owner? {
        if let album { return owners[album.ownerID] }
        return owners.count == 1 ? owners.values.first : nil
    }
}
