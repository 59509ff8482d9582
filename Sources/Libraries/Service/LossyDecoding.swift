import FoundationEssentials
import HTTP

/// A value that decodes to nil if it is malformed.
struct Lossy<Value: Decodable & Sendable>: Decodable, Sendable {
    let value: Value?

    init(from decoder: any Decoder) {
        value = try? Value(from: decoder)
    }
}

extension Lossy<String> {
    /// The text, nil if blank.
    var nonBlank: String? { value?.unlessBlank }

    /// The date of an ISO 8601 text, such as `2023-04-28T13:09:43Z`.
    var date: Date? { value.flatMap { try? Date($0, strategy: .iso8601) } }
}

/// An array that skips malformed elements, so that one of them does not hide all others.
struct LossyArray<Element: Decodable & Sendable>: Decodable, Sendable {
    let elements: [Element]
    /// The number of elements, including malformed ones.
    let count: Int

    init(from decoder: any Decoder) throws {
        let all = try decoder.singleValueContainer().decode([Lossy<Element>].self)
        elements = all.compactMap(\.value)
        count = all.count
    }
}

/// A count that decodes to nil if it is negative or not an integer, and is clamped to `DecimalNumber.maxValue`.
struct LossyCount: Decodable, Sendable {
    let value: Int?

    init(from decoder: any Decoder) {
        value = (try? Int(from: decoder)).flatMap { $0 < 0 ? nil : min($0, DecimalNumber.maxValue) }
    }
}

/// A text that decodes to nil if it is blank, or neither a string nor a number.
struct LossyText: Decodable, Sendable {
    let text: String?

    init(from decoder: any Decoder) {
        text = (try? WireText(from: decoder))?.text.unlessBlank
    }
}

/// A text that services may also send as a number, such as an ID or a coordinate.
struct WireText: Decodable, Hashable, Sendable {
    let text: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self.text = text
        } else if let number = try? container.decode(Int.self) {
            text = String(number)
        } else {
            text = String(try container.decode(Double.self))
        }
    }
}

extension String {
    /// The text, nil if it is only whitespace.
    var unlessBlank: String? { allSatisfy(\.isWhitespace) ? nil : self }
}
