import FoundationEssentials

// The types that values from outside pass: JSON, HTTP headers, metadata of pictures, rows of databases, imports, files and
// answers of workers. Lengths and counts are clamped. Everything that would mean something else if it were changed, such
// as an ID or a date, is rejected.

/// A number of things, bytes or seconds, clamped to 0...2^40, so that sums and products of a few of them can't overflow.
public struct Count: Hashable, Sendable {
    public static let maxValue = 1 << 40

    public let value: Int

    public init(_ number: some BinaryInteger) {
        value = min(max(0, Int(clamping: number)), Self.maxValue)
    }

    /// Returns nil for NaN and for fractions.
    public init?(_ number: Double) {
        guard number == number.rounded() else { return nil }
        value = Int(min(max(0, number), Double(Self.maxValue)))
    }

    /// Parses a string of ASCII digits, such as those in HTTP headers; returns nil for anything else.
    public init?(digits text: some StringProtocol) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        self.init(Int(text) ?? .max)
    }

    public static func + (left: Count, right: Count) -> Count { Count(left.value + right.value) }
}

/// The width or height of a picture in pixels, 1...2^24. Others are rejected: the positions of pixels follow from it.
public struct Side: Hashable, Sendable {
    public static let range = 1...1 << 24

    public let value: Int

    public init?(_ number: some BinaryInteger) {
        guard let value = Int(exactly: number), Self.range.contains(value) else { return nil }
        self.value = value
    }
}

/// Width divided by height, 0.001...1000. Others are rejected: the picture has another shape, which is still unknown.
public struct Aspect: Hashable, Sendable {
    public static let range = 0.001...1000

    public let value: Double

    public init?(_ ratio: Double) {
        guard Self.range.contains(ratio) else { return nil }
        value = ratio
    }
}

/// The length of a video in seconds, more than 0 and less than 10^6. Others are rejected: it is unknown.
public struct PlayingTime: Hashable, Sendable {
    public let seconds: Double

    public init?(_ seconds: Double) {
        guard seconds > 0, seconds < 1e6 else { return nil }
        self.seconds = seconds
    }
}

/// A point in time in the years 1 to 9999, which every calendar and format can express. Others are rejected.
public struct Timestamp: Hashable, Sendable {
    /// In seconds since 1970.
    private static let range = -62_135_596_800.0..<253_402_300_800

    public let date: Date

    public init?(_ date: Date) {
        guard Self.range.contains(date.timeIntervalSince1970) else { return nil }
        self.date = date
    }

    /// - Parameter seconds: the time since 1970.
    public init?(seconds: Int, nanoseconds: Int = 0) {
        self.init(Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9))
    }

    /// Parses a text such as `2023-04-28T13:09:43Z`.
    public init?(iso8601 text: String) {
        guard text.utf8.count <= Self.maxTextBytes, let date = try? Date(text, strategy: .iso8601) else { return nil }
        self.init(date)
    }

    private static let maxTextBytes = 64
}

/// A text that is shown, cut to 4,096 scalars. A title of megabytes would be measured, folded and copied on every key
/// press.
public struct BoundedText: Hashable, Sendable {
    public static let maxScalars = 4096

    public let text: String

    public init(_ text: String) {
        // A scalar has at least one byte.
        guard text.utf8.count > Self.maxScalars else {
            self.text = text
            return
        }
        self.text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.maxScalars)))
    }

    /// Cuts each text, and the list to 1,000 texts.
    public static func list(_ texts: some Sequence<String>) -> [String] {
        texts.prefix(maxCount).map { BoundedText($0).text }
    }

    private static let maxCount = 1000
}

extension StringProtocol {
    /// The text without surrounding white space; nil if nothing remains.
    public var trimmed: String? {
        let start = drop(while: \.isWhitespace)
        let end = start.lastIndex { !$0.isWhitespace }
        return end.map { String(start[...$0]) }
    }
}

extension String {
    /// The text cut to the length of a `BoundedText`.
    public var bounded: String { BoundedText(self).text }
}

/// An ID or name that identifies something at its source, of at most 64 KB. Blank and longer ones are rejected: part of
/// an ID is another ID.
public struct Identity: Hashable, Sendable {
    public static let maxBytes = 64 << 10

    public let text: String

    public init?(_ text: String) {
        guard text.utf8.count <= Self.maxBytes, !text.allSatisfy(\.isWhitespace) else { return nil }
        self.text = text
    }
}

/// An absolute http or https URL of at most 8,192 bytes. Others are rejected: the program that opens links would open
/// files and start programs, too.
public struct WebURL: Hashable, Sendable {
    public static let maxBytes = 8192

    public let text: String

    public init?(_ text: String) {
        guard text.utf8.count <= Self.maxBytes else { return nil }
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, ["http", "https"].contains(parts[0].lowercased()),
            let host = parts[1].utf8.first, !Self.ends.contains(host)
        else { return nil }
        self.text = text
    }

    /// The characters that end a host: one of them right after the slashes means that the host is missing.
    private static let ends = "/?#: ".utf8
}

extension Count: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self.init(number)
        } else {
            self = try Self(try container.decode(Double.self)).orThrow(in: container)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension Side: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = try Self(try container.decode(Int.self)).orThrow(in: container)
    }
}

/// From a text in ISO 8601.
extension Timestamp: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = try Self(iso8601: try container.decode(String.self)).orThrow(in: container)
    }
}

extension BoundedText: Decodable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }
}

/// From a text or a whole number.
extension Identity: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            text = String(number)
        } else {
            self = try Self(try container.decode(String.self)).orThrow(in: container)
        }
    }
}

extension WebURL: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = try Self(try container.decode(String.self)).orThrow(in: container)
    }
}

extension Optional {
    /// Returns the value of a decoded text or number; throws if there is none.
    public func orThrow(in container: any SingleValueDecodingContainer) throws -> Wrapped {
        guard let self else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(Wrapped.self) out of range")
        }
        return self
    }
}
