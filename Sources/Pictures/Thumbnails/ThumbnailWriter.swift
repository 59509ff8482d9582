import Albums
import Basics
import CellArt
import Synchronization

/// Writes thumbnails of decoded pictures into the cache of the desktop, one at a time, while no other picture waits for a
/// thread.
final class ThumbnailWriter: Sendable {
    /// The result of a decode that was expensive.
    enum Result: Sendable {
        case level(PictureLevel)
        case failure(PictureFailure)
    }

    private struct State {
        var waiting: [(file: IdentifiedFile, result: Result)] = []
        var isRunning = false
    }

    /// The minimum processor time of a decode that is worth a thumbnail, in seconds: reading one takes a tenth of that.
    static let minSeconds = 0.01
    /// The maximum number of waiting results, of 0.3 MB each. The oldest ones are dropped.
    static let maxWaiting = 64

    private let cache: CachedThumbnails
    private let threads: DecodeThreads
    private let state = Mutex(State())

    init(cache: CachedThumbnails, threads: DecodeThreads) {
        self.cache = cache
        self.threads = threads
    }

    /// The number of results that haven't been written.
    var waitingCount: Int { state.withLock { $0.waiting.count + ($0.isRunning ? 1 : 0) } }

    /// Writes a result later.
    func add(_ result: Result, of file: IdentifiedFile) {
        guard cache.store.canWrite(file.origin) else { return }
        let isRunning = state.withLock { state in
            state.waiting.append((file, result))
            if state.waiting.count > Self.maxWaiting { state.waiting.removeFirst() }
            defer { state.isRunning = true }
            return state.isRunning
        }
        if !isRunning { Task { [weak self] in await self?.run() } }
    }

    private func run() async {
        while let next = next() {
            _ = try? await threads.run(.idle) { [cache] cancellation in
                try cache.write(next.result, of: next.file, cancellation: cancellation)
            }
        }
    }

    /// Returns the newest result.
    private func next() -> (file: IdentifiedFile, result: Result)? {
        state.withLock { state in
            state.isRunning = !state.waiting.isEmpty
            return state.waiting.popLast()
        }
    }
}

extension CachedThumbnails {
    /// Writes the thumbnail of a picture, or the record of its failure, unless a thumbnail exists or the file has changed.
    /// Blocks.
    /// - Throws: `PictureFailure`, or `CancellationError`.
    @discardableResult
    func write(_ result: ThumbnailWriter.Result, of file: IdentifiedFile, cancellation: DecodeCancellation) throws
        -> Bool
    {
        let origin = file.origin
        guard file.isCurrent, store.canWrite(origin) else { return false }
        switch result {
        case .failure(let failure):
            return ThumbnailFile.encode(failure, of: origin).map { store.writeFailure($0, origin) } ?? false
        case .level(let level):
            guard try !hasThumbnail(of: file.path, cancellation: cancellation) else { return false }
            // The decoded pixels may be too few.
            let isUsable = level.isWhole(atLeast: Self.side)
            let extent = DecodedExtent.cached(side: Self.side)
            let source =
                isUsable ? level : try decoding.render(request(file.path), extent, cancellation: cancellation)
            return try writeThumbnail(source, of: file, cancellation: cancellation)
        }
    }

    /// Writes a level of the whole picture as its thumbnail, unless the file has changed.
    func writeThumbnail(_ level: PictureLevel, of file: IdentifiedFile, cancellation: DecodeCancellation) throws -> Bool
    {
        guard !level.isTruncated, file.isCurrent else { return false }
        let bitmap = level.bitmap.fitted(to: Self.side)
        let format = try? PictureFile(path: file.path).format(cancellation: cancellation)
        let origin = file.origin
        return ThumbnailFile.encode(bitmap, of: origin, size: level.pictureSize, format: format)
            .map { store.write($0, origin) } ?? false
    }

    /// Returns whether a file has a thumbnail of the size that this program writes, or a larger one.
    func hasThumbnail(of path: [UInt8], cancellation: DecodeCancellation) throws -> Bool {
        try level(of: path, box: Self.box, cancellation: cancellation)?.isEnough(for: Self.box) ?? false
    }

    /// A box that needs thumbnails of that size.
    private static let box: PixelSize = {
        let drawn = Int(Double(side) / ThumbnailSize.factor)
        return PixelSize(width: drawn, height: drawn)
    }()
}

extension PictureLevel {
    /// Whether the level shows the whole picture in at least this size, or in full.
    fileprivate func isWhole(atLeast side: Int) -> Bool {
        region == PixelRegion(all: pictureSize)
            && max(bitmap.width, bitmap.height) >= min(side, max(pictureSize.width, pictureSize.height))
    }
}
