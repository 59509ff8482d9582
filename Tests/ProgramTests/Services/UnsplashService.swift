/// Unsplash's API on loopback, with the image service on another port; responses have the format of recorded ones.
struct UnsplashService {
    /// The access key that the API accepts.
    static let key = "k3y-of-the-tests-QzP7"

    let api: LoopbackServer
    let images: LoopbackServer

    /// The options that direct the program to the service.
    var options: [String] { ["--api", api.url] }
    var environment: [String: String?] { ["UNSPLASH_ACCESS_KEY": Self.key] }

    /// Starts a service with 70 photos in the feed, a topic, a user with a collection, and 40 results for `old boat`.
    init() async throws {
        let images = try await LoopbackServer { request in .picture(named: request.path) }
        let lists = Self.sample(images: images.url)
        self.images = images
        api = try await LoopbackServer { request in
            guard request.headers["authorization"] == "Client-ID \(Self.key)" else {
                return .json(
                    #"{"errors": ["OAuth error: The access token is invalid"]}"#, status: 401)
            }
            if let photo = request.path.wholeMatch(of: /\/photos\/([^\/]+)\/download/)?.1 {
                return .json(#"{"url": "\#(images.url)/originals/\#(photo)"}"#, headers: Self.headers)
            }
            if request.path == "/users/ada" { return .json(Self.person, headers: Self.headers) }
            let name = request.value("query").map { request.path + "?" + $0 } ?? request.path
            guard let list = lists[name] else {
                return .json(#"{"errors": ["Couldn't find it"]}"#, status: 404, headers: Self.headers)
            }
            let size = request.value("per_page").flatMap { Int($0) } ?? 10
            let page = list.page(request.value("page").flatMap { Int($0) } ?? 1, size: size)
            let headers = ["X-Total": String(page.total), "X-Per-Page": String(size)]
            let json =
                request.path == "/search/photos" ? #"{"total": \#(page.total), "results": \#(page.json)}"# : page.json
            return .json(json, headers: headers.merging(Self.headers) { $1 })
        }
    }

    /// The headers of every recorded response.
    private static let headers = [
        "X-RateLimit-Limit": "50", "X-RateLimit-Remaining": "37",
        "Cache-Control": "no-cache, no-store, must-revalidate",
    ]

    private static func sample(images: String) -> [String: ServedList] {
        func photos(_ name: String, _ count: Int) -> ServedList {
            ServedList(elements: (1...count).map { ServedList.Element(json: photo("\(name)-\($0)", $0, images)) })
        }
        func album(_ id: String, _ title: String) -> ServedList {
            let cover = photo("\(title)-1", 1, images)
            return ServedList(elements: [
                ServedList.Element(
                    json: """
                        {"id": "\(id)", "slug": "\(title)", "title": "\(title)", "description": null, "total_photos": 12,
                         "cover_photo": \(cover), "preview_photos": null}
                        """)
            ])
        }
        return [
            "/photos": photos("bird", 70), "/search/photos?old boat": photos("boat", 40),
            "/topics": album("t-9", "harbors"), "/topics/t-9/photos": photos("harbor", 12),
            "/users/ada/photos": photos("street", 4), "/users/ada/collections": album("77", "doors"),
            "/collections/77/photos": photos("door", 12),
        ]
    }

    private static let person = """
        {"id": "u1", "username": "ada", "name": "Ada Quill", "first_name": "Ada", "last_name": null,
         "portfolio_url": null, "bio": "Doors and streets.", "location": "Northport", "total_photos": 4,
         "total_collections": 1, "links": {"html": "https://unsplash.com/@ada"}}
        """

    /// Returns a wide, tall or square photo in turn, all with the same BlurHash.
    private static func photo(_ id: String, _ number: Int, _ images: String) -> String {
        let (width, height) = [(6000, 4000), (3000, 4000), (4000, 4000)][number % 3]
        return """
            {"id": "\(id)", "slug": "\(id)", "created_at": "2023-04-28T13:09:43Z", "promoted_at": null,
             "width": \(width), "height": \(height), "color": "#26260c", "blur_hash": "LEHV6nWB2yk8pyo0adR*.7kCMdnj",
             "description": null, "alt_description": "\(id)",
             "urls": {"raw": "\(images)/\(id)?ixid=M3w1%7CfA&ixlib=rb-4.0.3", "thumb": null},
             "links": {"html": "https://unsplash.com/photos/\(id)",
                       "download_location": "https://api.unsplash.com/photos/\(id)/download?ixid=M3w1%7CfA"},
             "sponsorship": null, "tags": [{"type": "search", "title": "quiet"}],
             "user": {"id": "u1", "username": "ada", "name": "Ada Quill", "bio": null,
                      "links": {"html": "https://unsplash.com/@ada"}}}
            """
    }
}
