import Albums
import Basics
import CellArt

/// Fills the thumbnail cache of the desktop, without showing the pictures.
public struct ThumbnailFiller: Sendable {
    /// The result for a file.
    public enum Outcome: Hashable, Sendable {
        /// A thumbnail was written; in a dry run, it would be.
        case made
        /// There is a valid thumbnail.
        case exists
        /// The picture is no larger than a thumbnail, or itself in a cache.
        case notNeeded
        /// The picture can't be decoded; `isKnown` if that was recorded earlier.
        case failed(PictureFailure, isKnown: Bool)
        /// Frames of videos can't be read on this computer.
        case noVideoFrames(VideoFrameFailure)
        /// Part of the picture is missing, so it gets no thumbnail.
        case truncated
        /// The thumbnail can't be written.
        case unwritable
    }

    private let cached: CachedThumbnails
    private let hasVideoProgram: @Sendable () -> Bool

    /// - Parameter hasVideoProgram: returns whether `decoding` can read frames of videos; for dry runs, which don't try.
    public init(
        store: ThumbnailStore, decoding: any DecodingService, limits: DecodeLimits = .default,
        hasVideoProgram: @escaping @Sendable () -> Bool = { true }
    ) {
        self.hasVideoProgram = hasVideoProgram
        cached = CachedThumbnails(store: store, decoding: decoding, limits: limits)
    }

    /// Makes the thumbnail of a file, unless there is one or an earlier attempt has failed. Blocks.
    /// - Parameter isDryRun: whether to write nothing. The picture isn't decoded then.
    /// - Throws: `CancellationError`.
    public func fill(
        _ path: [UInt8], isDryRun: Bool = false, cancellation: DecodeCancellation
    ) throws(CancellationError) -> Outcome {
        do {
            let file = try PictureFile(path: path).fileVersion
            if try cached.hasThumbnail(of: path, cancellation: cancellation) { return .exists }
            if let failure = try cached.failure(of: path, cancellation: cancellation) {
                return .failed(failure, isKnown: true)
            }
            guard cached.store.canWrite(file.origin) else { return .notNeeded }
            return try isDryRun ? check(path, cancellation) : make(path, file, cancellation)
        } catch PictureFailure.noVideoFrame(let failure) where failure != .failed {
            return .noVideoFrames(failure)
        } catch let failure as PictureFailure {
            return .failed(failure, isKnown: false)
        } catch {
            throw CancellationError()
        }
    }

    /// Returns the result expected from the header of a file.
    private func check(_ path: [UInt8], _ cancellation: DecodeCancellation) throws -> Outcome {
        let description = try cached.decoding.describe(cached.request(path), cancellation: cancellation)
        if !hasVideoProgram(), EncodedSource.file(path: path).isVideo { return .noVideoFrames(.noProgram) }
        return isSmall(try description.requiredSize()) ? .notNeeded : .made
    }

    private func make(_ path: [UInt8], _ file: IdentifiedFile, _ cancellation: DecodeCancellation) throws -> Outcome {
        let level: PictureLevel
        do {
            let extent = DecodedExtent.cached(side: CachedThumbnails.side)
            level = try cached.decoding.render(cached.request(path), extent, cancellation: cancellation)
        } catch let failure as PictureFailure {
            try cached.write(.failure(failure), of: file, cancellation: cancellation)
            throw failure
        }
        if level.isTruncated { return .truncated }
        if isSmall(level.pictureSize) { return .notNeeded }
        return try cached.writeThumbnail(level, of: file, cancellation: cancellation) ? .made : .unwritable
    }

    private func isSmall(_ size: PixelSize) -> Bool {
        max(size.width, size.height) <= CachedThumbnails.side
    }
}
