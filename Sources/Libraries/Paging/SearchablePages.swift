import Albums

/// A list that a service hands out page by page: searched, and asked for by range.
final class SearchablePages<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    private let pages: PagedList<Listed<Item>>
    private let latestList = LatestList<ListVersion, Listed<Item>>()

    init(_ pages: PagedList<Listed<Item>>) {
        self.pages = pages
    }

    /// How many items there are, as far as that is known.
    var total: Int? { pages.known.total }

    /// How many items are known so far.
    var knownCount: Int { pages.known.elements.count }

    /// Has the service itself answer the next question: what hangs is cancelled, what failed and what is known is asked for.
    func retry() {
        pages.retry()
    }

    /// The items of a range that match, of those known; reads as many as the range needs.
    func page(matching search: SearchQuery, in range: Range<Int>) async throws -> Page<Item> {
        let known = try await pages.read(for: search, in: range)
        if known.hasGap, search.words.isEmpty {
            let part = known.part(range)
            return Page(
                items: part.elements.map(\.item), offset: part.offset, matching: known.count, available: known.count,
                isComplete: false, total: known.total, failure: known.failure)
        }
        return list(of: known).page(
            matching: search, in: range, isComplete: known.isComplete, total: known.total, failure: known.failure,
            item: \.item)
    }

    /// Where an item stands among those known that match.
    func index(of item: Item.ID, matching search: SearchQuery) -> Int? {
        let known = pages.known
        return known.place(of: item).flatMap { list(of: known).rank(of: $0, matching: search) }
    }

    private func list(of known: KnownPages<Listed<Item>>) -> SearchableList<Listed<Item>> {
        latestList.list(from: known.version) { SearchableList(known.elements) }
    }
}
