import FlyingFox

/// A list that a service has: its elements as JSON, with the fields that they can be filtered by.
struct ServedList: Sendable {
    struct Element: Sendable {
        let json: String
        var fields: [String: String] = [:]
    }

    let elements: [Element]

    /// A page, counted from 1.
    struct Page {
        /// An array.
        let json: String
        /// How many elements there are on all pages.
        let total: Int
    }

    /// The elements whose fields are as asked; all of them without a page.
    func page(_ number: Int?, size: Int, where wanted: [String: String] = [:]) -> Page {
        let matching = elements.filter { element in wanted.allSatisfy { element.fields[$0.key] == $0.value } }
        let shown = number.map { matching.dropFirst(($0 - 1) * size).prefix(size) } ?? matching[...]
        return Page(json: "[" + shown.map(\.json).joined(separator: ",") + "]", total: matching.count)
    }
}

extension HTTPRequest {
    /// The value of a name in the query.
    func value(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }
}
