import Albums
import Synchronization

/// A list that a service hands out page by page, as far as it has been read.
///
/// Each page is asked for once, however many wait for it. Where one waits for a page that is already being read ahead, the
/// network makes one request of the two and hurries it.
final class PagedList<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
    /// Asks the service for a page.
    typealias Fetch = @Sendable (PageRequest) async throws -> ListPage<Element>

    /// How long the next page is not asked for ahead after that failed: a held key must not become a flood of questions.
    private static var retryPause: Duration { .seconds(1) }

    private let readsOnWhileSearched: Bool
    private let skipsPages: Bool
    private let belongs: @Sendable (Element) -> Bool
    private let fetch: Fetch
    private let news: LibraryNews
    private let now: @Sendable () -> ContinuousClock.Instant
    private let failedAt = Mutex<ContinuousClock.Instant?>(nil)
    private let pages = SharedWork<PageRequest, Void>()
    private let knownPages = Mutex(KnownPages<Element>())

    /// - Parameters:
    ///   - readsOnWhileSearched: whether a search makes the list go on reading; else it is read as far as one scrolls.
    ///   - skipsPages: whether a page further on is read before those between, where it can be told which one that is.
    ///   - news: hears of each page, and of failures once something is known.
    ///   - belongs: whether an element is of this list: some services ignore what they are asked for and send everything.
    init(
        readsOnWhileSearched: Bool, skipsPages: Bool = false, news: LibraryNews,
        belongs: @escaping @Sendable (Element) -> Bool = { _ in true },
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }, fetch: @escaping Fetch
    ) {
        self.readsOnWhileSearched = readsOnWhileSearched
        self.skipsPages = skipsPages
        self.news = news
        self.belongs = belongs
        self.now = now
        self.fetch = fetch
    }

    var known: KnownPages<Element> { knownPages.withLock { $0 } }

    /// What is known once the first page is, and the beginning of the range; throws only while nothing is known.
    ///
    /// What follows is read without being waited for: for a range that reaches beyond what is known, and for a search that
    /// reads on. That waits a moment after a failure, as long as the failure is told with the answer.
    func read(for search: SearchQuery, in range: Range<Int>) async throws -> KnownPages<Element> {
        let isSearched = !search.words.isEmpty
        do {
            let first = max(0, range.lowerBound)
            try await read(isSearched || range.isEmpty ? 0..<1 : first..<first + 1)
        } catch let failure as LibraryFailure where known.elements.isEmpty {
            throw failure
        } catch is LibraryFailure {
            // Told together with what there is.
        }
        let known = known
        let wanted = isSearched ? 0..<known.elements.count + 1 : range
        let isMoreWanted = !isSearched || readsOnWhileSearched
        let isMissing = known.pageToRead(for: wanted, skips: skipsPages) != nil
        if isMoreWanted, isMissing, known.failure == nil || !hasJustFailed {
            Task { try? await read(wanted, .ahead) }
        }
        return known
    }

    private var hasJustFailed: Bool {
        failedAt.withLock { $0 }.map { $0.duration(to: now()) < Self.retryPause } ?? false
    }

    private func read(_ range: Range<Int>, _ priority: LoadPriority = .visible) async throws {
        while let page = known.pageToRead(for: range, skips: skipsPages) {
            let request = PageRequest(number: page, priority: priority)
            try await pages.value(for: request) { [self] in
                do {
                    take(try await fetch(request), page)
                } catch let failure as LibraryFailure {
                    fail(failure)
                    throw failure
                }
            }
        }
    }

    private func take(_ page: ListPage<Element>, _ number: Int) {
        let isNew = knownPages.withLock { known in
            // Abandoned and asked for again, a page may come twice.
            guard number >= known.nextPage else { return false }
            if number == known.nextPage {
                known.add(page, belongs: belongs)
            } else {
                known.add(page, number: number, belongs: belongs)
            }
            return true
        }
        if isNew { news.change() }
    }

    private func fail(_ failure: LibraryFailure) {
        failedAt.withLock { $0 = now() }
        // Told once, since who asks again because of it may fail again; and not where the answer is the failure itself.
        let isNews = knownPages.withLock { known in
            defer { known.failure = failure }
            return known.failure != failure && !known.elements.isEmpty
        }
        if isNews { news.partlyFailed(failure) }
    }
}
