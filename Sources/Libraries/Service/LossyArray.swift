/// An array of which elements that are not what they should be are left out, so that one of them does not hide all others.
struct LossyArray<Element: Decodable & Sendable>: Decodable, Sendable {
    let elements: [Element]
    /// How many elements there are, with those left out.
    let count: Int

    init(from decoder: any Decoder) throws {
        let all = try decoder.singleValueContainer().decode([Lossy<Element>].self)
        elements = all.compactMap(\.value)
        count = all.count
    }
}
