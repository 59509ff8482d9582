/// An encoded picture that is fetched in the size that is needed.
///
/// What fetches throws `PictureFailure.unfetched`, or `CancellationError`.
public struct RemotePicture: Sendable {
    public typealias Fetch = @Sendable (_ width: Int, _ priority: LoadPriority) async throws -> [UInt8]
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
