import Albums
import Basics
import FoundationEssentials

extension PhotoDetails {
    /// Reads the date in a file name, such as `IMG_20240101_101010.jpg`, `IMG-20240101-WA0001.jpg` or `2024-01-01 10.10.10.jpg`.
    init(fileNamed name: some RandomAccessCollection<UInt8>) {
        self.init()
        setTaken(NameScanner(name).time, source: .fileName)
        // Pixel phones name their photos in UTC.
        if takenPrecision == .second, name.starts(with: "PXL_".utf8) { setTaken(taken, zone: 0, source: .fileName) }
    }

    /// Whether a date in the file name counts: there is none from a more reliable source.
    var canHaveDateOfFileName: Bool { taken == nil || takenSource.map { $0 > .fileName } ?? false }
}

/// Finds a date in the name of a file.
private struct NameScanner {
    /// A run of digits, and what precedes it.
    private struct Run {
        let separator: Substring
        let digits: Substring

        func number(_ range: Range<Int>) -> Int { Int(digits.dropFirst(range.lowerBound).prefix(range.count)) ?? -1 }
    }

    private var runs: [Run] = []
    /// The text after the last run.
    private let end: Substring

    /// Names of cameras and phones are ASCII around their dates.
    init(_ name: some RandomAccessCollection<UInt8>) {
        let name = String(decoding: name.prefix(255), as: UTF8.self).lowercased()
        var rest = name[..<(name.lastIndex(of: ".") ?? name.endIndex)]
        while true {
            let separator = rest.prefix { !($0.isASCII && $0.isNumber) }
            let digits = rest.dropFirst(separator.count).prefix { $0.isASCII && $0.isNumber }
            guard !digits.isEmpty else { break }
            runs.append(Run(separator: separator, digits: digits))
            rest = rest.dropFirst(separator.count + digits.count)
        }
        end = rest
    }

    /// The first date, with its time if it has one.
    var time: LocalTime? {
        // Facebook's app names photos by the milliseconds since 1970.
        if let run = runs.first, run.separator == "fb_img_", run.digits.count == 13,
            let date = Timestamp(seconds: run.number(0..<10), nanoseconds: run.number(10..<13) * 1_000_000)?.date
        {
            return LocalTime(date, zone: 0)
        }
        return runs.indices.lazy.compactMap(time).first
    }

    private func time(at index: Int) -> LocalTime? {
        let run = runs[index]
        switch run.digits.count {
        case 14: return time(run.number(0..<4), run.number(4..<6), run.number(6..<8), run, 8)
        case 8:
            // Eight digits among letters are likely a number or a hash.
            guard run.separator.last?.isLetter != true, separator(after: index).first?.isLetter != true else {
                return nil
            }
            return time(run.number(0..<4), run.number(4..<6), run.number(6..<8), clockAt: index + 1)
        case 4:
            let parts = runs[index...].prefix(3)
            guard parts.count == 3, parts.dropFirst().allSatisfy({ $0.digits.count == 2 }),
                ["-", "_", ".", " "].contains(runs[index + 1].separator),
                runs[index + 1].separator == runs[index + 2].separator
            else { return nil }
            return time(
                run.number(0..<4), runs[index + 1].number(0..<2), runs[index + 2].number(0..<2), clockAt: index + 3)
        default: return nil
        }
    }

    private func separator(after index: Int) -> Substring {
        index + 1 < runs.count ? runs[index + 1].separator : end
    }

    /// Adds the time of day that starts at a run of digits; returns only the date if no time follows it directly.
    private func time(_ year: Int, _ month: Int, _ day: Int, clockAt index: Int) -> LocalTime? {
        let withoutClock = Self.time([year, month, day, 0, 0, 0], precision: .day)
        guard index < runs.count, Self.clockSeparators.contains(runs[index].separator) else { return withoutClock }
        let run = runs[index]
        // The second and, perhaps, its thousandths.
        if [6, 9].contains(run.digits.count), let time = time(year, month, day, run, 0) { return time }
        let parts = runs[index...].prefix(3)
        if parts.count == 3, run.digits.count <= 2, parts.dropFirst().allSatisfy({ $0.digits.count == 2 }),
            parts.dropFirst().allSatisfy({ $0.separator.count == 1 }),
            let hour = Self.hour(run.number(0..<2), of: separator(after: index + 2)),
            let time = Self.time([year, month, day, hour] + parts.dropFirst().map { $0.number(0..<2) })
        {
            return time
        }
        return withoutClock
    }

    /// Converts an hour to 24 hours if `suffix` begins with am or pm; nil if such an hour is invalid.
    private static func hour(_ hour: Int, of suffix: Substring) -> Int? {
        let half = suffix.drop(while: \.isWhitespace).prefix(while: \.isLetter)
        guard half == "am" || half == "pm" else { return hour }
        return (1...12).contains(hour) ? hour % 12 + (half == "pm" ? 12 : 0) : nil
    }

    /// Reads hour, minute and second from the digits of a run.
    private func time(_ year: Int, _ month: Int, _ day: Int, _ run: Run, _ start: Int) -> LocalTime? {
        let clock = [0, 2, 4].map { run.number(start + $0..<start + $0 + 2) }
        let fraction = run.digits.dropFirst(start + 6)
        return Self.time([year, month, day] + clock, fraction: fraction.isEmpty ? nil : String(fraction))
    }

    private static func time(
        _ numbers: [Int], fraction: String? = nil, precision: DatePrecision = .second
    ) -> LocalTime? {
        years.contains(numbers[0]) ? LocalTime(numbers, fraction: fraction, zone: nil, precision: precision) : nil
    }

    private static let years = 1900...2099
    private static let clockSeparators: Set<Substring> = [
        "_", "-", " ", "t", ".", " at ", "-at-", "_at_", ", ",
        // Of macOS and WhatsApp in other languages.
        " um ", " \u{E0} ", " a las ", " alle ", " om ", " \u{E0}s ",
    ]
}
