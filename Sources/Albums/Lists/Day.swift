import Basics

/// A day of the Gregorian calendar.
public struct Day: Hashable, Comparable, Sendable {
    public let month: Month
    /// 1 to 31.
    public let number: Int

    public init(month: Month, number: Int) {
        self.month = month
        self.number = number
    }

    public static func < (left: Day, right: Day) -> Bool { (left.month, left.number) < (right.month, right.number) }

    /// Returns the day a number of days later, or earlier if it is negative.
    public func advanced(by days: Int) -> Day {
        var (month, number) = (month, number + days)
        while number < 1 {
            month = month.advanced(by: -1)
            number += month.dayCount
        }
        while number > month.dayCount {
            number -= month.dayCount
            month = month.advanced(by: 1)
        }
        return Day(month: month, number: number)
    }
}

extension Month {
    fileprivate func advanced(by months: Int) -> Month {
        Month(year: (ordinal + months) / 12, number: (ordinal + months) % 12 + 1)
    }

    /// The number of days.
    public var dayCount: Int { advanced(by: 1).firstDay - firstDay }

    /// The weekday of the first day, from 0 for Monday.
    public var firstWeekday: Int {
        // 1970-01-01 was a Thursday.
        ((firstDay + 3) % 7 + 7) % 7
    }

    private var firstDay: Int { GregorianDay.number(year: year, month: number, day: 1) }
}
