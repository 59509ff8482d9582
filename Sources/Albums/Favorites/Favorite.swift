import Basics
import FoundationEssentials

/// A photo that the user marked as a favorite, with everything needed to show it without its library.
public struct Favorite: Identifiable, Hashable, Sendable {
    /// Identifies a photo across all libraries. A file has the same ID in every library.
    public struct ID: Hashable, Sendable {
        /// The address of the library, such as `demo:`; `file:` for every file.
        public let library: String
        /// The photo's ID in its library; for a file, its canonical path as a `file:` URL.
        public let photo: Photo.ID

        public init(library: String, photo: Photo.ID) {
            self.library = library
            self.photo = photo
        }

        /// The ID of a file.
        /// - Parameter path: the file's canonical path.
        public init(file path: [UInt8]) {
            self.init(library: Self.files, photo: Photo.ID(FileAddress.make(path: path)))
        }

        /// The canonical path of a file; nil for photos that are not files.
        public var file: [UInt8]? { library == Self.files ? FileAddress.path(of: photo.rawValue) : nil }

        private static let files = "file:"
    }

    public let id: ID
    public let photo: Photo
    /// The address of the library that the photo was added from, such as `demo:` or `/home/ada/Pictures`.
    public let library: String
    /// Nil while unknown.
    public let albumTitle: String?
    /// The canonical path if the photo is a file; bytes, because file names need not be UTF-8.
    public let file: [UInt8]?
    /// When the photo became a favorite.
    public let added: Date
    /// A small encoded picture. Nil until one is generated, and always nil in lists.
    public let thumbnail: [UInt8]?

    public init(
        photo: Photo, library: String, albumTitle: String? = nil, file: [UInt8]? = nil, added: Date,
        thumbnail: [UInt8]? = nil
    ) {
        // Only folder libraries identify photos by path. Other libraries use their own IDs, even if an import names a
        // file.
        id =
            library.hasPrefix("/")
            ? file.map(ID.init(file:)) ?? ID(library: library, photo: photo.id)
            : ID(library: library, photo: photo.id)
        self.photo = photo.with(file: id.file)
        self.library = library
        self.albumTitle = albumTitle?.bounded
        self.file = file
        self.added = added
        self.thumbnail = thumbnail
    }

    /// The same favorite with the path of its file resolved; blocks.
    public var withCanonicalFile: Favorite {
        Favorite(
            photo: photo, library: library, albumTitle: albumTitle, file: file.map(CanonicalPath.resolve), added: added,
            thumbnail: thumbnail)
    }

    /// The same favorite with another thumbnail.
    public func with(thumbnail: [UInt8]?) -> Favorite {
        Favorite(
            photo: photo, library: library, albumTitle: albumTitle, file: file, added: added, thumbnail: thumbnail)
    }
}

/// The result of toggling favorites.
public enum FavoriteChange: Hashable, Sendable {
    /// The new favorites, without photos that were favorites before.
    case added([Favorite])
    /// The removed favorites with their thumbnails, for undo.
    case removed([Favorite])

    /// Whether the photos are favorites now.
    public var areFavorites: Bool { if case .added = self { true } else { false } }

    /// The change that undoes this one.
    public var inverse: FavoriteChange {
        switch self {
        case .added(let favorites): .removed(favorites)
        case .removed(let favorites): .added(favorites)
        }
    }

    /// The favorites that were added or removed.
    public var favorites: [Favorite] {
        switch self {
        case .added(let favorites), .removed(let favorites): favorites
        }
    }
}

/// Data of a favorite that is generated after it was added.
public struct FavoriteCompletion: Sendable {
    public let id: Favorite.ID
    public let thumbnail: [UInt8]
    /// Nil if none was found; this keeps an existing title.
    public let albumTitle: String?

    public init(id: Favorite.ID, thumbnail: [UInt8], albumTitle: String?) {
        self.id = id
        self.thumbnail = thumbnail
        self.albumTitle = albumTitle
    }
}

/// The reason favorites cannot be read or changed. Existing favorites stay unchanged.
public enum FavoritesFailure: Error, Hashable, Sendable {
    /// The disk is full.
    case diskFull
    /// The file is not a database or is damaged; it is left untouched.
    case damaged(path: String)
    /// A later version of the program wrote the file, with a schema unknown to this one.
    case laterVersion(path: String)
    /// Another process holds the lock on the file or its folder beyond the timeout.
    case locked(path: String)
    /// The file cannot be opened; `reason` is the system's message, such as `Permission denied`.
    case unavailable(path: String, reason: String)
}
