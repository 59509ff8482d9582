import Basics

/// Another file of a photo, with the same name: the raw file beside a JPEG, or the video that a phone took with it.
public struct StackedFile: Hashable, Sendable {
    /// Identifies the file as a separate photo, which is in no list.
    public let id: Photo.ID
    /// The canonical path.
    public let file: [UInt8]?
    /// The extension in capitals, such as `ARW`.
    public let format: String
    /// Nil for a still picture.
    public let video: Video?

    public init(id: Photo.ID, file: [UInt8]?, format: String, video: Video? = nil) {
        self.id = id
        self.file = file
        self.format = format.bounded
        self.video = video
    }
}

extension Photo {
    /// The photo with each of its files, the one that lists show first.
    public var stackedPhotos: [Photo] { [self] + stack.map(showing) }

    /// Returns the photo with another of its files, and without a stack.
    private func showing(_ file: StackedFile) -> Photo {
        var photo = self
        (photo.id, photo.file, photo.video, photo.stack) = (file.id, file.file, file.video, [])
        return photo
    }
}
