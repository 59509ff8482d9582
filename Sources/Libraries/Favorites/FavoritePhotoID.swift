import Albums

/// The ID of a favorite as a photo ID.
///
/// A photo of the open library has the same ID as there, so that data cached for it applies here too. Files always
/// have IDs that are valid across libraries, because a file can be in several folders.
struct FavoritePhotoID: Hashable {
    let favorite: Favorite.ID
    /// Whether the favorite's library is open.
    let isOpen: Bool

    /// Occurs in no address and in no photo ID of a library.
    private static let separator: Character = "\u{0}"

    init(_ favorite: Favorite.ID, opened: String) {
        self.favorite = favorite
        isOpen = favorite.library == opened
    }

    /// - Parameter photo: a photo of the open library or of the favorites.
    init(_ photo: Photo, opened: String) {
        let parts = photo.id.rawValue.split(separator: Self.separator, maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count > 1 {
            self.init(Favorite.ID(library: String(parts[0]), photo: Photo.ID(String(parts[1]))), opened: opened)
        } else {
            self.init(
                photo.file.map(Favorite.ID.init(file:)) ?? Favorite.ID(library: opened, photo: photo.id), opened: opened
            )
        }
    }

    /// Whether a photo is listed by the open library, not only by the favorites.
    static func isListed(_ photo: Photo) -> Bool { !photo.id.rawValue.contains(separator) }

    var photo: Photo.ID {
        isOpen ? favorite.photo : Photo.ID("\(favorite.library)\(Self.separator)\(favorite.photo.rawValue)")
    }
}
