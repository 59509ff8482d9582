import Albums

/// A snapshot of the favorites.
struct FavoriteList: Sendable {
    let version: Int
    let favorites: SearchableList<ListedFavorite>
    /// The index of each photo.
    private let indices: [Photo.ID: Int]

    init(_ favorites: [Favorite], version: Int, opened: String) {
        self.version = version
        let listed = favorites.map { ListedFavorite($0, opened: opened) }
        let keys = SortKeys<ListedFavorite>(photo: \.photo)
        self.favorites = SearchableList(listed, keys: keys, listsWordsFirst: true) { $1.matches($0) }
        indices = Dictionary(listed.enumerated().map { ($1.photo.id, $0) }) { first, _ in first }
    }

    var ids: Set<Photo.ID> { Set(indices.keys) }

    func index(of photo: Photo.ID) -> Int? {
        indices[photo]
    }

    func favorite(_ photo: Photo.ID) -> Favorite? {
        indices[photo].map { favorites.elements[$0].favorite }
    }
}

/// A favorite in the list, with its folded texts for search.
struct ListedFavorite: Sendable {
    let favorite: Favorite
    /// The photo with its ID in the favorites library.
    let photo: Photo
    private let texts: SearchedTexts

    init(_ favorite: Favorite, opened: String) {
        self.favorite = favorite
        photo = favorite.photo.with(id: FavoritePhotoID(favorite.id, opened: opened).photo)
        let others = [favorite.albumTitle, favorite.library, favorite.file.map(\.text)]
        texts = SearchedTexts(photo, and: others.compactMap { $0 })
    }

    func matches(_ search: SearchQuery) -> Bool {
        search.matches(texts)
    }
}
