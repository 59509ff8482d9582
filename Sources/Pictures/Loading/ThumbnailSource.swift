import Albums
import Basics
import CellArt

/// The sources of a thumbnail, quickest first. Each result replaces the one before, until one is enough.
enum ThumbnailSource: Int, CaseIterable {
    /// The small version that the file contains.
    case embedded
    /// A thumbnail in the cache of the desktop.
    case cached
    /// The picture itself, decoded in reduced size.
    case decoded
}

extension PictureLoader {
    /// Passes the thumbnail of an encoded picture to `show`, in one or more versions; the last one is as good as `box`
    /// requires. Takes it from memory if possible. A version from memory is never followed by a worse one.
    /// - Throws: `PictureFailure`, or `CancellationError` if the task is cancelled.
    func loadThumbnail(
        of photo: PhotoVersion, in encoded: EncodedSource, box: PixelSize, priority: LoadPriority,
        show: (PictureLevel, _ isLast: Bool) -> Void
    ) async throws {
        var request = request(encoded, of: photo)
        // Fetched bytes are small, and copied for each request to a worker.
        let sources: [ThumbnailSource] = if case .memory = encoded { [.decoded] } else { ThumbnailSource.allCases }
        let path: [UInt8]? = if case .file(let path) = encoded { path } else { nil }
        // All versions have the position of the first one in the queue.
        let number = threads.nextNumber()
        for source in sources {
            let level: PictureLevel?
            (level, request) = try await threads.run(priority, source, number: number) { [self, request] cancellation in
                // Another request may have got it in the meantime.
                if let known = currentThumbnail(of: photo), source == .embedded || known.isEnough(for: box) {
                    return (known, request)
                }
                let request = try decoding.resolved(request, cancellation)
                let level = try self.level(from: source, of: request, path: path, box: box, cancellation: cancellation)
                if let onTile, let path, let level, source != .embedded {
                    onTile(level.opaqueBitmap.averageColor, path)
                }
                guard let level, !thumbnails.insert(level, for: photo) else { return (level, request) }
                // The last version ends the wait for a better one, as when nothing but the EXIF thumbnail can be decoded.
                return (source == sources.last ? currentThumbnail(of: photo) ?? level : nil, request)
            }
            guard let level else { continue }
            try Task.checkCancellation()
            let isLast = source == sources.last || level.isEnough(for: box)
            show(level, isLast)
            if isLast { return }
        }
    }

    private func level(
        from source: ThumbnailSource, of request: DecodingRequest, path: [UInt8]?, box: PixelSize,
        cancellation: DecodeCancellation
    ) throws -> PictureLevel? {
        switch source {
        case .embedded:
            do {
                return try decoding.preview(request, cancellation: cancellation)
            } catch is PictureFailure {
                // The picture itself may decode; if not, its failure is the better explanation.
                return nil
            }
        case .cached:
            guard request.orientation == .own else { return nil }
            return try path.flatMap { try cached?.counted(of: $0, box: box, cancellation: cancellation) }
        case .decoded:
            if let path, !retriesFailures.load(ordering: .relaxed),
                let failure = try cached?.failure(of: path, cancellation: cancellation)
            {
                throw failure
            }
            let result = Result { try decoding.render(request, .thumbnail(box: box), cancellation: cancellation) }
            if cancellation.usedSeconds > ThumbnailWriter.minSeconds, request.orientation == .own {
                writeLater(result, path: path)
            }
            return try result.get()
        }
    }

    /// Writes an expensive result into the desktop's cache, so that the next visit is quick.
    private func writeLater(_ result: Result<PictureLevel, any Error>, path: [UInt8]?) {
        switch result {
        case .success(let level):
            if !level.isTruncated, let file = level.file { writer?.add(.level(level), of: file) }
        case .failure(let failure as PictureFailure):
            guard failure.record != nil, let path, let file = try? PictureFile(path: path).fileVersion else { return }
            writer?.add(.failure(failure), of: file)
        case .failure: break
        }
    }

    /// Returns a photo's thumbnail in memory, unless its file has changed since. Blocks.
    private func currentThumbnail(of photo: PhotoVersion) -> PictureLevel? {
        guard let level = thumbnails.level(of: photo) else { return nil }
        guard let file = level.file, !file.isCurrent else { return level }
        thumbnails.remove(from: [file])
        return nil
    }
}
