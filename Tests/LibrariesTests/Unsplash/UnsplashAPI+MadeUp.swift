import HTTP

@testable import Libraries

extension UnsplashAPI {
    /// Returns a made-up API: topics with photos, and a user with collections.
    static func sample(photos: Int = 70) -> UnsplashAPI {
        var content = Content()
        content.lists["/photos"] = (1...photos).map { photo("feed\($0)", "a bird above the river \($0)") }
        let topics = ["spring", "harbors", "winter"]
        content.lists["/topics"] = topics.map { album("t-\($0)", title: $0, photos: 12, year: 2000 + $0.count) }
        content.lists["/users/ada/collections"] = [album("77", title: "Doors", photos: 3)]
        content.lists["/collections/77/photos"] = (1...3).map { photo("door\($0)", "a door \($0)") }
        content.lists["/users/ada/photos"] = (1...4).map { photo("ada\($0)", "a street \($0)") }
        content.found["old boat"] = (1...40).map { photo("boat\($0)", "a boat \($0)") }
        for topic in topics {
            content.lists["/topics/t-\(topic)/photos"] = (1...12).map {
                photo("t-\(topic)-\($0)", "the \(topic) sea \($0)", day: $0 * 7 % 5 + 10)
            }
        }
        content.responses["/photos/feed1/download"] = json(#"{"url": "https://images.example/feed1"}"#)
        content.responses["/users/ada"] = json(
            """
            {"id": "u1", "username": "ada", "name": "Ada Quill", "first_name": "Ada", "last_name": null,
             "portfolio_url": null, "bio": "Doors and streets.", "location": "Northport", "total_photos": 4,
             "total_collections": 1, "links": {"html": "https://unsplash.com/@ada"}}
            """)
        return UnsplashAPI(content)
    }

    static func json(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: [HTTPHeader(name: "Content-Type", value: "application/json")],
            body: Array(text.utf8))
    }

    static func album(_ id: String, title: String, photos: Int, year: Int = 2020) -> String {
        let cover = photo("\(id)-1", "the \(title) sea 1")
        return """
            {"id": "\(id)", "slug": "\(title)", "title": "\(title)", "description": null, "total_photos": \(photos),
             "published_at": "1999-03-02T11:45:16-05:00", "updated_at": "\(year)-03-04T04:22:44-05:00",
             "cover_photo": \(cover), "preview_photos": null}
            """
    }

    /// Returns a photo with every field that Unsplash sends.
    static func photo(_ id: String, _ text: String, day: Int = 28) -> String {
        """
        {"id": "\(id)", "slug": "\(text.split(separator: " ").joined(separator: "-"))-\(id)",
         "created_at": "2023-04-\(day)T13:09:43Z", "updated_at": "2024-01-08T06:40:43Z", "promoted_at": null,
         "width": 6000, "height": 4000, "color": "#26260c", "blur_hash": "LEHV6nWB2yk8pyo0adR*.7kCMdnj",
         "description": null, "alt_description": "\(text)",
         "urls": {"raw": "https://images.example/\(id)?ixid=M3w1%7CfA&ixlib=rb-4.0.3",
                  "regular": "https://images.example/\(id)?ixid=M3w1%7CfA&w=1080", "thumb": null},
         "links": {"html": "https://unsplash.com/photos/\(id)",
                   "download_location": "https://api.unsplash.com/photos/\(id)/download?ixid=M3w1%7CfA"},
         "likes": 673, "sponsorship": null, "tags": [{"type": "search", "title": "quiet"}, {"type": "search"}],
         "user": {"id": "u1", "username": "ada", "name": "Ada Quill", "last_name": null, "bio": null,
                  "links": {"html": "https://unsplash.com/@ada"}}}
        """
    }
}
