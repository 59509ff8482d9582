import Basics

/// The source of a photo's pixels.
public enum PictureSource: Sendable {
    /// An encoded picture in a file. The path is bytes, because file names need not be UTF-8; it has no trailing zero
    /// byte.
    case file(path: [UInt8])
    /// A picture that the library generates.
    case generated(GeneratedPicture)
    /// A picture that is downloaded.
    case remote(RemotePicture)
}

/// A picture generated on demand, at any size and in any part.
public struct GeneratedPicture: Sendable {
    /// Generates some rows of pixels, as opaque RGBA, row by row. May be called on several threads at the same time.
    public typealias Rows = @Sendable (Range<Int>) -> [UInt8]

    /// The nominal size in pixels.
    public let width: Int
    public let height: Int
    /// Prepares `part`, in pixels of the nominal size, scaled to `width` x `height` pixels.
    public let rows: @Sendable (_ part: PixelRect, _ width: Int, _ height: Int) -> Rows

    public init(
        width: Int, height: Int, rows: @escaping @Sendable (_ part: PixelRect, _ width: Int, _ height: Int) -> Rows
    ) {
        self.width = width
        self.height = height
        self.rows = rows
    }

    /// Returns the picture after some quarter turns, clockwise.
    public func turned(quarters: Int) -> GeneratedPicture {
        guard quarters > 0 else { return self }
        let before = turned(quarters: quarters - 1)
        let (oldHeight, paint) = (Double(before.height), before.rows)
        return GeneratedPicture(width: before.height, height: before.width) { part, width, height in
            { rows in
                // Rows become columns, from the bottom of the former picture.
                let (first, count) = (Double(rows.lowerBound), rows.count)
                let step = part.height / Double(max(height, 1))
                let former = PixelRect(
                    x: part.y + first * step, y: oldHeight - part.x - part.width, width: Double(count) * step,
                    height: part.width)
                let pixels = paint(former, count, width)(0..<width)
                guard pixels.count == 4 * width * count else { return [] }
                return [UInt8](unsafeUninitializedCapacity: pixels.count) { turned, filled in
                    for row in 0..<count {
                        for column in 0..<width {
                            let (source, target) = (
                                4 * ((width - 1 - column) * count + row), 4 * (row * width + column)
                            )
                            for channel in 0..<4 { turned[target + channel] = pixels[source + channel] }
                        }
                    }
                    filled = pixels.count
                }
            }
        }
    }
}

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
