import Basics

/// An encoded picture that is downloaded at the required size.
///
/// The closures throw `PictureFailure.downloadFailed` or `CancellationError`.
public struct RemotePicture: Sendable {
    public typealias Fetch = @Sendable (_ width: Int, _ priority: LoadPriority) async throws -> FetchedBytes
    public typealias FetchOriginal =
        @Sendable (_ onProgress: @escaping @Sendable (TransferProgress) -> Void) async throws -> [UInt8]

    /// The size of the full picture, nil while unknown.
    public let size: PixelSize?
    /// Fetches an encoded picture at least `width` pixels wide, or the widest available one.
    public let fetch: Fetch
    /// Downloads the original to save a copy, and reports the download if the service requires that.
    public let fetchOriginal: FetchOriginal
    /// The reason only a stored thumbnail is available; nil if the picture itself is.
    public let missingOriginal: PictureFailure?

    public init(
        size: PixelSize?, fetch: @escaping Fetch, fetchOriginal: @escaping FetchOriginal,
        missingOriginal: PictureFailure? = nil
    ) {
        self.size = size
        self.fetch = fetch
        self.fetchOriginal = fetchOriginal
        self.missingOriginal = missingOriginal
    }
}

/// The bytes of a downloaded picture, with callbacks for the decoder's verdict.
public struct FetchedBytes: Sendable {
    public let bytes: [UInt8]
    /// Caches the bytes for offline use, because they decoded successfully.
    public let accept: @Sendable () async -> Void
    /// Discards the bytes, because they did not decode. Returns previously cached bytes to show instead.
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
