import Albums
import Synchronization

/// The origin of the pixels shown for the last viewed photo.
final class LastView: Sendable {
    private let last = Mutex<(photo: Photo.ID, pixels: ShownPixels)?>(nil)

    func note(_ pixels: ShownPixels, of photo: Photo.ID) {
        last.withLock { $0 = (photo, pixels) }
    }

    func pixels(of photo: Photo.ID) -> ShownPixels? {
        last.withLock { $0?.photo == photo ? $0?.pixels : nil }
    }
}

extension ShownPixels {
    init(_ level: PictureLevel, wereInMemory: Bool) {
        self.init(
            width: level.bitmap.width, height: level.bitmap.height, origin: level.origin, wereInMemory: wereInMemory)
    }
}
