/// Days of the Gregorian calendar, counted from 1970-01-01. Foundation's calendar takes 20 times as long.
///
/// Years start in March here, so that the leap day comes last.
public enum GregorianDay {
    /// Returns the number of a day of a year from 1.
    public static func number(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - epoch
    }

    /// Returns the month, from 1, and the day of the month of a day.
    public static func monthAndDay(ofNumber number: Int) -> (month: Int, day: Int) {
        let dayOfEra = ((number + epoch) % daysOfEra + daysOfEra) % daysOfEra
        let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        return (month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
    }

    /// The days from 0000-03-01 to 1970-01-01.
    private static let epoch = 719_468
    /// The days of 400 years.
    private static let daysOfEra = 146_097
}
