import Albums

/// A library, and its pictures as screens need them.
public struct ShownLibrary: Sendable {
    public let library: any PhotoLibrary
    public let pictures: PicturePort

    public init(library: any PhotoLibrary, pictures: PicturePort) {
        self.library = library
        self.pictures = pictures
    }
}
