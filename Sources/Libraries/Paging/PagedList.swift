import Albums
import Basics
import Synchronization

/// A list loaded page by page from a service.
///
/// Each page is requested once for all callers. If a caller needs a page that is being prefetched, the network
/// coalesces the two requests and raises the priority.
final class PagedList<Element: Identifiable & Equatable & Sendable>: Sendable where Element.ID: Sendable {
    /// Requests a page from the service.
    typealias Fetch = @Sendable (PageRequest) async throws -> ListPage<Element>

    /// The pause in prefetching after a failure, so that a held key does not flood the service with requests.
    private static var retryPause: Duration { .seconds(1) }

    /// The maximum number of pages reloaded by a refresh.
    private static var maxRefreshedPages: Int { 40 }

    private let loadsWhileSearched: Bool
    private let skipsPages: Bool
    private let belongs: @Sendable (Element) -> Bool
    private let fetch: Fetch
    private let broadcaster: LibraryEventBroadcaster
    private let now: @Sendable () -> ContinuousClock.Instant
    /// Pending work of the last `retry`.
    private let retryState = Mutex(Retry())
    private let failedAt = Mutex<ContinuousClock.Instant?>(nil)
    private let pages = SharedWork<PageRequest, Void>()
    private let loadedPages = Mutex(LoadedPages<Element>())

    /// Limits prefetching, because a list may be endless.
    private let readingLimit: ReadingLimit

    private struct Retry {
        /// Whether the next page request bypasses the cache.
        var isPageDue = false
        /// Whether the loaded pages are due for a reload.
        var isRefreshDue = false
        var refreshing: Task<Void, Never>?
    }

    /// - Parameters:
    ///   - loadsWhileSearched: whether a search or a sort loads all pages; otherwise only scrolling loads any.
    ///   - skipsPages: whether a distant page may be loaded before the pages in between, if its number can be computed.
    ///   - broadcaster: receives `.changed` after each page, and failures once some pages are loaded.
    ///   - belongs: whether an element is part of this list; some services ignore filters and send everything.
    init(
        loadsWhileSearched: Bool, skipsPages: Bool = false, broadcaster: LibraryEventBroadcaster,
        belongs: @escaping @Sendable (Element) -> Bool = { _ in true },
        readingLimit: ReadingLimit = ReadingLimit(), now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        fetch: @escaping Fetch
    ) {
        self.loadsWhileSearched = loadsWhileSearched
        self.skipsPages = skipsPages
        self.broadcaster = broadcaster
        self.belongs = belongs
        self.readingLimit = readingLimit
        self.now = now
        self.fetch = fetch
    }

    var loaded: LoadedPages<Element> { loadedPages.withLock { $0 } }

    /// Returns the loaded pages, after waiting for the start of the range or, for a search or a sort, of the list.
    /// Throws only if no page has loaded.
    ///
    /// Further pages load in the background: those of the range or, with `loadsWhileSearched`, all pages for a
    /// search or a sort. After a failure this pauses for a moment, and the failure is reported with the result.
    func read(for query: ListQuery, in range: Range<Int>) async throws -> LoadedPages<Element> {
        refreshIfDue()
        let needsAll = query != .everything
        do {
            let first = max(0, range.lowerBound)
            try await read(needsAll || range.isEmpty ? 0..<1 : first..<first + 1)
        } catch let failure as LibraryFailure where loaded.elements.isEmpty {
            throw failure
        } catch is LibraryFailure {
            // Reported together with the loaded pages.
        }
        var loaded = loaded
        let missing = needsAll ? 0..<loaded.elements.count + 1 : range
        let loadsMore = !needsAll || loadsWhileSearched
        let isMissing = loaded.pageToRead(for: missing, skips: skipsPages) != nil
        guard loadsMore, isMissing else { return loaded }
        if readingLimit.isReached(by: loaded) {
            if needsAll { loaded.failure = loaded.failure ?? .listTooLong(read: loaded.receivedCount) }
        } else if loaded.failure == nil || !hasJustFailed {
            // Ends with the range or the limit; its requests belong to `pages`, and `retry` cancels them.
            Task { try? await read(missing, .prefetch) }
        }
        return loaded
    }

