import Albums

/// What screens need of the favorites of a person, which are kept for all libraries together.
public struct FavoritesPort: Sendable {
    /// Favorites as the feed of a library of their own, newest first; there, photos of the open library have the same IDs.
    public let shown: ShownLibrary
    /// The IDs of all of them: now, and after each change, also by another instance of the program.
    public let ids: @Sendable () -> AsyncStream<Set<Photo.ID>>
    /// Makes a favorite of a photo of the open library, or of that of favorites; takes it from them if it is one.
    /// - Throws: `FavoritesFailure`.
    public let toggle: @Sendable (_ photo: Photo) async throws -> FavoriteToggle

    public init(
        shown: ShownLibrary, ids: @escaping @Sendable () -> AsyncStream<Set<Photo.ID>>,
        toggle: @escaping @Sendable (_ photo: Photo) async throws -> FavoriteToggle
    ) {
        self.shown = shown
        self.ids = ids
        self.toggle = toggle
    }
}

/// What became of a photo, and the way back.
public struct FavoriteToggle: Sendable {
    public let isFavorite: Bool
    /// Makes everything as it was before.
    public let undo: @Sendable () async throws -> Void

    public init(isFavorite: Bool, undo: @escaping @Sendable () async throws -> Void) {
        self.isFavorite = isFavorite
        self.undo = undo
    }
}
