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
