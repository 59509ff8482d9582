import Albums
import FoundationEssentials
import Testing

@Suite("Months")
struct MonthTests {
    private func list(_ dates: [String?]) throws -> SearchableList<Date?> {
        let dates = try dates.map { text in try text.map { try Date($0 + "Z", strategy: .iso8601) } }
        let keys = SortKeys<Date?>(title: { _ in NaturalOrderKey("") }, date: \.self)
        return SearchableList(dates, keys: keys) { query, date in
            query.matches(SearchedTexts([], date: date))
        }
    }

    private func counts(_ dates: [String?], _ query: ListQuery = .everything) throws -> [String] {
        try list(dates).months(matching: query).map { "\($0.month?.text ?? "none") \($0.count)" }
    }

    @Test("A month begins with its first second and ends before the next month's")
    func bounds() throws {
        let dates = ["2024-03-01T00:00:00", "2024-02-29T23:59:59", "2024-02-01T00:00:00", "2024-01-31T23:59:59"]
        #expect(try counts(dates) == ["2024-03 1", "2024-02 2", "2024-01 1"])
    }

    @Test("Photos without a date are a separate section")
    func undated() throws {
        #expect(try counts(["2019-07-01T12:00:00", nil, nil]) == ["2019-07 1", "none 2"])
        #expect(try counts([nil]) == ["none 1"])
        #expect(try counts([]).isEmpty)
    }

    @Test("Months follow the order and the search of the query")
    func query() throws {
        let dates = ["2019-07-01T12:00:00", "2021-01-01T00:00:00", "2019-07-30T12:00:00", nil]
        #expect(try counts(dates, ListQuery(order: .newestFirst)) == ["2021-01 1", "2019-07 2", "none 1"])
        #expect(try counts(dates, ListQuery(order: .oldestFirst)) == ["2019-07 2", "2021-01 1", "none 1"])
        #expect(try counts(dates, ListQuery("year:2019", order: .newestFirst)) == ["2019-07 2"])
    }

    @Test("Sorted by instant, photos of another time zone stay in the section around them")
    func zones() throws {
        let local = ["2024-06-01T00:10:00", "2024-05-31T18:12:00", "2024-06-01T00:14:00", "2024-05-31T21:00:00", nil]
        let dates = try local.map { text in try text.map { try Date($0 + "Z", strategy: .iso8601) } }
        let instants = [2.0, 3, 4, 1].map { Date(timeIntervalSince1970: $0) }
        let keys = SortKeys<Int>(
            title: { _ in NaturalOrderKey("") }, date: { dates[$0] },
            value: { index, _ in index < instants.count ? .date(instants[index]) : nil })
        let list = SearchableList(Array(dates.indices), keys: keys) { _, _ in true }
        func counts(_ order: ListOrder) -> [String] {
            list.months(matching: ListQuery(order: order)).map { "\($0.month?.text ?? "none") \($0.count)" }
        }
        #expect(counts(.oldestFirst) == ["2024-05 1", "2024-06 3", "none 1"])
        #expect(counts(.newestFirst) == ["2024-06 1", "2024-05 3", "none 1"])
    }

    @Test("Photos are counted that are in a month only by the modification of their files")
    func modified() throws {
        let july = try Date("2019-07-01T12:00:00Z", strategy: .iso8601)
        let photos: [(date: Date?, kind: Photo.DateKind)] = [
            (july, .taken), (july, .modified), (july - 31 * 86400, .modified), (nil, .modified),
        ]
        let keys = SortKeys<Int>(
            title: { _ in NaturalOrderKey("") }, date: { photos[$0].date }, dateKind: { photos[$0].kind })
        let months = SearchableList(Array(photos.indices), keys: keys) { _, _ in true }.months(matching: .everything)
        #expect(months.map(\.count) == [2, 1, 1])
        #expect(months.map(\.modifiedCount) == [1, 1, 0])
    }

    @Test("Dates at the limits of a timestamp have months")
    func extremes() throws {
        #expect(try counts(["9999-12-31T23:59:59", "0001-01-01T00:00:00"]) == ["9999-12 1", "0001-01 1"])
    }

    @Test("Months know their days with photos, each with the index of its first one")
    func days() throws {
        let dates = ["2024-03-31T10:00:00", "2024-03-31T08:00:00", "2024-03-02T23:59:59", "2024-02-29T23:59:59", nil]
        let months = try list(dates).months(matching: .everything)
        #expect(
            months.map { $0.days.map { [$0.number, $0.photoCount, $0.index] } } == [
                [[2, 1, 2], [31, 2, 0]], [[29, 1, 0]], [],
            ])
        // Sorted by instants, a photo of another zone may be of the month before.
        let mixed = ["2024-03-31T10:00:00", "2024-03-01T01:00:00", "2024-02-29T23:00:00", "2024-03-01T00:30:00"]
        let sections = try list(mixed).months(matching: .everything)
        #expect(sections.map { $0.days.map(\.number) } == [[1, 31], [29]])
    }

    @Test(
        "The weekday and the number of days of a month",
        arguments: [
            (2024, 2, 29, 3), (2023, 2, 28, 2), (1900, 2, 28, 3), (2000, 2, 29, 1), (2024, 9, 30, 6), (2024, 7, 31, 0),
        ])
    func shape(year: Int, number: Int, dayCount: Int, weekday: Int) {
        let month = Month(year: year, number: number)
        #expect(month.dayCount == dayCount && month.firstWeekday == weekday)
    }

    @Test("Days continue in the next and the previous month")
    func neighbors() {
        let leapDay = Day(month: Month(year: 2024, number: 2), number: 29)
        #expect(leapDay.advanced(by: 1) == Day(month: Month(year: 2024, number: 3), number: 1))
        #expect(leapDay.advanced(by: 1).advanced(by: -1) == leapDay)
        #expect(leapDay.advanced(by: 366) == Day(month: Month(year: 2025, number: 3), number: 1))
        #expect(leapDay.advanced(by: -366) == Day(month: Month(year: 2023, number: 2), number: 28))
        #expect(leapDay < leapDay.advanced(by: 1))
    }
}
