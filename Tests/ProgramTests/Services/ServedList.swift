/// A list of a service: elements as JSON, with the fields they can be filtered by.
struct ServedList: Sendable {
    struct Element: Sendable {
        let json: String
        var fields: [String: String] = [:]
    }

    let elements: [Element]

    /// One page; pages are counted from 1.
    struct Page {
        /// The elements as a JSON array.
        let json: String
        /// The number of elements on all pages.
        let total: Int
    }

    /// Returns a page of the elements with the wanted fields, or all of them without a page number.
    func page(_ number: Int?, size: Int, where wanted: [String: String] = [:]) -> Page {
        let matching = elements.filter { element in wanted.allSatisfy { element.fields[$0.key] == $0.value } }
        let shown = number.map { matching.dropFirst(($0 - 1) * size).prefix(size) } ?? matching[...]
        return Page(json: "[" + shown.map(\.json).joined(separator: ",") + "]", total: matching.count)
    }
}
