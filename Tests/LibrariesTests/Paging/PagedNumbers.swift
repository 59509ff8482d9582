import Albums
import Basics
import Synchronization
import TestFixtures

@testable import Libraries

/// An element of the test list: the numbers from 0, in pages of 30.
struct Number: Identifiable, Equatable, Sendable {
    let id: Int
}

/// Serves numbers page by page and can be made to fail.
final class PagedNumbers: Sendable {
    let broadcaster = LibraryEventBroadcaster()
    private let pages: @Sendable (Int) -> ListPage<Number>
    private let state = Mutex(State())

    private struct State {
        var requested: [PageRequest] = []
        var failure: LibraryFailure?
        var gate: Gate?
        /// Advances only through `pass(_:)`.
        var now = ContinuousClock.now
    }

    init(pages: @escaping @Sendable (_ number: Int) -> ListPage<Number>) {
        self.pages = pages
    }

    /// Creates pages of `count` numbers that announce that total or another one.
    convenience init(count: Int, total: Int? = nil) {
        self.init { number in
            let start = min(count, (number - 1) * 30)
            return Self.page(start..<min(count, start + 30), total: total ?? count)
        }
    }

    static func page(_ numbers: some Collection<Int>, total: Int? = nil, hasNext: Bool? = nil) -> ListPage<Number> {
        ListPage(elements: numbers.map(Number.init), received: numbers.count, total: total, hasNext: hasNext)
    }

    /// The requested pages, in order.
    var requested: [Int] { state.withLock { $0.requested.map(\.number) } }
    /// The requested pages that bypassed the cache.
    var askedAgain: [Int] { state.withLock { $0.requested.filter(\.isReload).map(\.number) } }
    var priorities: [LoadPriority] { state.withLock { $0.requested.map(\.priority) } }

    func fail(_ failure: LibraryFailure?) {
        state.withLock { $0.failure = failure }
    }

    func pass(_ time: Duration) {
        state.withLock { $0.now += time }
    }

    /// Makes pages wait at a gate from now on.
    func hold() -> Gate {
        let gate = Gate()
        state.withLock { $0.gate = gate }
        return gate
    }

    /// Lets pages pass from now on; those already waiting stay at the gate.
    func release() {
        state.withLock { $0.gate = nil }
    }

    func list(
        loadsWhileSearched: Bool = true, skipsPages: Bool = false, readingLimit: ReadingLimit = ReadingLimit(),
        belongs: @escaping @Sendable (Number) -> Bool = { _ in true }
    ) -> PagedList<Number> {
        PagedList(
            loadsWhileSearched: loadsWhileSearched, skipsPages: skipsPages, broadcaster: broadcaster,
            belongs: belongs,
            readingLimit: readingLimit,
            now: { [self] in state.withLock { $0.now } }
        ) { [self] request in
            let (failure, gate) = state.withLock { state in
                state.requested.append(request)
                return (state.failure, state.gate)
            }
            await gate?.pass()
            try Task.checkCancellation()
            if let failure { throw failure }
            return pages(request.number)
        }
    }
}

extension PagedList<Number> {
    /// Reads a range and returns the numbers known afterwards.
    func numbers(in range: Range<Int>, searching text: String = "") async throws -> [Int] {
        try await read(for: ListQuery(text), in: range).elements.map(\.id)
    }

    /// Reads to the end and returns all numbers.
    func allNumbers() async throws -> [Int] {
        while !loaded.isComplete {
            let count = loaded.elements.count
            _ = try await read(for: .everything, in: count..<count + 1)
        }
        return loaded.elements.map(\.id)
    }

    /// Waits until this number of elements is known.
    func becomesKnown(_ count: Int, file: String = #fileID, line: Int = #line) async throws {
        try await waitUntil(file: file, line: line) { loaded.elements.count >= count }
    }
}
