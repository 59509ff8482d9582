/// An encoded picture that is fetched in the size that is needed.
///
/// What fetches throws `PictureFailure.unfetched`, or `CancellationError`.
public struct RemotePicture: Sendable {
    public typealias Fetch = @Sendable (_ width: Int, _ priority: LoadPriority) async throws -> FetchedBytes
    public typealias FetchOriginal =
        @Sendable (_ onProgress: @escaping @Sendable (TransferProgress) -> Void) async throws -> [UInt8]

    /// The size in pixels of the whole picture, nil while unknown.
    public let width: Int?
    public let height: Int?
    /// Fetches an encoded picture that is `width` pixels wide or more, if there is one; the widest there is otherwise.
    public let fetch: Fetch
    /// Fetches the picture as its author made it, for a copy to keep, and tells a service that wants to hear of copies.
    public let fetchOriginal: FetchOriginal
    /// Why there is only a thumbnail that was kept; nil where the picture itself is fetched.
    public let missingOriginal: PictureFailure?

    public init(
        width: Int?, height: Int?, fetch: @escaping Fetch, fetchOriginal: @escaping FetchOriginal,
        missingOriginal: PictureFailure? = nil
    ) {
        self.width = width
        self.height = height
        self.fetch = fetch
        self.fetchOriginal = fetchOriginal
        self.missingOriginal = missingOriginal
    }
}

/// An encoded picture as it was fetched, and what its decoder's verdict does to it.
public struct FetchedBytes: Sendable {
    public let bytes: [UInt8]
    /// Keeps the bytes for being offline, because they are a picture.
    public let accept: @Sendable () async -> Void
    /// Forgets the bytes, because they are no picture or a damaged one; returns those kept from before, to be shown instead.
    public let reject: @Sendable () async -> [UInt8]?

    public init(
        _ bytes: [UInt8], accept: @escaping @Sendable () async -> Void = {},
        reject: @escaping @Sendable () async -> [UInt8]? = { nil }
    ) {
        self.bytes = bytes
        self.accept = accept
        self.reject = reject
    }
}
