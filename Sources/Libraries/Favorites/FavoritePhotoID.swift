import Albums

/// A favorite's ID among those of all libraries, as the ID of a photo.
///
/// A photo of the library that is open keeps its own, so that whatever is known of it there holds here too. Files have IDs
/// of all libraries: each may be in many folders.
struct FavoritePhotoID: Hashable {
    let favorite: Favorite.ID
    /// Whether its library is open.
    let isOpen: Bool

    /// No address and no photo's own ID has it.
    private static let separator: Character = "\u{0}"

    init(_ favorite: Favorite.ID, opened: String) {
        self.favorite = favorite
        isOpen = favorite.library == opened
    }

    /// - Parameter photo: one of the open library or of favorites.
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

    var photo: Photo.ID {
        isOpen ? favorite.photo : Photo.ID("\(favorite.library)\(Self.separator)\(favorite.photo.rawValue)")
    }
}
