import Albums
import Synchronization

/// A list with search and access by range.
///
/// The last search is cached, so that further ranges of its results are cheap.
final class SearchableList<Element: Sendable>: Sendable {
    let elements: [Element]
    private let matches: @Sendable (SearchQuery, Element) -> Bool
    private let lastSearch = Mutex<Search?>(nil)

    private struct Search {
        let query: SearchQuery
        /// The matching indices of `elements`, ascending.
        let places: [Int]
    }

    init(_ elements: [Element], matches: @escaping @Sendable (SearchQuery, Element) -> Bool) {
        self.elements = elements
        self.matches = matches
    }

    /// Returns the matching elements of a range, which may extend beyond the list.
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

    /// Returns the index among the matching elements of the element at `place` of the whole list; nil if it does not
    /// match.
    func rank(of place: Int, matching query: SearchQuery) -> Int? {
        guard let places = places(matching: query) else { return place }
        let rank = places.partitioningIndex { $0 >= place }
        return rank < places.count && places[rank] == place ? rank : nil
    }

    /// Returns the matching indices; nil if every element matches.
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
