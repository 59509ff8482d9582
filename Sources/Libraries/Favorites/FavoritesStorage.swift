import Albums

/// Where favorites are stored. Every throwing method throws a `FavoritesFailure`.
public protocol FavoritesStorage: Sendable {
    /// Increases with each change.
    var version: Int { get async }

    /// Returns all favorites, newest first, possibly without thumbnails.
    func all() async throws -> [Favorite]

    func thumbnail(of id: Favorite.ID) async throws -> [UInt8]?

    /// Adds the favorites that are missing; if none is, removes all of them.
    func toggle(_ favorites: [Favorite]) async throws(FavoritesFailure) -> FavoriteChange

    /// Yields immediately, and after each change.
    func changes() async -> AsyncStream<Void>

    /// Returns the favorites without a thumbnail that are files or belong to a library.
    func incomplete(of library: String) async throws -> [Favorite]

    /// Stores completions. Has no effect on favorites removed since.
    func complete(_ completions: [FavoriteCompletion]) async throws

    /// Returns the favorites that are files, each with the trace from when the file was last seen.
    func tracedFiles() async throws -> [(id: Favorite.ID, trace: FileTrace?)]

    /// Returns the current trace of each file; nil if it is missing.
    ///
    /// - Parameter hashing: whether to read the hashes, for which up to 128 KB of each file are read.
    func traces(ofFilesAt paths: [[UInt8]], hashing: Bool) async -> [FileTrace?]

    /// Returns the hash of a file as in its trace; nil if it can't be read. Blocks.
    func hash(ofFileAt path: [UInt8]) -> [UInt8]?

    /// Records the traces of favorites' files.
    func record(_ traces: [(id: Favorite.ID, trace: FileTrace)]) async throws

    /// Replaces a favorite after its file was moved. If the file is a favorite already, only removes the old one.
    ///
    /// - Parameter library: the address of the library that has the photo.
    func move(_ id: Favorite.ID, to photo: Photo, inAlbum albumTitle: String?, of library: String) async throws
}
