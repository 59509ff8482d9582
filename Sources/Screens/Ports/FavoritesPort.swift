import Albums
import FoundationEssentials

/// The screens' interface to the user's favorites, which all libraries share.
public struct FavoritesPort: Sendable {
    /// The favorites as the feed of a separate library, newest first.
    public let shown: ShownLibrary
    /// Returns the ID that a photo has or would have among the favorites. A file has the same ID in every library.
    public let id: @Sendable (_ photo: Photo) -> Photo.ID
    /// Returns a stream of all favorite IDs: the current set, then one after each change, including changes by other
    /// instances of the program.
    public let ids: @Sendable () -> AsyncStream<Set<Photo.ID>>
    /// Adds photos of the open library or of the favorites; if all of them are favorites already, removes them.
    /// Throws if nothing has changed.
    public let toggle: @Sendable (_ photos: [Photo]) async throws(FavoritesFailure) -> FavoriteChange
    /// Undoes a change. Throws if nothing has changed.
    public let undo: @Sendable (FavoriteChange) async throws(FavoritesFailure) -> Void
    /// Makes photos of the open library favorites again, at the places in the list that they had.
    /// - Throws: `FavoritesFailure`; then nothing has changed.
    public let restore: @Sendable (_ photos: [(photo: Photo, added: Date)]) async throws -> Void
    /// Lets favorites follow photos that have another path now. Photos that are no favorites are skipped.
    /// - Throws: `FavoritesFailure`.
    public let follow: @Sendable (_ moves: [FavoriteMove]) async throws -> Void
    /// Completes the files of the favorites before the program ends.
    public let close: @Sendable () async -> Void

    public init(
        shown: ShownLibrary, id: @escaping @Sendable (_ photo: Photo) -> Photo.ID,
        ids: @escaping @Sendable () -> AsyncStream<Set<Photo.ID>>,
        toggle: @escaping @Sendable (_ photos: [Photo]) async throws(FavoritesFailure) -> FavoriteChange,
        undo: @escaping @Sendable (FavoriteChange) async throws(FavoritesFailure) -> Void,
        restore: @escaping @Sendable (_ photos: [(photo: Photo, added: Date)]) async throws -> Void,
        follow: @escaping @Sendable (_ moves: [FavoriteMove]) async throws -> Void,
        close: @escaping @Sendable () async -> Void = {}
    ) {
        self.shown = shown
        self.id = id
        self.ids = ids
        self.toggle = toggle
        self.undo = undo
        self.restore = restore
        self.follow = follow
        self.close = close
    }
}

/// A photo before and after its file was moved.
public struct FavoriteMove: Hashable, Sendable {
    public let from: Photo
    public let to: Photo

    public init(from: Photo, to: Photo) {
        self.from = from
        self.to = to
    }
}
