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
    public var dayCount: Int {
        switch number {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The weekday of the first day, from 0 for Monday, by Sakamoto's algorithm.
    public var firstWeekday: Int {
        let year = number < 3 ? year - 1 : year
        return (year + year / 4 - year / 100 + year / 400 + [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][number - 1]) % 7
    }
}
