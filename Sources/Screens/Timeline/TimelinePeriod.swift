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
