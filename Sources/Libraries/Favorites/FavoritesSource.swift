import Albums

/// Where favorites are kept, as far as a library of them needs that.
///
/// Every question throws a `FavoritesFailure`.
public struct FavoritesSource: Sendable {
    /// Grows with each change.
    public let version: @Sendable () async -> Int
    /// All favorites, newest first; thumbnails may be left out.
    public let all: @Sendable () async throws -> [Favorite]
    public let thumbnail: @Sendable (Favorite.ID) async throws -> [UInt8]?
    /// Keeps favorites; takes them away if all of them are there.
    public let toggle: @Sendable ([Favorite]) async throws -> FavoriteChange
    /// Yields at once, and after each change.
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
