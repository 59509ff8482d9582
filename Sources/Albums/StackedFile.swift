/// Another file of a photo, with the same name: the RAW file beside a JPEG.
public struct StackedFile: Hashable, Sendable {
    /// Identifies the file as a photo of its own, which is in no list.
    public let id: Photo.ID
    /// The canonical path.
    public let file: [UInt8]?
    /// The extension in capitals, such as `ARW`.
    public let kind: String

    public init(id: Photo.ID, file: [UInt8]?, kind: String) {
        self.id = id
        self.file = file
        self.kind = kind.bounded
    }
}

extension Photo {
    /// The photo with each of its files, the one that lists show first.
    public var stackedPhotos: [Photo] { [self] + stack.map { with(id: $0.id).with(file: $0.file).unstacked } }
}
