import Albums
import Synchronization

/// An LRU cache of decoded thumbnails, bounded by bytes. Keeps the largest one of each photo.
final class ThumbnailCache: Sendable {
    private let levels: Mutex<RecentLevels<Photo.ID>>
    private let counts = Mutex((found: 0, missed: 0))

    init(bytes: Int) {
        levels = Mutex(RecentLevels(maxBytes: bytes))
    }

    /// Returns the thumbnail of a photo, in any size.
    func level(of photo: Photo.ID) -> PictureLevel? {
        levels.withLock { $0[photo] }
    }

    /// The number of lookups that found a large enough thumbnail, and of those that didn't.
    var lookups: (found: Int, missed: Int) { counts.withLock { $0 } }

    /// Returns the thumbnail of a photo if it is large enough for a box; counts the lookup.
    func level(of photo: Photo.ID, for box: PixelSize) -> PictureLevel? {
        let level = level(of: photo).flatMap { $0.isEnough(for: box) ? $0 : nil }
        counts.withLock { level == nil ? ($0.missed += 1) : ($0.found += 1) }
        return level
    }

    /// The files from which thumbnails were decoded.
    var files: Set<FileVersion> { levels.withLock { $0.files } }

    /// Removes the thumbnails decoded from these files.
    func remove(from files: Set<FileVersion>) {
        levels.withLock { $0.remove(from: files) }
    }

    func insert(_ level: PictureLevel, for photo: Photo.ID) {
        levels.withLock { $0.insert(level, for: photo) }
    }
}
