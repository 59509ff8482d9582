/// An encoded picture that is fetched in the size that is needed.
public struct RemotePicture: Sendable {
    /// The size in pixels of the whole picture, nil while unknown.
    public let width: Int?
    public let height: Int?
    /// Fetches an encoded picture that is `width` pixels wide or more, if there is one; the widest there is otherwise.
    /// Throws `PictureFailure.unfetched`, or `CancellationError`.
    public let fetch: @Sendable (_ width: Int, _ priority: LoadPriority) async throws -> [UInt8]

    public init(
        width: Int?, height: Int?,
        fetch: @escaping @Sendable (_ width: Int, _ priority: LoadPriority) async throws -> [UInt8]
    ) {
        self.width = width
        self.height = height
        self.fetch = fetch
    }
}
