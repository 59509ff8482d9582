import Albums
import Synchronization

/// A list that is searched and asked for by range.
///
/// The last search is kept, so another range of it costs no more than the range.
final class SearchableList<Element: Sendable>: Sendable {
    let elements: [Element]
    /// What of an element a search looks at.
    private let texts: @Sendable (Element) -> [FoldedText]
    private let lastSearch = Mutex<Search?>(nil)

    private struct Search {
        let query: SearchQuery
        /// The places in `elements` that match, ascending.
        let places: [Int]
    }

    init(_ elements: [Element], texts: @escaping @Sendable (Element) -> [FoldedText]) {
        self.elements = elements
        self.texts = texts
    }

    /// The matching elements of a range, which may begin and end outside of the list.
    func page<Item>(
        matching query: SearchQuery, in range: Range<Int>, isComplete: Bool, item: (Element) -> Item
    ) -> Page<Item> {
        guard let places = places(matching: query) else {
            let items = elements[range.clamped(to: elements.indices)].map(item)
            return Page(items: items, matching: elements.count, available: elements.count, isComplete: isComplete)
        }
        let items = places[range.clamped(to: places.indices)].map { item(elements[$0]) }
        return Page(items: items, matching: places.count, available: elements.count, isComplete: isComplete)
    }

    /// Where the element at `place` of the whole list stands among those that match, nil when it is not one of them.
    func rank(of place: Int, matching query: SearchQuery) -> Int? {
        guard let places = places(matching: query) else { return place }
        let rank = places.partitioningIndex { $0 >= place }
        return rank < places.count && places[rank] == place ? rank : nil
    }

    /// The places that match, nil when all do.
    private func places(matching query: SearchQuery) -> [Int]? {
        guard !query.words.isEmpty else { return nil }
        return lastSearch.withLock { last in
            if let last, last.query == query { return last.places }
            let places = elements.indices.filter { query.matches(texts(elements[$0])) }
            last = Search(query: query, places: places)
            return places
        }
    }
}
