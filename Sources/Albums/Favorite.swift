import FoundationEssentials

/// A photo that a person keeps at hand, with all that is needed to show it without its library.
public struct Favorite: Identifiable, Hashable, Sendable {
    /// Names one photo among those of all libraries; a file has one name, whatever library it was found in.
    public struct ID: Hashable, Sendable {
        /// The address of the library, such as `demo:`; `file:` for all files.
        public let library: String
        /// The photo's ID in its library; of a file, its canonical path as a `file:` address.
        public let photo: Photo.ID

        public init(library: String, photo: Photo.ID) {
            self.library = library
            self.photo = photo
        }

        /// The name of a file.
        /// - Parameter path: its canonical path.
        public init(file path: [UInt8]) {
            self.init(library: Self.files, photo: Photo.ID(FileAddress.make(path: path)))
        }

        /// The canonical path of a file, nil for the photo of another library.
        public var file: [UInt8]? { library == Self.files ? FileAddress.path(of: photo.rawValue) : nil }

        private static let files = "file:"
    }

    public let id: ID
    public let photo: Photo
    /// The address of the library that it was found in, such as `demo:` or `/home/ada/Pictures`.
    public let library: String
    /// Nil while unknown.
    public let albumTitle: String?
    /// The canonical path of the picture where it is a file; bytes, because a file name need not be UTF-8.
    public let file: [UInt8]?
    /// When it became a favorite.
    public let added: Date
    /// A small encoded picture; nil where none was made yet, and in lists, which leave it out.
    public let thumbnail: [UInt8]?

    public init(
        photo: Photo, library: String, albumTitle: String? = nil, file: [UInt8]? = nil, added: Date,
        thumbnail: [UInt8]? = nil
    ) {
        // Other libraries than folders have IDs of their own, also where an import says that there is a file.
        id =
            library.hasPrefix("/")
            ? file.map(ID.init(file:)) ?? ID(library: library, photo: photo.id)
            : ID(library: library, photo: photo.id)
        self.photo = photo.with(file: id.file)
        self.library = library
        self.albumTitle = albumTitle
        self.file = file
        self.added = added
        self.thumbnail = thumbnail
    }

    /// The same favorite by the canonical path of its file; blocks.
    public var withCanonicalFile: Favorite {
        Favorite(
            photo: photo, library: library, albumTitle: albumTitle, file: file.map(CanonicalPath.resolve), added: added,
            thumbnail: thumbnail)
    }
}
