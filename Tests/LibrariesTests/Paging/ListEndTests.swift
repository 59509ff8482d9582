import Albums
import Testing

@testable import Libraries

@Suite("End of a paged list", .timeLimit(.minutes(60)))
struct ListEndTests {
    /// Returns all numbers of a list, and how many pages were requested.
    private func all(
        belongs: @escaping @Sendable (Number) -> Bool = { _ in true },
        _ pages: @escaping @Sendable (Int) -> ListPage<Number>
    ) async throws -> (numbers: [Int], requested: Int, total: Int?) {
        let numbers = PagedNumbers(pages: pages)
        let list = numbers.list(belongs: belongs)
        let found = try await list.allNumbers()
        #expect(list.loaded.isComplete && list.loaded.total == found.count)
        return (found, numbers.requested.count, list.loaded.total)
    }

    @Test("Without further information an empty page ends the list")
    func emptyPage() async throws {
        let end = try await all { PagedNumbers.page($0 <= 2 ? ($0 * 30 - 30)..<($0 * 30) : 0..<0) }
        #expect(end.numbers == Array(0..<60) && end.requested == 3)
    }

    @Test("A short page does not end the list, since some services limit the page size")
    func shortPages() async throws {
        let end = try await all { PagedNumbers.page($0 <= 4 ? ($0 * 10 - 10)..<($0 * 10) : 0..<0) }
        #expect(end.numbers == Array(0..<40) && end.requested == 5)
    }

    @Test("The announced total ends the list")
    func total() async throws {
        let end = try await all { PagedNumbers.page(($0 * 30 - 30)..<min(50, $0 * 30), total: 50) }
        #expect(end.numbers == Array(0..<50) && end.requested == 2)
    }

    @Test("An announced total below the received count is ignored", arguments: [3, 29, 45])
    func wrongTotal(_ total: Int) async throws {
        let end = try await all { PagedNumbers.page((0..<70).dropFirst($0 * 30 - 30).prefix(30), total: total) }
        #expect(end.numbers == Array(0..<70))
    }

    @Test("Repeated elements do not count toward the announced total")
    func totalOfOverlappingPages() async throws {
        let end = try await all { number in
            let start = (number - 1) * 25
            return PagedNumbers.page((0..<70).dropFirst(start).prefix(30), total: 70)
        }
        #expect(end.numbers == Array(0..<70) && end.requested == 3)
    }

    @Test("A missing next link ends the list, whatever the total")
    func link() async throws {
        let end = try await all { PagedNumbers.page(($0 * 30 - 30)..<($0 * 30), total: 45, hasNext: $0 < 3) }
        #expect(end.numbers == Array(0..<90) && end.requested == 3)
    }

    @Test("A service without paging sends everything in one page", arguments: [7, 30, 5000])
    func everything(_ count: Int) async throws {
        let end = try await all { _ in PagedNumbers.page(0..<count) }
        #expect(end.numbers == Array(0..<count) && end.requested <= 2)
    }

    @Test("A repeated page ends the list, even if a next page is linked")
    func samePage() async throws {
        let end = try await all { _ in PagedNumbers.page(0..<30, total: 1000, hasNext: true) }
        #expect(end.numbers == Array(0..<30) && end.requested == 2)
    }

    @Test("A repeated element is listed once and does not end the list")
    func overlap() async throws {
        let end = try await all { number in
            let start = (number - 1) * 25
            return PagedNumbers.page(start..<(start + 30), hasNext: number < 4)
        }
        #expect(end.numbers == Array(0..<105))
    }

    @Test("Elements of other lists are filtered out, and a total that includes them is ignored")
    func filtered() async throws {
        let numbers = PagedNumbers(count: 90)
        let list = numbers.list { $0.id >= 70 }
        let loaded = try await list.read(for: .everything, in: 0..<5)
        #expect(loaded.elements.first?.id == 70 && numbers.requested.count == 3)
        #expect(try await list.allNumbers() == Array(70..<90))
        let other = PagedNumbers(count: 90).list { $0.id < 5 || $0.id > 80 }
        #expect(try await other.read(for: .everything, in: 0..<1).total == nil)
    }

    @Test("An endless list is read only as far as requested")
    func endless() async throws {
        let numbers = PagedNumbers { PagedNumbers.page(($0 * 30 - 30)..<($0 * 30), hasNext: true) }
        let list = numbers.list()
        #expect(try await list.numbers(in: 298..<299).count == 300)
        #expect(numbers.requested.count == 10 && !list.loaded.isComplete)
    }

    @Test(
        "The Link header is checked for a next page",
        arguments: [
            (#"<https://host/photos?page=2>; rel="next""#, true),
            (#"<https://host/photos?page=9>; rel="last", <https://host/photos?page=2>; rel="next""#, true),
            (#"<https://host/photos?a=1,2>; rel="first", <https://host/x>; title="a"; REL=next"#, true),
            (#"<https://host/photos?page=2>; rel="last next""#, true),
            (#"<https://host/photos?rel="next">; rel="last""#, false),
            (#"<https://host/next>; rel="prev""#, false), ("", false), (";,;=,", false),
        ])
    func linkHeader(_ value: String, _ namesNext: Bool) {
        #expect(LinkHeader.namesNext(value) == namesNext)
    }
}
