import Basics
import FoundationEssentials

/// A month of the Gregorian calendar.
public struct Month: Hashable, Comparable, Sendable {
    public let year: Int
    /// 1 to 12.
    public let number: Int

    /// The months since January of the year 0.
    public var ordinal: Int { year * 12 + number - 1 }

    /// `2019-07`.
    public var text: String {
        let year = String(year)
        return String(repeating: "0", count: max(0, 4 - year.count)) + year + (number < 10 ? "-0" : "-")
            + String(number)
    }

    public static func < (left: Month, right: Month) -> Bool { left.ordinal < right.ordinal }

    public init(year: Int, number: Int) {
        self.year = year
        self.number = number
    }

    /// Returns nil for a date without a month, which no `Timestamp` is.
    public init?(_ date: Date) {
        let components = Self.calendar.dateComponents([.year, .month], from: date)
        guard let year = components.year, let number = components.month else { return nil }
        self.init(year: year, number: number)
    }

    /// The month of a date, with its first moment and the first one after it.
    fileprivate static func containing(_ date: Date) -> (month: Month, dates: Range<Date>)? {
        guard let month = Month(date), let interval = calendar.dateInterval(of: .month, for: date) else { return nil }
        return (month, interval.start..<interval.end)
    }

    /// The dates of photos are local times, expressed in UTC.
    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}

/// Consecutive photos of one month in a list that is sorted by date.
public struct MonthSection: Hashable, Sendable {
    /// Nil for photos without a date.
    public let month: Month?
    /// The number of elements of the list.
    public let count: Int
    /// The number of photos, which is higher where elements stand for bursts.
    public let photoCount: Int
    /// The number of photos dated only by their file's modification time.
    public let modifiedCount: Int
    /// The days with photos, in the order of the calendar; empty if the library knows only the months.
    public let days: [DayOfMonth]

    /// A day with photos.
    public struct DayOfMonth: Hashable, Sendable {
        /// 1 to 31.
        public let number: Int
        public fileprivate(set) var photoCount: Int
        /// The index of its first element in the section.
        public let index: Int
    }

    public init(
        month: Month?, count: Int, photoCount: Int? = nil, modifiedCount: Int = 0, days: [DayOfMonth] = []
    ) {
        self.month = month
        self.count = count
        self.photoCount = photoCount ?? count
        self.modifiedCount = modifiedCount
        self.days = days
    }

    /// An element of a list, and the number of photos for which it stands.
    typealias Item = (date: Date?, kind: Photo.DateKind, photoCount: Int)

    /// Returns the sections of a list of these elements. In a list that is sorted by instant, a photo may have a local
    /// time in the month before or after its neighbors'; it belongs to their section.
    static func sections(
        of items: some Sequence<Item>, isAscending: Bool
    ) -> [MonthSection] {
        var sections: [MonthSection] = []
        var current: (month: Month, dates: Range<Date>)?
        var (count, photoCount, modifiedCount) = (0, 0, 0)
        var days: [Int: DayOfMonth] = [:]
        func close() {
            if count > 0 {
                sections.append(
                    MonthSection(
                        month: current?.month, count: count, photoCount: photoCount, modifiedCount: modifiedCount,
                        days: days.values.sorted { $0.number < $1.number }))
            }
            (count, photoCount, modifiedCount) = (0, 0, 0)
            days = [:]
        }
        for (date, kind, photos) in items {
            let continues =
                date.map { date in
                    guard let dates = current?.dates else { return false }
                    return isAscending ? date < dates.upperBound : date >= dates.lowerBound
                } ?? (current == nil)
            if !continues {
                close()
                current = date.flatMap(Month.containing)
            }
            if let date, let current {
                // In a list by instants, the local date may be in a neighboring month.
                let day = Int((date.timeIntervalSince(current.dates.lowerBound) / 86_400).rounded(.down)) + 1
                let number = min(max(1, day), current.month.dayCount)
                days[number, default: DayOfMonth(number: number, photoCount: 0, index: count)].photoCount += photos
            }
            count += 1
            photoCount += photos
            if date != nil, kind == .modified { modifiedCount += 1 }
        }
        close()
        return sections
    }
}
