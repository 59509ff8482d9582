import FoundationEssentials

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
