import Testing

/// Navigation between screens. A key typed too early opens nothing, so each step waits.
extension ScreenSession {
    /// Waits until home lists an album below its header. A library's only album opens by itself, and is left again.
    func waitForAlbums(at location: SourceLocation = #_sourceLocation) async throws {
        try await waitForAlbumsOrOnlyAlbum(at: location)
        guard isAlbumOpen else { return }
        press(.escape)
        try await wait(until: "an album is listed", at: location) { $0.listsAlbums }
    }

    private func waitForAlbumsOrOnlyAlbum(at location: SourceLocation) async throws {
        try await wait(until: "an album is listed or open", at: location) { session in
            session.isAlbumOpen
                || session.listsAlbums && (session.hasTyped || !session.listsOnlyAlbum)
        }
    }

    /// Whether home lists a single album. Its heading says so before the library's totals are known.
    private var listsOnlyAlbum: Bool {
        row(0).contains("1 album,") || rows[1...2].contains { $0.contains(/\b1\/1\b/) }
    }

    private var listsAlbums: Bool {
        rows.dropFirst(3).contains { $0.firstMatch(of: /[0-9] photo/) != nil } && rows.last?.isEmpty == false
    }

    private var isAlbumOpen: Bool {
        row(0).firstMatch(of: /[1-9][0-9]*\/[1-9]/) != nil && !rows[1...2].joined().contains("Favorites")
    }

    /// Opens the selected album from home and waits for its photos.
    func openAlbum(at location: SourceLocation = #_sourceLocation) async throws {
        try await waitForAlbumsOrOnlyAlbum(at: location)
        if !isAlbumOpen { press(.enter) }
        try await wait(until: "photos are listed", at: location) { $0.isAlbumOpen }
        // The title is the last line of a tile, so the rows below the header have text once a photo is known.
        try await wait(until: "a photo is listed", at: location) {
            $0.rows.dropFirst().dropLast().contains { !$0.isEmpty } && $0.rows.last?.isEmpty == false
        }
    }

    /// Opens the selected photo of an album and waits until it is sharp.
    func openPhoto(at location: SourceLocation = #_sourceLocation) async throws {
        press(.enter)
        try await wait(until: "a photo is shown", at: location) {
            $0.text.firstMatch(of: /(fit|%)  [1-9][0-9]*\/[1-9]/) != nil
        }
    }
}
