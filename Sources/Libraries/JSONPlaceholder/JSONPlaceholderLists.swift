import HTTP

import Synchronization

/// Fetches the lists of a JSONPlaceholder-style service, and remembers which paging parameters it supports.
///
/// json-server up to 0.17 and JSONPlaceholder take `_page` and `_limit` and respond with an array; json-server 1.x
/// takes `_page` and `_per_page` and responds with an object. Other services know neither, and return an empty list for
/// such a request.
final class JSONPlaceholderLists: Sendable {
    private let service: JSONService
    private let dialect = Mutex(Dialect())

    private struct Dialect {
        /// Whether to request the page size with json-server 1.x's `_per_page`.
        var usesPerPage = false
        /// Whether a list must be fetched whole, because paged requests return nothing; only for lists where that was
        /// tested.
        var isWhole: [String: Bool] = [:]
    }

    init(service: JSONService) {
        self.service = service
    }

    var host: String { service.address.name }

    /// Fetches a page of a list.
    ///
    /// - Parameter matches: whether an element passes `filter`, because services that ignore filters also send others.
    func page<Wire: Decodable & Sendable, Element: Sendable>(
        _ request: PageRequest, of list: String, where filter: [(name: String, value: String)],
        matches: (Element) -> Bool, element: (Wire) -> Element
    ) async throws -> ListPage<Element> {
        let current = dialect.withLock { $0 }
        if current.isWhole[list] == true {
            guard request.number == 1 else { return ListPage(elements: [], received: 0, hasNext: false) }
            return try await whole(list, request, element)
        }
        var (body, response) = try await fetch(request, of: list, where: filter, as: Wire.self)
        if body.isPageObject, body.hasNext == true, body.items.count != request.size, !current.usesPerPage {
            dialect.withLock { $0.usesPerPage = true }
            (body, response) = try await fetch(request, of: list, where: filter, as: Wire.self)
        }
        let page = ListPage(body, totalHeader: "X-Total-Count", of: response).map(element)
        let isEmptyFirstPage = request.number == 1 && page.received == 0 && page.total == nil && page.hasNext == nil
        guard isEmptyFirstPage, current.isWhole[list] == nil else { return page }
        let whole = try await whole(list, request, element)
        let isNeeded = whole.elements.contains(where: matches)
        dialect.withLock { $0.isWhole[list] = isNeeded }
        return isNeeded ? whole : page
    }

    /// Fetches all elements of a list that fits on one page of the service's default size.
    func all<Wire: Decodable & Sendable>(_ list: String) async throws -> [Wire] {
        try await service.get(ListResponse<Wire>.self, [list]).body.items.elements
    }

    private func whole<Wire: Decodable & Sendable, Element: Sendable>(
        _ list: String, _ request: PageRequest, _ element: (Wire) -> Element
    ) async throws -> ListPage<Element> {
        let (body, response) = try await service.get(
            ListResponse<Wire>.self, [list], priority: request.priority, isReload: request.isReload)
        return ListPage(
            elements: body.items.elements.map(element), received: body.items.count, hasNext: false,
            size: response.body.count)
    }

    private func fetch<Wire: Decodable & Sendable>(
        _ request: PageRequest, of list: String, where filter: [(name: String, value: String)], as wire: Wire.Type
    ) async throws -> (body: ListResponse<Wire>, response: HTTPResponse) {
        let size = dialect.withLock { $0.usesPerPage } ? "_per_page" : "_limit"
        return try await service.get(
            ListResponse<Wire>.self, [list],
            filter + [("_page", String(request.number)), (size, String(request.size))], priority: request.priority,
            isReload: request.isReload)
    }
}
