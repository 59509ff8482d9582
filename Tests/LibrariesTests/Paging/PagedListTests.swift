import Albums
import Basics
import Synchronization
import TestFixtures
import Testing

@testable import Libraries

@Suite("Paged list", .timeLimit(.minutes(60)))
struct PagedListTests {
    private let offline = LibraryFailure.unreachable(host: "service.example", reason: .noNetwork)

    @Test("Waits for the start of a range and reads the remainder in the background")
    func pagesNeeded() async throws {
        let numbers = PagedNumbers(count: 100)
        let list = numbers.list()
        #expect(try await list.numbers(in: 0..<0) == Array(0..<30))
        #expect(try await list.numbers(in: 3..<20).count == 30)
        #expect(numbers.requested == [1] && list.loaded.total == 100 && !list.loaded.isComplete)
        #expect(try await list.numbers(in: 40..<59) == Array(0..<60))
        #expect(numbers.requested == [1, 2])
        #expect(try await list.numbers(in: 0..<Int.max).count == 60)
        try await list.becomesKnown(100)
        #expect(list.loaded.isComplete && list.loaded.elements.map(\.id) == Array(0..<100))
        _ = try await list.numbers(in: 90..<200)
        #expect(numbers.requested == [1, 2, 3, 4])
    }

    @Test("A range that reaches beyond the loaded pages prefetches the next one")
    func nextPage() async throws {
        let numbers = PagedNumbers(count: 100)
        let list = numbers.list()
        #expect(try await list.numbers(in: 20..<30).count == 30)
        for _ in 0..<100 { await Task.yield() }
        #expect(numbers.requested.count == 1)
        #expect(try await list.numbers(in: 20..<31).count == 30)
        try await list.becomesKnown(60)
        #expect(numbers.requested == [1, 2] && numbers.priorities == [.visible, .prefetch])
    }

    @Test("The last page is read directly, and the pages in between later, once each")
    func skips() async throws {
        let numbers = PagedNumbers(count: 1000)
        let list = numbers.list(skipsPages: true)
        #expect(try await list.numbers(in: 999..<1000).count == 30)
        #expect(numbers.requested == [1, 34])
        #expect(list.loaded.count == 1000 && list.loaded.hasGap && !list.loaded.isComplete)
        #expect(list.loaded.part(995..<1010).elements.map(\.id) == Array(995..<1000))
        _ = try await list.numbers(in: 980..<1000)
        #expect(numbers.requested == [1, 34, 33])
        let part = list.loaded.part(950..<970)
        #expect(part.offset == 10 && part.elements.map(\.id) == Array(960..<970))
        #expect(try await list.numbers(in: 0..<1000).count >= 30)
        try await list.becomesKnown(1000)
        #expect(list.loaded.isComplete && !list.loaded.hasGap && list.loaded.elements.map(\.id) == Array(0..<1000))
        #expect(numbers.requested.sorted() == Array(1...34))
    }

    @Test("A distant element has an index once all elements before it are known")
    func distantPlace() async throws {
        let list = PagedNumbers(count: 1000).list(skipsPages: true)
        _ = try await list.numbers(in: 500..<501)
        #expect(list.loaded.index(of: 505) == 505 && list.loaded.index(of: 400) == nil && list.loaded.count == 510)
    }

    @Test("If the total is too high, reads continue page by page without waiting")
    func wrongTotal() async throws {
        let numbers = PagedNumbers(count: 100, total: 5000)
        let list = numbers.list(skipsPages: true)
        let loaded = try await list.numbers(in: 4999..<5000)
        #expect(loaded.count == 30 && !list.loaded.hasGap && numbers.requested == [1, 167])
        _ = try await list.numbers(in: 4999..<5000)
        #expect(numbers.requested == [1, 167])
        #expect(try await list.allNumbers().count == 100)
    }

    @Test("A failure of a distant page is reported and loses nothing")
    func distantFailure() async throws {
        let numbers = PagedNumbers(count: 1000)
        let list = numbers.list(skipsPages: true)
        _ = try await list.numbers(in: 0..<1)
        numbers.fail(offline)
        let loaded = try await list.read(for: .everything, in: 999..<1000)
        #expect(loaded.failure == offline && loaded.count == 30)
    }

