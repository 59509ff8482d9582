import Albums
import Synchronization

/// A list that a service hands out page by page, as far as it has been read.
///
/// Each page is asked for once, however many wait for it.
final class PagedList<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
    /// Asks the service for a page.
    typealias Fetch = @Sendable (PageRequest) async throws -> ListPage<Element>

    private let readsOnWhileSearched: Bool
    private let belongs: @Sendable (Element) -> Bool
    private let fetch: Fetch
    private let news: LibraryNews
    private let pages = SharedWork<Int, Void>()
    private let knownPages = Mutex(KnownPages<Element>())

    /// - Parameters:
    ///   - readsOnWhileSearched: whether a search makes the list go on reading; else it is read as far as one scrolls.
    ///   - news: hears of each page, and of failures once something is known.
    ///   - belongs: whether an element is of this list: some services ignore what they are asked for and send everything.
    init(
        readsOnWhileSearched: Bool, news: LibraryNews, belongs: @escaping @Sendable (Element) -> Bool = { _ in true },
        fetch: @escaping Fetch
    ) {
        self.readsOnWhileSearched = readsOnWhileSearched
        self.news = news
        self.belongs = belongs
        self.fetch = fetch
    }

    var known: KnownPages<Element> { knownPages.withLock { $0 } }

    /// Reads as far as a range needs, and answers with what is then known; throws only while nothing is.
    ///
    /// The first page is always read. The next one is asked for in good time: when the range reaches the end of what is
    /// known, or for a search that reads on. After a failure only a range beyond that end, searched or not, tries again.
    func read(for search: SearchQuery, in range: Range<Int>) async throws -> KnownPages<Element> {
        let isSearched = !search.words.isEmpty
        do {
            try await read(atLeast: isSearched ? searchedCount(for: range) : max(1, range.upperBound))
        } catch let failure as LibraryFailure where known.elements.isEmpty {
            throw failure
        } catch is LibraryFailure {
            // Told together with what there is.
        }
        let known = known
        let count = known.elements.count
        let isNextWanted = isSearched ? readsOnWhileSearched : !range.isEmpty && range.upperBound >= count
        if isNextWanted, !known.isComplete, known.failure == nil {
            Task { try? await read(atLeast: count + 1, .ahead) }
        }
        return known
    }

    /// How many elements a search waits for: it is answered from what is known.
    private func searchedCount(for range: Range<Int>) -> Int {
        let known = known
        let count = known.elements.count
        return known.failure != nil && range.upperBound > count ? count + 1 : 1
    }

    private func read(atLeast count: Int, _ priority: HTTPRequest.Priority = .visible) async throws {
        while let page = nextPage(for: count) {
            try await pages.value(for: page) { [self] in
                do {
                    take(try await fetch(PageRequest(number: page, priority: priority)), page)
                } catch let failure as LibraryFailure {
                    fail(failure)
                    throw failure
                }
            }
        }
    }

    private func nextPage(for count: Int) -> Int? {
        knownPages.withLock { $0.isComplete || $0.elements.count >= count ? nil : $0.nextPage }
    }

    private func take(_ page: ListPage<Element>, _ number: Int) {
        let isNew = knownPages.withLock { known in
            // Abandoned and asked for again, a page may come twice.
            guard number == known.nextPage else { return false }
            known.add(page, belongs: belongs)
            return true
        }
        if isNew { news.change() }
    }

    private func fail(_ failure: LibraryFailure) {
        // Told once, since who asks again because of it may fail again; and not where the answer is the failure itself.
        let isNews = knownPages.withLock { known in
            defer { known.failure = failure }
            return known.failure != failure && !known.elements.isEmpty
        }
        if isNews { news.partlyFailed(failure) }
    }
}
