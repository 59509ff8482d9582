import Albums
import Synchronization

/// A list that a service hands out page by page, as far as it has been read.
///
/// Each page is asked for once, however many wait for it. Where one waits for a page that is already being read ahead, the
/// network makes one request of the two and hurries it.
final class PagedList<Element: Identifiable & Equatable & Sendable>: Sendable where Element.ID: Sendable {
    /// Asks the service for a page.
    typealias Fetch = @Sendable (PageRequest) async throws -> ListPage<Element>

    /// How long the next page is not asked for ahead after that failed: a held key must not become a flood of questions.
    private static var retryPause: Duration { .seconds(1) }

    /// How many pages are read anew at the user's wish.
    private static var maxRefreshedPages: Int { 40 }

    private let readsOnWhileSearched: Bool
    private let skipsPages: Bool
    private let belongs: @Sendable (Element) -> Bool
    private let fetch: Fetch
    private let news: LibraryNews
    private let now: @Sendable () -> ContinuousClock.Instant
    /// What the user's wish to hear the service itself still asks for.
    private let retryState = Mutex(Retry())
    private let failedAt = Mutex<ContinuousClock.Instant?>(nil)
    private let pages = SharedWork<PageRequest, Void>()
    private let knownPages = Mutex(KnownPages<Element>())

    /// How much of a list is read without the user asking for it: a service may have one without end.
    private let readingLimit: ReadingLimit

    private struct Retry {
        /// Whether the next page is asked of the service itself.
        var isPageDue = false
        /// Whether what is known is to be read anew.
        var isRefreshDue = false
        var refreshing: Task<Void, Never>?
    }

    /// - Parameters:
    ///   - readsOnWhileSearched: whether a search makes the list go on reading; else it is read as far as one scrolls.
    ///   - skipsPages: whether a page further on is read before those between, where it can be told which one that is.
    ///   - news: hears of each page, and of failures once something is known.
    ///   - belongs: whether an element is of this list: some services ignore what they are asked for and send everything.
    init(
        readsOnWhileSearched: Bool, skipsPages: Bool = false, news: LibraryNews,
        belongs: @escaping @Sendable (Element) -> Bool = { _ in true },
        readingLimit: ReadingLimit = ReadingLimit(), now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        fetch: @escaping Fetch
    ) {
        self.readsOnWhileSearched = readsOnWhileSearched
        self.skipsPages = skipsPages
        self.news = news
        self.belongs = belongs
        self.readingLimit = readingLimit
        self.now = now
        self.fetch = fetch
    }

    var known: KnownPages<Element> { knownPages.withLock { $0 } }

    /// What is known once the first page is, and the beginning of the range; throws only while nothing is known.
    ///
    /// What follows is read without being waited for: for a range that reaches beyond what is known, and for a search that
    /// reads on. That waits a moment after a failure, as long as the failure is told with the answer.
    func read(for search: SearchQuery, in range: Range<Int>) async throws -> KnownPages<Element> {
        refreshIfDue()
        let isSearched = !search.words.isEmpty
        do {
            let first = max(0, range.lowerBound)
            try await read(isSearched || range.isEmpty ? 0..<1 : first..<first + 1)
        } catch let failure as LibraryFailure where known.elements.isEmpty {
            throw failure
        } catch is LibraryFailure {
            // Told together with what there is.
        }
        var known = known
        let wanted = isSearched ? 0..<known.elements.count + 1 : range
        let isMoreWanted = !isSearched || readsOnWhileSearched
        let isMissing = known.pageToRead(for: wanted, skips: skipsPages) != nil
        guard isMoreWanted, isMissing else { return known }
        if readingLimit.isReached(by: known) {
            if isSearched { known.failure = known.failure ?? .listTooLong(read: known.receivedCount) }
        } else if known.failure == nil || !hasJustFailed {
            Task { try? await read(wanted, .ahead) }
        }
        return known
    }

    /// Has the service itself answer the next question: what hangs is cancelled, what failed and what is known is asked for.
    func retry() {
        failedAt.withLock { $0 = nil }
        let isKnown = !known.elements.isEmpty
        let hanging = retryState.withLock { state in
            defer { state = Retry(isPageDue: true, isRefreshDue: isKnown) }
            return state.refreshing
        }
        hanging?.cancel()
        knownPages.withLock { $0.failure = nil }
        pages.restart()
    }

    private func refreshIfDue() {
        retryState.withLock { state in
            guard state.isRefreshDue else { return }
            state.isRefreshDue = false
            state.refreshing = Task { try? await refresh() }
        }
    }

    /// Reads what is known once more, and shows it in place of that if it has changed.
    private func refresh() async throws {
        let known = known
        var fresh = KnownPages(replacing: known)
        do {
            repeat {
                let page = try await fetch(PageRequest(number: fresh.nextPage, asksAgain: true))
                fresh.add(page, belongs: belongs)
                // The same beginning of as many is the same list.
                let isSame = fresh.elements == Array(known.elements.prefix(fresh.elements.count))
                if isSame, let total = page.total, total == known.total { return }
            } while !fresh.isComplete && fresh.elements.count < known.elements.count
                && fresh.nextPage <= Self.maxRefreshedPages
            let beginning = Array(known.elements.prefix(fresh.elements.count))
            guard fresh.elements != beginning || fresh.isComplete else { return }
            knownPages.withLock { $0 = fresh }
            news.change()
        } catch let failure as LibraryFailure {
            fail(failure)
            throw failure
        }
    }

    private var hasJustFailed: Bool {
        failedAt.withLock { $0 }.map { $0.duration(to: now()) < Self.retryPause } ?? false
    }

    private func read(_ range: Range<Int>, _ priority: LoadPriority = .visible) async throws {
        while let page = known.pageToRead(for: range, skips: skipsPages) {
            if priority == .ahead, readingLimit.isReached(by: known) { return }
            let asksAgain = retryState.withLock { $0.isPageDue }
            let request = PageRequest(number: page, priority: priority, asksAgain: asksAgain)
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
        retryState.withLock { $0.isPageDue = false }
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
