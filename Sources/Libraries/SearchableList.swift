import Albums
import Synchronization

/// A list that is searched and asked for by range.
///
/// The last search is kept, so another range of it costs no more than the range.
final class SearchableList<Element: Sendable>: Sendable {
    let elements: [Element]
    private let matches: @Sendable (SearchQuery, Element) -> Bool
    private let lastSearch = Mutex<Search?>(nil)

    private struct Search {
        let query: SearchQuery
        /// The places in `elements` that match, ascending.
        let places: [Int]
    }

    init(_ elements: [Element], matches: @escaping @Sendable (SearchQuery, Element) -> Bool) {
        self.elements = elements
        self.matches = matches
    }

    /// The matching elements of a range, which may begin and end outside of the list.
    func page<Item>(
        matching query: SearchQuery, in range: Range<Int>, isComplete: Bool, total: Int? = nil,
        failure: LibraryFailure? = nil, item: (Element) -> Item
    ) -> Page<Item> {
        let places = places(matching: query)
        let items =
            places.map { places in places[range.clamped(to: places.indices)].map { item(elements[$0]) } }
            ?? elements[range.clamped(to: elements.indices)].map(item)
        return Page(
            items: items, matching: places?.count ?? elements.count, available: elements.count,
            isComplete: isComplete, total: total, failure: failure)
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
            let places = elements.indices.filter { matches(query, elements[$0]) }
            last = Search(query: query, places: places)
            return places
        }
    }
}
