import Albums
import Basics
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

/// The screens' interface to the marks of the open library that persist between runs.
public struct MarksPort: Sendable {
    /// Returns the marked photos in the order they were marked.
    /// - Throws: `FavoritesFailure`, as the other calls do.
    public let load: @Sendable () async throws -> [Photo]
    public let add: @Sendable (_ photos: [Photo]) async throws -> Void
    public let remove: @Sendable (_ photos: [Photo.ID]) async throws -> Void

    /// Creates a port that keeps no marks, such as for a run that picks photos for another program.
    public init() {
        self.init(load: { [] }, add: { _ in }, remove: { _ in })
    }

    public init(
        load: @escaping @Sendable () async throws -> [Photo],
        add: @escaping @Sendable (_ photos: [Photo]) async throws -> Void,
        remove: @escaping @Sendable (_ photos: [Photo.ID]) async throws -> Void
    ) {
        self.load = load
        self.add = add
        self.remove = remove
    }
}

/// The screens' interface to the log of changes to the open library, which later runs undo.
public struct ChangesPort: Sendable {
    /// Returns the changes of earlier runs that can still be undone, oldest first.
    public let load: @Sendable () async -> [LoggedChange]
    /// Adds a change, unless later runs can't undo its kind.
    public let add: @Sendable (LoggedChange) async -> Void
    /// Removes a change that has been undone, which may have replaced the files of its photos.
    public let remove: @Sendable (_ id: String, _ files: [Photo.ID: FileIdentity]) async -> Void

    /// Creates a port that keeps no changes.
    public init() {
        self.init(load: { [] }, add: { _ in }, remove: { _, _ in })
    }

    public init(
        load: @escaping @Sendable () async -> [LoggedChange], add: @escaping @Sendable (LoggedChange) async -> Void,
        remove: @escaping @Sendable (_ id: String, _ files: [Photo.ID: FileIdentity]) async -> Void
    ) {
        self.load = load
        self.add = add
        self.remove = remove
    }
}
