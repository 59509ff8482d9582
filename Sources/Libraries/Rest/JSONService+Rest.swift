extension JSONService {
    /// A page of a list as json-server and its likes hand it out.
    func page<Wire: Decodable & Sendable, Element: Sendable>(
        _ request: PageRequest, of list: String, where filter: [(name: String, value: String)],
        element: (Wire) -> Element
    ) async throws -> ListPage<Element> {
        let query = filter + [("_page", String(request.number)), ("_limit", String(request.size))]
        let (answer, response) = try await get(LossyArray<Wire>.self, [list], query, priority: request.priority)
        return ListPage(answer, totalHeader: "X-Total-Count", of: response).map(element)
    }
}
