import Albums

/// A favorite's ID among those of all libraries, as the ID of a photo.
///
/// A photo of the library that is open keeps its own, so that whatever is known of it there holds here too.
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
    init(_ photo: Photo.ID, opened: String) {
        let parts = photo.rawValue.split(separator: Self.separator, maxSplits: 1, omittingEmptySubsequences: false)
        isOpen = parts.count == 1
        favorite =
            isOpen
            ? Favorite.ID(library: opened, photo: photo)
            : Favorite.ID(library: String(parts[0]), photo: Photo.ID(String(parts[1])))
    }

    var photo: Photo.ID {
        isOpen ? favorite.photo : Photo.ID("\(favorite.library)\(Self.separator)\(favorite.photo.rawValue)")
    }
}
