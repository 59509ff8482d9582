import Testing

/// Navigation between screens. A key typed too early opens nothing, so each step waits.
extension ScreenSession {
    /// Waits until home lists an album below its three header lines.
    func waitForAlbums(at location: SourceLocation = #_sourceLocation) async throws {
        try await wait(until: "an album is listed", at: location) { session in
            session.rows.dropFirst(3).contains { $0.firstMatch(of: /[0-9] photo/) != nil }
                && session.rows.last?.isEmpty == false
        }
    }

    /// Opens the selected album from home and waits for its photos.
    func openAlbum(at location: SourceLocation = #_sourceLocation) async throws {
        try await waitForAlbums(at: location)
        press(.enter)
        try await wait(until: "photos are listed", at: location) {
            $0.row(0).firstMatch(of: /[1-9][0-9]*\/[1-9]/) != nil
        }
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
