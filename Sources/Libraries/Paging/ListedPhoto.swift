import Albums

/// A photo as a search sees it.
struct ListedPhoto: Identifiable, Sendable {
    let photo: Photo
    private let searchedTexts: [FoldedText]

    init(_ photo: Photo) {
        self.photo = photo
        searchedTexts = ([photo.title] + photo.tags).map { FoldedText($0) }
    }

    var id: Photo.ID { photo.id }

    func matches(_ search: SearchQuery) -> Bool {
        search.matches(searchedTexts)
    }
}
