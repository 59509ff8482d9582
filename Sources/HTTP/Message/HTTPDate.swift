import Basics
import FoundationEssentials
import Glibc

/// Parses the dates of HTTP headers.
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Parses the one format still in use, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7). Returns
    /// nil for anything else.
    static func parse(_ text: String) -> Date? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT" else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false).map { Count(digits: $0)?.value }
        guard
            let day = Count(digits: parts[1])?.value, (1...31).contains(day),
            let month = months.firstIndex(of: String(parts[2])),
            let year = Count(digits: parts[3])?.value, (1601...9999).contains(year),
            clock.count == 3,
            let hour = clock[0], hour < 24, let minute = clock[1], minute < 60,
            // 60 is a leap second.
            let second = clock[2], second <= 60
        else { return nil }
        var time = tm()
        time.tm_year = Int32(year - 1900)
        time.tm_mon = Int32(month)
        time.tm_mday = Int32(day)
        time.tm_hour = Int32(hour)
        time.tm_min = Int32(minute)
        time.tm_sec = Int32(second)
        return Timestamp(seconds: timegm(&time))?.date
    }
}
