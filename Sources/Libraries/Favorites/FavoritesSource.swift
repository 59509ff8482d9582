import Albums

/// The favorites operations that `FavoritesLibrary` depends on.
///
/// Every throwing closure throws a `FavoritesFailure`.
public struct FavoritesSource: Sendable {
    /// Increases with each change.
    public let version: @Sendable () async -> Int
    /// Returns all favorites, newest first, possibly without thumbnails.
    public let all: @Sendable () async throws -> [Favorite]
    public let thumbnail: @Sendable (Favorite.ID) async throws -> [UInt8]?
    /// Adds the favorites; if all of them exist, removes them.
    public let toggle: @Sendable ([Favorite]) async throws -> FavoriteChange
    /// Yields immediately, and after each change.
    public let changes: @Sendable () async -> AsyncStream<Void>

    public init(
        version: @escaping @Sendable () async -> Int, all: @escaping @Sendable () async throws -> [Favorite],
        thumbnail: @escaping @Sendable (Favorite.ID) async throws -> [UInt8]?,
        toggle: @escaping @Sendable ([Favorite]) async throws -> FavoriteChange,
        changes: @escaping @Sendable () async -> AsyncStream<Void>
    ) {
        self.version = version
        self.all = all
        self.thumbnail = thumbnail
        self.toggle = toggle
        self.changes = changes
    }
}
