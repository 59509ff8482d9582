import FoundationEssentials

/// A photo that a person keeps at hand, with all that is needed to show it without its library.
public struct Favorite: Identifiable, Hashable, Sendable {
    /// Names one photo among those of all libraries.
    public struct ID: Hashable, Sendable {
        /// The address of the library, such as `demo:` or `/home/ada/Pictures`.
        public let library: String
        public let photo: Photo.ID

        public init(library: String, photo: Photo.ID) {
            self.library = library
            self.photo = photo
        }
    }

    public let id: ID
    public let photo: Photo
    /// Nil while unknown.
    public let albumTitle: String?
    /// The absolute path of the picture where it is a file; bytes, because a file name need not be UTF-8.
    public let file: [UInt8]?
    /// When it became a favorite.
    public let added: Date
    /// A small encoded picture; nil where none was made yet, and in lists, which leave it out.
    public let thumbnail: [UInt8]?

    public init(
        photo: Photo, library: String, albumTitle: String? = nil, file: [UInt8]? = nil, added: Date,
        thumbnail: [UInt8]? = nil
    ) {
        id = ID(library: library, photo: photo.id)
        self.photo = photo
        self.albumTitle = albumTitle
        self.file = file
        self.added = added
        self.thumbnail = thumbnail
    }
}
