import Albums

/// A favorite in the list, with its folded texts for search.
struct ListedFavorite: Sendable {
    let favorite: Favorite
    /// The photo with its ID in the favorites library.
    let photo: Photo
    private let texts: [FoldedText]

    init(_ favorite: Favorite, opened: String) {
        self.favorite = favorite
        photo = favorite.photo.with(id: FavoritePhotoID(favorite.id, opened: opened).photo)
        let texts = [
            photo.title, photo.author, photo.description, favorite.albumTitle, favorite.library,
            favorite.file.map(\.text),
        ].compactMap { $0 }
        self.texts = (texts + photo.tags).map { FoldedText($0) }
    }

    func matches(_ search: SearchQuery) -> Bool {
        search.matches(texts)
    }
}
