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
}
