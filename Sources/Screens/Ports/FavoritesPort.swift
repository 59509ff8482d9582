import Albums

/// What screens need of the favorites of a person, which are kept for all libraries together.
public struct FavoritesPort: Sendable {
    /// Favorites as the feed of a library of their own, newest first.
    public let shown: ShownLibrary
    /// The ID that a photo has among favorites, whether it is one or not; files have the same one in every library.
    public let id: @Sendable (_ photo: Photo) -> Photo.ID
    /// The IDs of all of them: now, and after each change, also by another instance of the program.
    public let ids: @Sendable () -> AsyncStream<Set<Photo.ID>>
    /// Makes favorites of photos of the open library, or of that of favorites; takes them from these if all of them are.
    /// - Throws: `FavoritesFailure`, and then nothing is changed.
    public let toggle: @Sendable (_ photos: [Photo]) async throws -> FavoriteToggle

    public init(
        shown: ShownLibrary, id: @escaping @Sendable (_ photo: Photo) -> Photo.ID,
        ids: @escaping @Sendable () -> AsyncStream<Set<Photo.ID>>,
        toggle: @escaping @Sendable (_ photos: [Photo]) async throws -> FavoriteToggle
    ) {
        self.shown = shown
        self.id = id
        self.ids = ids
        self.toggle = toggle
    }
}

/// What became of photos, and the way back.
public struct FavoriteToggle: Sendable {
    /// Whether they are favorites now.
    public let areFavorites: Bool
    /// How many of them were something else before.
    public let count: Int
    /// Makes everything as it was before.
    public let undo: @Sendable () async throws -> Void

    public init(areFavorites: Bool, count: Int, undo: @escaping @Sendable () async throws -> Void) {
        self.areFavorites = areFavorites
        self.count = count
        self.undo = undo
    }
}
