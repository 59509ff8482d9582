import Albums
import Synchronization

/// Decoded thumbnails, the largest of each photo, as many as fit into some bytes; those used least recently leave first.
final class ThumbnailCache: Sendable {
    private let levels: Mutex<RecentLevels<Photo.ID>>
    private let counts = Mutex((found: 0, missed: 0))

    init(bytes: Int) {
        levels = Mutex(RecentLevels(maxBytes: bytes))
    }

    /// The thumbnail of a photo, of any size.
    func level(of photo: Photo.ID) -> PictureLevel? {
        levels.withLock { $0[photo] }
    }

    /// How often a thumbnail was wanted that was there, and large enough, and how often it was not.
    var lookups: (found: Int, missed: Int) { counts.withLock { $0 } }

    /// The thumbnail of a photo, if it is enough for a box; counted.
    func level(of photo: Photo.ID, for box: PixelSize) -> PictureLevel? {
        let level = level(of: photo).flatMap { $0.isEnough(for: box) ? $0 : nil }
        counts.withLock { level == nil ? ($0.missed += 1) : ($0.found += 1) }
        return level
    }

    /// The files that thumbnails were decoded from.
    var files: Set<FileVersion> { levels.withLock { $0.files } }

    /// Drops the thumbnails that were decoded from these files.
    func remove(from files: Set<FileVersion>) {
        levels.withLock { $0.remove(from: files) }
    }

    func insert(_ level: PictureLevel, for photo: Photo.ID) {
        levels.withLock { $0.insert(level, for: photo) }
    }
}
