import Albums

/// An item of a list, with its folded texts for search.
struct Listed<Item: Identifiable & Equatable & Sendable>: Identifiable, Equatable, Sendable where Item.ID: Sendable {
    let item: Item
    private let searchedTexts: [FoldedText]

    /// - Parameter searchedTexts: a search matches if each of its words occurs in one of them.
    init(_ item: Item, searchedTexts: [String]) {
        self.item = item
        self.searchedTexts = searchedTexts.map { FoldedText($0) }
    }

    var id: Item.ID { item.id }

    func matches(_ search: SearchQuery) -> Bool {
        search.matches(searchedTexts)
    }
}

extension Listed<Photo> {
    init(_ photo: Photo) {
        // Include the description, because the title may be only its first words.
        self.init(
            photo, searchedTexts: [photo.title, photo.description, photo.author].compactMap { $0 } + photo.tags)
    }
}

extension SearchableList {
    convenience init<Item>(_ elements: [Element], keys: SortKeys<Element>) where Element == Listed<Item> {
        self.init(elements, keys: keys) { search, element in element.matches(search) }
    }
}
