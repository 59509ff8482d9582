import Basics

/// A value that decodes to nil if it is malformed.
struct Lossy<Value: Decodable & Sendable>: Decodable, Sendable {
    let value: Value?

    init(from decoder: any Decoder) {
        value = try? Value(from: decoder)
    }
}

extension Lossy<BoundedText> {
    /// The text, nil if blank.
    var nonBlank: String? { value?.text.unlessBlank }
}

extension Lossy<WireText> {
    /// The text, nil if blank.
    var nonBlank: String? { value?.text.unlessBlank }
}

/// An array that skips malformed elements, so that one of them does not hide all others, and those beyond `maxCount`.
struct LossyArray<Element: Decodable & Sendable>: Decodable, Sendable {
    let elements: [Element]
    /// The number of elements, including malformed ones.
    let count: Int

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var elements: [Element] = []
        while !container.isAtEnd, container.currentIndex < Self.maxCount {
            if let element = try container.decode(Lossy<Element>.self).value { elements.append(element) }
        }
        self.elements = elements
        count = container.currentIndex
    }

    /// More than any library reads. Millions of elements such as `0` fit into a response.
    private static var maxCount: Int { 1 << 18 }
}

/// A text that services may also send as a number, such as a coordinate.
struct WireText: Decodable, Hashable, Sendable {
    let text: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(BoundedText.self) {
            self.text = text.text
        } else if let number = try? container.decode(Int.self) {
            text = String(number)
        } else {
            text = String(try container.decode(Double.self))
        }
    }

    /// The value of a number such as `5.6` or `1/500`.
    var number: Double? {
        let parts = text.split(separator: "/", maxSplits: 1).compactMap { Double($0) }
        guard let numerator = parts.first, text.contains("/") == (parts.count == 2) else { return nil }
        return parts.count == 2 ? numerator / parts[1] : numerator
    }
}

extension String {
    /// The text, nil if it is only whitespace.
    var unlessBlank: String? { allSatisfy(\.isWhitespace) ? nil : self }
}