    @Test("An event is sent for each page")
    func broadcaster() async throws {
        let numbers = PagedNumbers(count: 100)
        var events = numbers.broadcaster.events().makeAsyncIterator()
        _ = try await numbers.list().numbers(in: 0..<1)
        #expect(await events.next() == .changed)
    }

    @Test("Concurrent requests for a page share one fetch")
    func shared() async throws {
        let numbers = PagedNumbers(count: 100)
        let gate = numbers.hold()
        let list = numbers.list()
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { try await list.numbers(in: 0..<25) } }
            try await gate.arrivals(1)
            gate.open()
            for try await loaded in group { #expect(loaded == Array(0..<30)) }
        }
        #expect(numbers.requested == [1])
    }

    @Test("Cancelling one reader does not affect the others or lose the page")
    func cancelled() async throws {
        let numbers = PagedNumbers(count: 100)
        let gate = numbers.hold()
        let list = numbers.list()
        let impatient = Task { try await list.numbers(in: 0..<5) }
        try await gate.arrivals(1)
        impatient.cancel()
        await #expect(throws: CancellationError.self) { try await impatient.value }
        gate.open()
        #expect(try await list.numbers(in: 0..<5) == Array(0..<30))
        #expect(list.loaded.failure == nil)
    }

    @Test("A search returns the matches so far and continues to load page by page")
    func search() async throws {
        let numbers = PagedNumbers(count: 1000)
        let list = numbers.list()
        #expect(try await list.numbers(in: 0..<500, searching: "x").count == 30)
        try await list.becomesKnown(60)
        #expect(try await list.numbers(in: 0..<500, searching: "x").count == 60)
        try await list.becomesKnown(90)
        #expect(numbers.requested == [1, 2, 3])
    }

    @Test("Sorting reads the whole list, page by page")
    func sort() async throws {
        let numbers = PagedNumbers(count: 70)
        let list = numbers.list()
        for count in [30, 60, 70] {
            #expect(try await list.read(for: ListQuery(order: .title), in: 0..<10).elements.count <= count)
            try await list.becomesKnown(count)
        }
        #expect(list.loaded.isComplete && numbers.requested == [1, 2, 3])
    }

    @Test("A search does not continue to load if the list forbids it")
    func searchStays() async throws {
        let numbers = PagedNumbers(count: 1000)
        let list = numbers.list(loadsWhileSearched: false)
        for _ in 0..<3 { #expect(try await list.numbers(in: 0..<500, searching: "x").count == 30) }
        #expect(numbers.requested == [1])
    }

    @Test("A failure of the first page is thrown, and the next read retries")
    func firstFailure() async throws {
        let numbers = PagedNumbers(count: 100)
        let list = numbers.list()
        numbers.fail(offline)
        for _ in 0..<2 { await #expect(throws: offline) { try await list.numbers(in: 0..<5) } }
        numbers.fail(nil)
        #expect(try await list.numbers(in: 0..<5).count == 30)
        #expect(list.loaded.failure == nil && numbers.requested == [1, 1, 1])
    }

    @Test("A later failure keeps the known elements and is reported once")
    func laterFailure() async throws {
        let numbers = PagedNumbers(count: 100)
        let list = numbers.list()
        let events = numbers.broadcaster.events()
        _ = try await list.numbers(in: 0..<5)
        numbers.fail(offline)
        for _ in 0..<3 {
            let loaded = try await list.read(for: .everything, in: 30..<40)
            #expect(loaded.elements.count == 30 && loaded.failure == offline && !loaded.isComplete)
        }
        #expect(numbers.requested == [1, 2, 2, 2])
        numbers.fail(nil)
        #expect(try await list.numbers(in: 30..<40).count == 60)
        numbers.broadcaster.complete()
        var failures = 0
        for await event in events where event == .partlyFailed(offline) { failures += 1 }
        #expect(failures == 1)
    }

    @Test("After a failure prefetching pauses, but an explicit read retries at once", arguments: ["", "x"])
    func pause(_ search: String) async throws {
        let numbers = PagedNumbers(count: 100)
        let list = numbers.list()
        numbers.fail(offline)
        await #expect(throws: offline) { try await list.numbers(in: 0..<5) }
        numbers.fail(nil)
        _ = try await list.numbers(in: 0..<5)
        numbers.fail(offline)
        _ = try await list.numbers(in: 30..<31)
        #expect(numbers.requested == [1, 1, 2])
        for _ in 0..<3 { _ = try await list.numbers(in: 20..<40, searching: search) }
        #expect(numbers.requested == [1, 1, 2])
        numbers.fail(nil)
        numbers.pass(.seconds(2))
        #expect(try await list.numbers(in: 20..<40, searching: search).count == 30)
        try await list.becomesKnown(60)
        #expect(list.loaded.failure == nil && numbers.requested == [1, 1, 2, 2])
    }

    @Test("A successful page resumes prefetching at once")
    func pauseEnds() async throws {
        let numbers = PagedNumbers(count: 100)
        let list = numbers.list()
        _ = try await list.numbers(in: 0..<5)
        numbers.fail(offline)
        _ = try await list.numbers(in: 30..<31)
        numbers.fail(nil)
        #expect(try await list.numbers(in: 30..<31).count == 60)
        _ = try await list.numbers(in: 40..<70)
        try await list.becomesKnown(90)
        #expect(numbers.requested == [1, 2, 2, 3])
    }

    @Test("Retry cancels a hanging page and requests it again")
    func hangingPage() async throws {
        let numbers = PagedNumbers(count: 100)
        let gate = numbers.hold()
        let list = numbers.list()
        let hanging = Task { try await list.numbers(in: 0..<10) }
        try await gate.arrivals(1)
        numbers.release()
        list.retry()
        #expect(try await hanging.value == Array(0..<30))
        #expect(numbers.requested == [1, 1])
        gate.open()
    }

    @Test("Retry bypasses the cache for the failed page and the known ones")
    func triedAgain() async throws {
        let numbers = PagedNumbers(count: 100)
        let list = numbers.list()
        _ = try await list.numbers(in: 0..<10)
        numbers.fail(offline)
        _ = try await list.read(for: .everything, in: 30..<40)
        #expect(list.loaded.failure == offline)
        numbers.fail(nil)
        list.retry()
        #expect(try await list.numbers(in: 30..<40).count == 60)
        try await waitUntil { numbers.requested.count >= 4 }
        #expect(numbers.requested.sorted() == [1, 1, 2, 2])
        #expect(numbers.askedAgain.sorted() == [1, 2])
        // Unchanged, so only the first page is read again.
        #expect(list.loaded.elements.count == 60)
    }

    @Test("Retry shows the current content of the service")
    func readAnew() async throws {
        let start = Mutex(0)
        let numbers = PagedNumbers { number in
            let first = start.withLock { $0 } + (number - 1) * 30
            return PagedNumbers.page(first..<first + 30, total: 90)
        }
        let list = numbers.list()
        _ = try await list.numbers(in: 50..<60)
        start.withLock { $0 = 500 }
        list.retry()
        _ = try await list.numbers(in: 0..<10)
        try await waitUntil { list.loaded.elements.first?.id == 500 }
        #expect(list.loaded.elements.map(\.id) == Array(500..<560))
    }

    @Test("A search in an endless list stops and reports it", arguments: [(100, Int.max), (Int.max, 4000)])
    func endless(_ maxCount: Int, _ maxSize: Int) async throws {
        let numbers = PagedNumbers { number in
            ListPage(
                elements: ((number - 1) * 30..<number * 30).map(Number.init), received: 30, hasNext: true, size: 1000)
        }
        let list = numbers.list(readingLimit: ReadingLimit(maxCount: maxCount, maxSize: maxSize))
        for count in [60, 90, 120] {
            #expect(try await list.read(for: ListQuery("x"), in: 0..<10).failure == nil)
            try await list.becomesKnown(count)
        }
        #expect(try await list.read(for: ListQuery("x"), in: 0..<10).failure == .listTooLong(read: 120))
        for _ in 0..<100 { await Task.yield() }
        #expect(numbers.requested == [1, 2, 3, 4])
        // Scrolling there reads on.
        #expect(try await list.numbers(in: 120..<130).count == 150)
    }
}
