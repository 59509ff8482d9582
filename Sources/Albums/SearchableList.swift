import Synchronization

/// A list with search and access by range.
///
/// The last search is cached, so that further ranges of its results are cheap.
public final class SearchableList<Element: Sendable>: Sendable {
    public let elements: [Element]
    private let matches: @Sendable (SearchQuery, Element) -> Bool
    private let lastSearch = Mutex<Search?>(nil)

    private struct Search {
        let query: SearchQuery
        /// The matching indices of `elements`, ascending.
        let indices: [Int]
    }

    public init(_ elements: [Element], matches: @escaping @Sendable (SearchQuery, Element) -> Bool) {
        self.elements = elements
        self.matches = matches
    }

    /// Returns the matching elements of a range, which may extend beyond the list.
    public func page<Item>(
        matching query: SearchQuery, in range: Range<Int>, isComplete: Bool, total: Int? = nil,
        failure: LibraryFailure? = nil, item: (Element) -> Item
    ) -> Page<Item> {
        let indices = indices(matching: query)
        let items =
            indices.map { indices in indices[range.clamped(to: indices.indices)].map { item(elements[$0]) } }
            ?? elements[range.clamped(to: elements.indices)].map(item)
        return Page(
            items: items, matching: indices?.count ?? elements.count, available: elements.count,
            isComplete: isComplete, total: total, failure: failure)
    }

    /// Returns the index among the matching elements of the element at `index` of the whole list; nil if it does not
    /// match.
    public func rank(of index: Int, matching query: SearchQuery) -> Int? {
        guard let indices = indices(matching: query) else { return index }
        let rank = indices.partitioningIndex { $0 >= index }
        return rank < indices.count && indices[rank] == index ? rank : nil
    }

    /// Returns the matching indices; nil if every element matches.
    private func indices(matching query: SearchQuery) -> [Int]? {
        guard !query.words.isEmpty else { return nil }
        return lastSearch.withLock { last in
            if let last, last.query == query { return last.indices }
            let indices = elements.indices.filter { matches(query, elements[$0]) }
            last = Search(query: query, indices: indices)
            return indices
        }
    }
}
