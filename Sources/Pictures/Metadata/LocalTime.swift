import Albums
import Basics
import FoundationEssentials

/// A local time, with its time zone if that is known.
struct LocalTime: Hashable {
    /// As if it were UTC.
    let date: Date
    /// Minutes east of UTC.
    let zone: Int?
    let precision: DatePrecision

    /// - Parameter date: the local time as if it were UTC.
    init(_ date: Date, zone: Int?) {
        (self.date, self.zone, precision) = (date, zone, .second)
    }

    /// Parses the texts of EXIF, such as `2015:04:10 12:03:03`, `+02:00` and, for the fraction of a second, `25`. Programs also
    /// write other separators, leave out the seconds, or only know the day.
    init?(exif text: String, zone: String?, fraction: String? = nil) {
        var numbers = text.prefix(64).split { !$0.isNumber }.prefix(6).map { Int($0) ?? -1 }
        guard [3, 5, 6].contains(numbers.count) else { return nil }
        let precision = numbers.count == 3 ? DatePrecision.day : .second
        while numbers.count < 6 { numbers.append(0) }
        self.init(numbers, fraction: fraction, zone: zone, precision: precision)
    }

    /// Parses a date of XMP, such as `2015-04-10T12:03:03.5+02:00`, `2015-04-10` or `2015`. Missing parts
    /// default to the start of the year, month or day.
    init?(iso8601 text: String) {
        let parts = text.prefix(64).split(separator: "T", maxSplits: 1)
        guard let day = parts.first else { return nil }
        var numbers = day.split(separator: "-").map { Int($0) ?? -1 }
        guard (1...3).contains(numbers.count) else { return nil }
        let precision = parts.count == 2 ? .second : [DatePrecision.year, .month, .day][numbers.count - 1]
        while numbers.count < 3 { numbers.append(1) }
        var (fraction, zone): (Substring?, Substring?)
        if parts.count == 2 {
            let start = parts[1].firstIndex { "Z+-".contains($0) } ?? parts[1].endIndex
            zone = parts[1][start...]
            let clock = parts[1][..<start].split(separator: ".", maxSplits: 1)
            numbers += clock.first?.split(separator: ":").map { Int($0) ?? -1 } ?? []
            fraction = clock.dropFirst().first
        }
        while numbers.count < 6 { numbers.append(0) }
        self.init(numbers, fraction: fraction.map(String.init), zone: zone.map(String.init), precision: precision)
    }

    /// Parses a date as programs write it into texts: like that of EXIF or XMP, or with the English name of the month, such as
    /// `Thu Aug 25 15:38:12 2005` and `Sun, 4 Mar 2012 05:06:07 +0100`.
    init?(text: String) {
        let words = text.prefix(64).split { $0.isWhitespace || $0 == "," }
        if let month = words.lazy.compactMap(Self.month).first {
            let numbers = words.filter { $0.allSatisfy(\.isWholeNumber) }
            let clock = words.first { $0.contains(":") }?.split(separator: ":").map { Int($0) ?? -1 } ?? []
            guard let day = numbers.first(where: { $0.count <= 2 }).flatMap({ Int($0) }),
                let year = numbers.first(where: { $0.count == 4 }).flatMap({ Int($0) })
            else { return nil }
            let zone = words.contains("GMT") || words.contains("UTC") ? "Z" : words.last.map(String.init)
            self.init(
                [year, month, day] + (clock + [0, 0, 0]).prefix(3), fraction: nil, zone: zone,
                precision: clock.isEmpty ? .day : .second)
        } else if let time = LocalTime(iso8601: text) ?? LocalTime(iso8601: words.joined(separator: "T")) {
            self = time
        } else {
            self.init(exif: text, zone: nil)
        }
    }

    /// Returns the number of a month by the first letters of its English name.
    private static func month(_ word: Substring) -> Int? {
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        return months.firstIndex(of: word.prefix(3).lowercased()).map { $0 + 1 }
    }

    /// Parses the texts of IPTC, such as `20150410` and `120303+0200`.
    init?(iptcDate date: String, time: String?) {
        guard date.utf8.count == 8, let day = Int(date) else { return nil }
        var numbers = [day / 10000, day / 100 % 100, day % 100, 0, 0, 0]
        var precision = DatePrecision.day
        if let time, time.utf8.count >= 6, let clock = Int(time.prefix(6)) {
            numbers.replaceSubrange(3..., with: [clock / 10000, clock / 100 % 100, clock % 100])
            precision = .second
        }
        self.init(numbers, fraction: nil, zone: (time?.dropFirst(6)).map(String.init), precision: precision)
    }

    /// - Parameters:
    ///   - numbers: year, month, day, hour, minute, second.
    ///   - fraction: the digits of the fraction of a second.
    init?(_ numbers: [Int], fraction: String?, zone: String?, precision: DatePrecision = .second) {
        // A camera with an unset clock writes zeros. Seconds may include a leap second.
        guard numbers.count == 6, (1...9999).contains(numbers[0]), (1...12).contains(numbers[1]),
            (1...Self.dayCount(numbers[0], numbers[1])).contains(numbers[2]), (0...23).contains(numbers[3]),
            (0...59).contains(numbers[4]),
            (0...60).contains(numbers[5])
        else { return nil }
        let seconds =
            86400 * GregorianDay.number(year: numbers[0], month: numbers[1], day: numbers[2]) + 3600 * numbers[3] + 60
            * numbers[4] + numbers[5]
        guard let date = Timestamp(seconds: seconds, nanoseconds: Self.nanoseconds(fraction))?.date else { return nil }
        self.date = date
        self.zone = zone.flatMap(Self.minutes)
        self.precision = precision
    }

    /// The local time of a clock that shows `date` at the instant `utc`. The zone is the difference in quarters of an
    /// hour, within three minutes, because a receiver's last fix may be a few minutes old; nil otherwise.
    init(clock date: Date, at utc: Date) {
        self.date = date
        precision = .second
        let quarters = (date.timeIntervalSince(utc) / 900).rounded()
        let isZone = abs(quarters * 900 - date.timeIntervalSince(utc)) <= 180 && abs(quarters) <= 56
        zone = isZone ? Int(quarters) * 15 : nil
    }

    private static func nanoseconds(_ fraction: String?) -> Int {
        let digits = fraction?.prefix(9).prefix { $0.isASCII && $0.isNumber } ?? ""
        return Int(digits + String(repeating: "0", count: 9 - digits.count)) ?? 0
    }

    /// Returns the number of days of a month.
    private static func dayCount(_ year: Int, _ month: Int) -> Int {
        let next = month == 12 ? (year + 1, 1) : (year, month + 1)
        return GregorianDay.number(year: next.0, month: next.1, day: 1)
            - GregorianDay.number(year: year, month: month, day: 1)
    }

    /// Parses `Z`, `+02:00` or `+0200`.
    private static func minutes(_ zone: String) -> Int? {
        if zone == "Z" { return 0 }
        guard let sign = zone.first, sign == "+" || sign == "-" else { return nil }
        let digits = zone.dropFirst().filter { $0 != ":" }
        guard digits.utf8.count == 4, let number = Int(digits), number % 100 < 60 else { return nil }
        let minutes = number / 100 * 60 + number % 100
        return sign == "-" ? -minutes : minutes
    }
}

extension PhotoDetails {
    mutating func setTaken(_ time: LocalTime?, source: TakenSource? = nil) {
        setTaken(time?.date, zone: time?.zone, source: source, precision: time?.precision ?? .second)
    }
}
