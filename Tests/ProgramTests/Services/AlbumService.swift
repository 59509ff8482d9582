/// A JSONPlaceholder service: `/users`, `/albums` and `/photos` in pages, with pictures at `/pictures`.
struct AlbumService {
    let server: LoopbackServer

    /// - Parameters:
    /// - lists: The lists by name; made up by default.
    /// - sendsTotals: Whether each page announces the total number of elements.
    init(_ lists: [String: ServedList] = AlbumService.sample(), sendsTotals: Bool = true) async throws {
        server = try await LoopbackServer { request in
            if request.path.hasPrefix("/pictures/") { return .picture(named: request.path) }
            guard let list = lists[String(request.path.dropFirst())] else { return ServiceResponse(status: 404) }
            let filters = request.query.filter { !$0.name.hasPrefix("_") }
            let page = list.page(
                request.value("_page").flatMap { Int($0) }, size: request.value("_limit").flatMap { Int($0) } ?? 10,
                where: Dictionary(filters.map { ($0.name, $0.value) }) { $1 })
            return .json(page.json, headers: sendsTotals ? ["X-Total-Count": String(page.total)] : [:])
        }
    }

    /// Returns three users with four albums each, numbered from 1, and 30 photos per album.
    ///
    /// - Parameter pictures: The base of the picture URLs, which end in a size and the photo's number.
    static func sample(pictures: String = "/pictures") -> [String: ServedList] {
        let people = ["Mira Holt", "Jonas Berg", "Ada Quill"]
        return [
            "users": ServedList(elements: people.enumerated().map { user($0 + 1, $1) }),
            "albums": ServedList(elements: (1...12).map { album($0, owner: ($0 - 1) / 4 + 1) }),
            "photos": ServedList(elements: (1...360).map { photo($0, album: ($0 - 1) / 30 + 1, pictures) }),
        ]
    }

    private static func user(_ id: Int, _ name: String) -> ServedList.Element {
        ServedList.Element(
            json: """
                {"id": \(id), "name": "\(name)", "username": "person\(id)", "email": "person\(id)@example.com",
                 "address": {"street": "Kelp Lane", "suite": "Apt. \(id)", "city": "Northport", "zipcode": "92998-3874",
                             "geo": {"lat": "-37.3159", "lng": "81.1496"}},
                 "phone": "1-212-555-010\(id) x56", "website": "person\(id).example.org",
                 "company": {"name": "Holt and Sons", "catchPhrase": "Slow but sure", "bs": "nothing"}}
                """)
    }

    private static func album(_ id: Int, owner: Int) -> ServedList.Element {
        ServedList.Element(
            json: #"{"userId": \#(owner), "id": \#(id), "title": "garden-\#(id)"}"#,
            fields: ["userId": String(owner), "id": String(id)])
    }

    private static func photo(_ id: Int, album: Int, _ pictures: String) -> ServedList.Element {
        ServedList.Element(
            json: """
                {"albumId": \(album), "id": \(id), "title": "leaf-\(id)",
                 "url": "\(pictures)/600/\(id)", "thumbnailUrl": "\(pictures)/150/\(id)"}
                """,
            fields: ["albumId": String(album), "id": String(id)])
    }
}
