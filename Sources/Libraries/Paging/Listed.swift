import Albums

/// An item of a list, with its folded texts for search.
struct Listed<Item: Identifiable & Equatable & Sendable>: Identifiable, Equatable, Sendable where Item.ID: Sendable {
    let item: Item
    private let texts: SearchedTexts

    init(_ item: Item, searchedTexts texts: SearchedTexts) {
        self.item = item
        self.texts = texts
    }

    var id: Item.ID { item.id }

    func matches(_ search: SearchQuery) -> Bool {
        search.matches(texts)
    }
}

extension Listed<Photo> {
    init(_ photo: Photo) {
        self.init(photo, searchedTexts: SearchedTexts(photo))
    }
}

extension SearchableList {
    convenience init<Item>(_ elements: [Element], keys: SortKeys<Element>) where Element == Listed<Item> {
        self.init(elements, keys: keys) { search, element in element.matches(search) }
    }
}
