import Albums

/// A part of a timeline.
enum TimelinePeriod: Hashable, Sendable {
    case year(Int)
    case month(Month)
    /// Photos without a date.
    case undated

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
            func section(of count: Int, modified: Int, _ period: TimelinePeriod) -> GridSection {
                GridSection(
                    count: count, label: UserFacingText.period(period),
                    note: UserFacingText.modified(modified, of: count))
            }
            if let year, count < months.count * Self.minPhotosPerMonth, months.count > 1 {
                append(section(of: count, modified: months.reduce(0) { $0 + $1.modifiedCount }, .year(year)))
            } else {
                self += months.map {
                    section(of: $0.count, modified: $0.modifiedCount, TimelinePeriod($0.month))
                }
            }
        }
    }

    /// About a row of tiles.
    private static let minPhotosPerMonth = 5
}
