import Albums
import CellArt
import Glibc

/// Turns photos into cells: decodes them on threads of its own, and remembers what it decoded.
public final class PictureLoader: Sendable {
    private let limits: DecodeLimits
    private let threads: DecodeThreads
    private let memory: MemoryShare
    private let thumbnails: ThumbnailCache

    /// - Parameters:
    ///   - threads: how many photos are decoded at one time; by default as many as there are processor cores.
    ///   - cacheBytes: how much memory thumbnails may take.
    public init(
        threads: Int = PictureLoader.coreCount, cacheBytes: Int = 64 << 20, limits: DecodeLimits = .standard
    ) {
        self.limits = limits
        self.threads = DecodeThreads(count: threads)
        memory = MemoryShare(budget: limits.memory, decodes: threads)
        thumbnails = ThumbnailCache(bytes: cacheBytes)
    }

    /// A photo that fills a box of cells as far as its aspect allows.
    /// - Throws: `PictureFailure`, or `CancellationError` when the task is cancelled.
    public func tile(
        of photo: Photo.ID, from source: PictureSource, columns: Int, rows: Int, style: ArtStyle,
        priority: LoadPriority
    ) async throws -> CellPicture {
        let box = PixelSize(width: columns, height: 2 * rows)
        let level = try await thumbnail(of: photo, from: source, box: box, priority: priority)
        let size = CellFit.size(
            width: level.pictureSize.width, height: level.pictureSize.height, columns: columns, rows: rows)
        return CellArtist.draw(level.bitmap, columns: size.columns, rows: size.rows, style: style)
    }

    /// The upright size of a photo in pixels, without decoding it.
    /// - Throws: `PictureFailure`, or `CancellationError` when the task is cancelled.
    public func size(of photo: Photo.ID, from source: PictureSource) async throws -> PixelSize {
        if let known = thumbnails.level(of: photo) { return known.pictureSize }
        switch source {
        case .painting(let painting):
            return PixelSize(width: painting.width, height: painting.height)
        case .file(let path):
            return try await threads.run(.viewed) { [limits, memory] stop in
                try OpenedPicture(path: path, in: DecodeContext(limits: limits, memory: memory, stop: stop)).size
            }
        }
    }

    /// A part of a photo that fills a box of cells: first from what is decoded already, then with all the detail that the
    /// cells can show. The part is in pixels of the upright photo and may reach beyond it, where nothing is drawn.
    public func view(
        of photo: Photo.ID, from source: PictureSource, part: PixelRect, columns: Int, rows: Int, style: ArtStyle
    ) -> AsyncThrowingStream<PictureView, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    let box = PixelSize(width: 1 << 20, height: 1 << 20)
                    let level = try await thumbnail(of: photo, from: source, box: box, priority: .viewed)
                    continuation.yield(
                        PictureView(
                            picture: level.picture(of: part, columns: columns, rows: rows, style: style), isSharp: true)
                    )
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// How many processor cores there are for this program.
    public static var coreCount: Int {
        max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }

    private func thumbnail(
        of photo: Photo.ID, from source: PictureSource, box: PixelSize, priority: LoadPriority
    ) async throws -> PictureLevel {
        if let known = thumbnails.level(of: photo), known.isEnough(for: box) { return known }
        return try await threads.run(priority) { [thumbnails, limits, memory] stop in
            // Decoded meanwhile for someone else.
            if let known = thumbnails.level(of: photo), known.isEnough(for: box) { return known }
            let level =
                switch source {
                case .file(let path):
                    try OpenedPicture(
                        path: path, in: DecodeContext(limits: limits, memory: memory, stop: stop)
                    ).thumbnail(box: box)
                case .painting(let painting):
                    painting.thumbnail(box: box)
                }
            thumbnails.insert(level, for: photo)
            return level
        }
    }
}
