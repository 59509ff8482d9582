/// A part of an answer that counts as missing when it is not what it should be.
struct Lossy<Value: Decodable & Sendable>: Decodable, Sendable {
    let value: Value?

    init(from decoder: any Decoder) {
        value = try? Value(from: decoder)
    }
}

extension Lossy<String> {
    /// The text, unless nothing can be seen of it.
    var told: String? { value?.unlessBlank }
}
