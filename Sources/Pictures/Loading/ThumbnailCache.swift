import Albums
import Synchronization

/// Decoded thumbnails, the largest of each photo, as many as fit into some bytes; those used least recently leave first.
final class ThumbnailCache: Sendable {
    private let levels: Mutex<RecentLevels<Photo.ID>>

    init(bytes: Int) {
        levels = Mutex(RecentLevels(maxBytes: bytes))
    }

    /// The thumbnail of a photo, of any size.
    func level(of photo: Photo.ID) -> PictureLevel? {
        levels.withLock { $0[photo] }
    }

    func insert(_ level: PictureLevel, for photo: Photo.ID) {
        levels.withLock { $0.insert(level, for: photo) }
    }
}
