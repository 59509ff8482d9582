import Basics
import HTTP

/// A request for a page of a list.
struct PageRequest: Hashable, Sendable {
    /// The number of elements per page.
    static let defaultSize = 30

    /// Starting at 1.
    let number: Int
    var size = PageRequest.defaultSize
    var priority = LoadPriority.visible
    /// Whether to bypass the cache, because the user asked for a reload.
    var isReload = false
}

/// A page of a list as received from a service.
struct ListPage<Element: Sendable>: Sendable {
    /// The valid elements.
    let elements: [Element]
    /// The number of elements received, valid or not.
    let received: Int
    /// The number of elements in the whole list, nil if the service does not say.
    let total: Int?
    /// Whether a next page exists, nil if the service does not say.
    let hasNext: Bool?
    /// The size of the response in bytes.
    let size: Int

    init(elements: [Element], received: Int, total: Int? = nil, hasNext: Bool? = nil, size: Int = 0) {
        self.elements = elements
        self.received = received
        self.total = total
        self.hasNext = hasNext
        self.size = size
    }

    /// Creates a page from a response. Its headers may contain the total and a link to the next page.
    init(_ body: ListResponse<Element>, totalHeader: String, of response: HTTPResponse) where Element: Decodable {
        self.init(
            elements: body.items.elements, received: body.items.count,
            total: body.total ?? response.value(of: totalHeader).flatMap { Count(digits: $0)?.value },
            hasNext: body.hasNext ?? response.value(of: "Link").map(LinkHeader.namesNext),
            size: response.body.count)
    }

    func map<Other>(_ transform: (Element) -> Other) -> ListPage<Other> {
        ListPage<Other>(
            elements: elements.map(transform), received: received, total: total, hasNext: hasNext, size: size)
    }
}

/// Parses the `Link` header of a page (RFC 8288), such as `<https://host/photos?page=2>; rel="next"`.
enum LinkHeader {
    /// Whether the header links to a next page. Its URL is not used: a proxy may have changed the scheme or host.
    static func namesNext(_ value: String) -> Bool {
        value.split(separator: ",").contains { link in
            link.split(separator: ";").dropFirst().contains { parameter in
                let parameter = parameter.lowercased().filter { $0 != "\"" }
                let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.split(separator: " ") }
                return parts.count == 2 && parts[0] == ["rel"] && parts[1].contains("next")
            }
        }
    }
}
