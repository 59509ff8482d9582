import Albums

/// Covers and counts of the albums in view, of libraries whose lists leave them out: one question each.
@MainActor
final class AlbumDetails {
    /// Called when the details of an album have come, or word that they will not or take long.
    var onChange: () -> Void = {}

    private let library: any PhotoLibrary
    private let sign: ProgressSign
    /// Why details did not come; they are asked for again only when a person wants that.
    private(set) var failures: [Album.ID: String] = [:]
    private var known: [Album.ID: Album] = [:]
    private var asking: [Album.ID: Task<Void, Never>] = [:]

    init(library: any PhotoLibrary, clock: any Clock<Duration>) {
        self.library = library
        sign = ProgressSign(clock: clock)
        // When it goes, that is told with what made it go.
        sign.onChange = { [weak self] in if self?.sign.isShown == true { self?.onChange() } }
    }

    /// The albums whose details take so long that a person wants a sign of it.
    var awaited: Set<Album.ID> { sign.isShown ? Set(asking.keys) : [] }

    /// The album with all that is known of it; whose it is may have come to light since.
    func completed(_ album: Album) -> Album {
        guard let details = known[album.id] else { return album }
        return Album(
            id: album.id, ownerID: album.ownerID, title: album.title,
            photoCount: album.photoCount ?? details.photoCount, cover: album.cover ?? details.cover)
    }

    /// Forgets what failed, so that the next wish asks for it again; returns whether anything had.
    func retryFailed() -> Bool {
        defer { failures = [:] }
        return !failures.isEmpty
    }

    /// Waits for nothing any more.
    func stop() {
        asking.values.forEach { $0.cancel() }
        asking = [:]
        sign.update(isBusy: false)
    }

    /// Asks for what is missing of these albums, and for no others any more.
    func want(_ albums: some Collection<Album>) {
        let wanted = Set(albums.map(\.id))
        for (id, task) in asking where !wanted.contains(id) {
            task.cancel()
            asking[id] = nil
        }
        for album in albums where album.cover == nil || album.photoCount == nil {
            guard known[album.id] == nil, asking[album.id] == nil, failures[album.id] == nil else { continue }
            asking[album.id] = Task { [weak self, library] in
                do {
                    let details = try await library.details(of: album)
                    guard !Task.isCancelled else { return }
                    self?.known[album.id] = details
                } catch {
                    guard !Task.isCancelled else { return }
                    self?.failures[album.id] = Words.failure(error)
                }
                self?.asking[album.id] = nil
                self?.updateSign()
                self?.onChange()
            }
        }
        updateSign()
    }

    private func updateSign() {
        sign.update(isBusy: !asking.isEmpty)
    }
}
