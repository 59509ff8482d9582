import Albums
import Basics
import Synchronization

/// The files of the thumbnail cache that desktop programs share. All calls block, and fail silently.
public struct ThumbnailStore: Sendable {
    /// Returns the files in which a thumbnail of at least `side` pixels may be, and then others, best one first.
    public var entries: @Sendable (_ origin: ThumbnailOrigin, _ side: Int) -> [ThumbnailEntry]
    /// Returns the file in which an earlier failure to decode a picture may be recorded.
    public var failureEntry: @Sendable (ThumbnailOrigin) -> ThumbnailEntry?
    /// Records that an entry was used.
    public var touch: @Sendable (ThumbnailEntry) -> Void
    /// Returns whether a thumbnail of a file may be written.
    public var canWrite: @Sendable (ThumbnailOrigin) -> Bool
    /// Writes a thumbnail; returns whether it was written.
    public var write: @Sendable (_ png: [UInt8], ThumbnailOrigin) -> Bool
    /// Records a failure; returns whether it was written.
    public var writeFailure: @Sendable (_ png: [UInt8], ThumbnailOrigin) -> Bool

    public init(
        entries: @escaping @Sendable (_ origin: ThumbnailOrigin, _ side: Int) -> [ThumbnailEntry],
        failureEntry: @escaping @Sendable (ThumbnailOrigin) -> ThumbnailEntry?,
        touch: @escaping @Sendable (ThumbnailEntry) -> Void,
        canWrite: @escaping @Sendable (ThumbnailOrigin) -> Bool,
        write: @escaping @Sendable (_ png: [UInt8], ThumbnailOrigin) -> Bool,
        writeFailure: @escaping @Sendable (_ png: [UInt8], ThumbnailOrigin) -> Bool
    ) {
        self.entries = entries
        self.failureEntry = failureEntry
        self.touch = touch
        self.canWrite = canWrite
        self.write = write
        self.writeFailure = writeFailure
    }
}

/// Reads thumbnails from the desktop's cache, through a `DecodingService` because any program may have written them.
final class CachedThumbnails: Sendable {
    /// The longer side of the thumbnails that this program writes, in pixels.
    static let side = 256

    let store: ThumbnailStore
    let decoding: any DecodingService
    let limits: DecodeLimits
    private let counts = Mutex((hits: 0, misses: 0))

    init(store: ThumbnailStore, decoding: any DecodingService, limits: DecodeLimits) {
        self.store = store
        self.decoding = decoding
        self.limits = limits
    }

    /// The number of pictures with a valid thumbnail, and of those without.
    var lookups: (hits: Int, misses: Int) { counts.withLock { $0 } }

    /// Returns the best thumbnail of a file for a tile, and counts the lookup; otherwise like `level`.
    func counted(of path: [UInt8], box: PixelSize, cancellation: DecodeCancellation) throws -> PictureLevel? {
        let level = try level(of: path, box: box, cancellation: cancellation)
        counts.withLock { level == nil ? ($0.misses += 1) : ($0.hits += 1) }
        return level
    }

    /// Returns the best thumbnail of a file for drawing it with at most `box` pixels, enough or not; nil without a valid
    /// one. Blocks.
    /// - Throws: `CancellationError`.
    func level(of path: [UInt8], box: PixelSize, cancellation: DecodeCancellation) throws -> PictureLevel? {
        // Also checks that the user may read the file.
        guard let file = try? PictureFile(path: path) else { return nil }
        let origin = file.fileVersion.origin
        for entry in store.entries(origin, ThumbnailSize.side(for: box)) {
            let request = DecodingRequest(.file(path: entry.path), limits: limits)
            let claim = ThumbnailClaim(entry, of: origin)
            let found = try valid {
                try decoding.cachedThumbnail(request, claim, box: box, cancellation: cancellation)
            }
            guard let found, let size = try pictureSize(of: path, found, cancellation: cancellation) else { continue }
            store.touch(entry)
            return found.asThumbnail(of: size, file: file.fileVersion)
        }
        return nil
    }

    /// Returns the failure that was recorded for a file in its current state. Blocks.
    /// - Throws: `CancellationError`.
    func failure(of path: [UInt8], cancellation: DecodeCancellation) throws -> PictureFailure? {
        guard let file = try? PictureFile(path: path), let entry = store.failureEntry(file.fileVersion.origin) else {
            return nil
        }
        let request = DecodingRequest(.file(path: entry.path), limits: limits)
        let claim = ThumbnailClaim(entry, of: file.fileVersion.origin)
        return try valid { try decoding.recordedFailure(request, claim, cancellation: cancellation) }
    }

    /// Returns a request for a picture as other programs show it: without its sidecars.
    func request(_ path: [UInt8]) -> DecodingRequest {
        var request = DecodingRequest(.file(path: path), limits: limits)
        request.sidecars = []
        return request
    }

    /// Returns the size of the picture, from the thumbnail or else from the picture itself; nil if the thumbnail shows
    /// another shape.
    private func pictureSize(
        of path: [UInt8], _ thumbnail: PictureLevel, cancellation: DecodeCancellation
    ) throws -> PixelSize? {
        let given = thumbnail.pictureSize
        // A thumbnail that doesn't record its picture's size reports its own.
        guard max(given.width, given.height) <= InProcessDecoding.maxThumbnailSide else { return given }
        guard let size = try valid({ try decoding.describe(request(path), cancellation: cancellation).size }) else {
            return nil
        }
        let shown = PixelSize(width: thumbnail.bitmap.width, height: thumbnail.bitmap.height)
        return shown.difference(fromReduced: size) <= PixelSize.maxThumbnailDifference ? size : nil
    }

    /// Returns nil in place of a failure: without a thumbnail, the picture is decoded.
    private func valid<Result>(_ read: () throws -> Result?) throws -> Result? {
        do {
            return try read()
        } catch is PictureFailure {
            return nil
        }
    }
}