    /// Cancels hanging requests, and makes the next read bypass the cache, for loaded pages as well.
    func retry() {
        failedAt.withLock { $0 = nil }
        let isKnown = !loaded.elements.isEmpty
        let hanging = retryState.withLock { state in
            defer { state = Retry(isPageDue: true, isRefreshDue: isKnown) }
            return state.refreshing
        }
        hanging?.cancel()
        loadedPages.withLock { $0.failure = nil }
        pages.restart()
    }

    private func refreshIfDue() {
        retryState.withLock { state in
            guard state.isRefreshDue else { return }
            state.isRefreshDue = false
            state.refreshing = Task { try? await refresh() }
        }
    }

    /// Reloads the loaded pages, and replaces them if they have changed.
    private func refresh() async throws {
        let loaded = loaded
        var fresh = LoadedPages(replacing: loaded)
        do {
            repeat {
                let page = try await fetch(PageRequest(number: fresh.nextPage, isReload: true))
                fresh.add(page, belongs: belongs)
                // If the start and the total are unchanged, so is the list.
                let isSame = fresh.elements == Array(loaded.elements.prefix(fresh.elements.count))
                if isSame, let total = page.total, total == loaded.total { return }
            } while !fresh.isComplete && fresh.elements.count < loaded.elements.count
                && fresh.nextPage <= Self.maxRefreshedPages
            let beginning = Array(loaded.elements.prefix(fresh.elements.count))
            guard fresh.elements != beginning || fresh.isComplete else { return }
            loadedPages.withLock { $0 = fresh }
            broadcaster.change()
        } catch let failure as LibraryFailure {
            fail(failure)
            throw failure
        }
    }

    private var hasJustFailed: Bool {
        failedAt.withLock { $0 }.map { $0.duration(to: now()) < Self.retryPause } ?? false
    }

    private func read(_ range: Range<Int>, _ priority: LoadPriority = .visible) async throws {
        while let page = loaded.pageToRead(for: range, skips: skipsPages) {
            if priority == .prefetch, readingLimit.isReached(by: loaded) { return }
            let isReload = retryState.withLock { $0.isPageDue }
            let request = PageRequest(number: page, priority: priority, isReload: isReload)
            try await pages.value(for: request) { [self] in
                do {
                    add(try await fetch(request), page)
                } catch let failure as LibraryFailure {
                    fail(failure)
                    throw failure
                }
            }
        }
    }

    private func add(_ page: ListPage<Element>, _ number: Int) {
        let isNew = loadedPages.withLock { loaded in
            // A page requested again after `retry` may arrive twice.
            guard number >= loaded.nextPage else { return false }
            if number == loaded.nextPage {
                loaded.add(page, belongs: belongs)
            } else {
                loaded.add(page, number: number, belongs: belongs)
            }
            return true
        }
        retryState.withLock { $0.isPageDue = false }
        if isNew { broadcaster.change() }
    }

    private func fail(_ failure: LibraryFailure) {
        failedAt.withLock { $0 = now() }
        // Reported once, because retries may fail as well; and only if some pages are loaded, or else the read throws.
        let isNewFailure = loadedPages.withLock { loaded in
            defer { loaded.failure = failure }
            return loaded.failure != failure && !loaded.elements.isEmpty
        }
        if isNewFailure { broadcaster.partlyFailed(failure) }
    }
}

/// Limits prefetching, in particular for searching and sorting.
struct ReadingLimit: Sendable {
    var maxCount = 100_000
    /// The total size of the responses, in bytes.
    var maxSize = 64 << 20

    func isReached<Element>(by loaded: LoadedPages<Element>) -> Bool {
        loaded.receivedCount >= maxCount || loaded.receivedSize >= maxSize
    }
}
