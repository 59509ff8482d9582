import Albums
import Localization

/// A part of a timeline.
enum TimelinePeriod: Hashable, Sendable {
    case year(Int)
    case month(Month)
    /// Photos without a date.
    case undated
    /// The days of a year.
    case calendar(Int)

    init(_ month: Month?) {
        self = month.map { .month($0) } ?? .undated
    }
}

extension [GridSection] {
    /// Divides a list into months. A year with few photos in each month is one section, because each section begins a
    /// row.
    init(months: [MonthSection]) {
        self = []
        var remaining = months[...]
        while let first = remaining.first {
            let year = first.month?.year
            let months = remaining.prefix { $0.month?.year == year }
            remaining = remaining.dropFirst(months.count)
            let count = months.reduce(0) { $0 + $1.count }
            func section(_ months: some Collection<MonthSection>, _ period: TimelinePeriod) -> GridSection {
                let photoCount = months.reduce(0) { $0 + $1.photoCount }
                return GridSection(
                    count: months.reduce(0) { $0 + $1.count }, label: UserFacingText.period(period),
                    photoCount: photoCount,
                    note: UserFacingText.modified(months.reduce(0) { $0 + $1.modifiedCount }, of: photoCount))
            }
            if let year, count < months.count * Self.minPhotosPerMonth, months.count > 1 {
                append(section(months, .year(year)))
            } else {
                self += months.map { section(CollectionOfOne($0), TimelinePeriod($0.month)) }
            }
        }
    }

    /// About a row of tiles.
    private static let minPhotosPerMonth = 5
}

/// The years of a list, each followed by its months, and the menu that goes to one.
@MainActor
final class Timeline {
    /// A year or a month in the list.
    private struct Entry {
        let period: TimelinePeriod
        /// The number of its photos.
        var count: Int
        /// See `MonthSection.modifiedCount`.
        var modifiedCount: Int
        /// The index of its first photo.
        let index: Int
    }

    private var entries: [Entry]
    /// The days of all months, in the order of the calendar; empty if they are unknown.
    private var days: [PhotoCalendar.Entry]
    private let count: () async -> [MonthSection]?

    /// - Parameter count: counts the photos of each month again; nil if that fails.
    init(_ months: [MonthSection], count: @escaping () async -> [MonthSection]?) {
        entries = Self.entries(of: months)
        days = Self.days(of: months)
        self.count = count
    }

    private static func days(of months: [MonthSection]) -> [PhotoCalendar.Entry] {
        var (days, index) = ([Day: PhotoCalendar.Entry](), 0)
        for section in months {
            for listed in section.month == nil ? [] : section.days {
                guard let month = section.month else { break }
                let day = Day(month: month, number: listed.number)
                let known = days[day]
                days[day] = .init(
                    day: day, count: listed.photoCount + (known?.count ?? 0),
                    index: known?.index ?? index + listed.index)
            }
            index += section.count
        }
        return days.values.sorted { $0.day < $1.day }
    }

    /// Returns the calendar of a year, at the day of the photo at an index.
    func calendar(of year: Int, selection: Int) -> PhotoCalendar? {
        let current = days.filter { $0.index <= selection }.max { $0.index < $1.index }?.day
        let day = current?.month.year == year ? current : days.first { $0.day.month.year >= year }?.day
        return day.map { PhotoCalendar(entries: days, selected: $0) }
    }

    private static func entries(of months: [MonthSection]) -> [Entry] {
        var entries: [Entry] = []
        /// The index of the current year among the entries.
        var year: Int?
        var index = 0
        func append(_ period: TimelinePeriod, _ section: MonthSection) {
            entries.append(
                Entry(period: period, count: section.photoCount, modifiedCount: section.modifiedCount, index: index))
        }
        for section in months {
            if let month = section.month {
                if let known = year, entries[known].period == .year(month.year) {
                    entries[known].count += section.photoCount
                    entries[known].modifiedCount += section.modifiedCount
                } else {
                    year = entries.count
                    append(.year(month.year), section)
                }
            }
            append(TimelinePeriod(section.month), section)
            index += section.count
        }
        return entries
    }

    /// Returns the index of the first photo of a year or month.
    func index(of period: TimelinePeriod) -> Int? { entries.first { $0.period == period }?.index }

    /// Returns the menu.
    ///
    /// - Parameter selection: the index of the current photo, to select its month.
    func menu(selection: Int) -> Menu<TimelinePeriod> {
        let month = entries.last { entry in if case .year = entry.period { false } else { entry.index <= selection } }
        return Menu(
            keys: .timeline, title: localized("Go to"), rows: rows, selected: month?.period,
            search: .init(
                noMatch: { localized("No month matches \u{201C}\($0)\u{201D}") }, beginsWithDigit: true,
                find: Self.matches),
            reload: { await self.recount() }, other: days.isEmpty ? nil : { .calendar($0.year ?? 0) })
    }

    /// Counts the photos again. Returns no rows if the last photo with a date is gone.
    private func recount() async -> [Menu<TimelinePeriod>.Row]? {
        guard let months = await count() else { return nil }
        entries = Self.entries(of: months)
        days = Self.days(of: months)
        return entries.contains { $0.period != .undated } ? rows : []
    }

    private var rows: [Menu<TimelinePeriod>.Row] {
        entries.map { entry in
            let indent = if case .month = entry.period { 2 } else { 0 }
            return .init(
                entry.period, UserFacingText.period(entry.period),
                note: UserFacingText.modified(entry.modifiedCount, of: entry.count), count: entry.count,
                indent: indent)
        }
    }

    /// Returns the years and months that match a search. `2019-0` finds the first months of 2019; a month without photos,
    /// the month closest to it.
    private static func matches(
        of text: String, among rows: [Menu<TimelinePeriod>.Row]
    ) -> [Menu<TimelinePeriod>.Row] {
        let query = SearchQuery(words: text)
        guard !query.isEmpty else { return rows }
        let typed = text.filter { $0 != " " }
        let found = rows.filter { $0.choice.typedText.hasPrefix(typed) || query.matches($0.searched) }
        guard found.isEmpty, let month = Month(typed: typed) else { return found }
        func distance(_ row: Menu<TimelinePeriod>.Row) -> Int? {
            if case .month(let other) = row.choice { abs(other.ordinal - month.ordinal) } else { nil }
        }
        let closest = rows.filter { distance($0) != nil }.min { (distance($0) ?? 0) < (distance($1) ?? 0) }
        return closest.map { [$0] } ?? []
    }
}

extension TimelinePeriod {
    fileprivate var year: Int? {
        switch self {
        case .year(let year), .calendar(let year): year
        case .month(let month): month.year
        case .undated: nil
        }
    }

    /// The period as the user may type it: `2019` or `2019-07`.
    fileprivate var typedText: String {
        switch self {
        case .year(let year), .calendar(let year): String(year)
        case .month(let month): month.text
        case .undated: ""
        }
    }
}

extension Month {
    /// Creates a month from `2019-07` or `2019-7`, and January from `2019`, `2019-` or `2019-0`.
    fileprivate init?(typed text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts[0].count == 4, let year = Int(parts[0]), (1...9999).contains(year) else {
            return nil
        }
        let number = parts.count == 1 || parts[1].isEmpty ? 0 : Int(parts[1])
        guard let number, (0...12).contains(number) else { return nil }
        self.init(year: year, number: max(1, number))
    }
}
