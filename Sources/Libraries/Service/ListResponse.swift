import Basics

/// A list in a response: an array, or an object with the array in `data` (json-server 1.x) or `results`.
struct ListResponse<Element: Decodable & Sendable>: Decodable, Sendable {
    let items: LossyArray<Element>
    /// The number of elements in the whole list, nil if the response does not say.
    let total: Int?
    /// Whether a next page exists, nil if the response does not say.
    let hasNext: Bool?
    /// Whether the response is an object instead of an array.
    let isPageObject: Bool

    private enum CodingKeys: String, CodingKey {
        case data, results, next, items, total
    }

    init(from decoder: any Decoder) throws {
        guard let object = try? decoder.container(keyedBy: CodingKeys.self) else {
            items = try LossyArray(from: decoder)
            total = nil
            hasNext = nil
            isPageObject = false
            return
        }
        isPageObject = true
        items = try object.decode(LossyArray<Element>.self, forKey: object.contains(.data) ? .data : .results)
        total =
            [CodingKeys.items, .total].lazy.compactMap { try? object.decode(Count.self, forKey: $0).value }.first
        hasNext = object.contains(.next) ? try !object.decodeNil(forKey: .next) : nil
    }
}
