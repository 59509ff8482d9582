import Foundation

@testable import Libraries

extension FakeJSONPlaceholder {
    /// Returns a service with made-up users, albums and photos, numbered from 1 as in JSONPlaceholder.
    /// - Parameter isReversed: whether albums and photos are listed from the last to the first.
    static func sample(
        owners: Int = 3, albumsEach: Int = 2, photosEach: Int = 12, address: String = "https://service.example",
        pictures: String = "https://via.placeholder.com", isReversed: Bool = false, _ behavior: Behavior = Behavior()
    ) -> FakeJSONPlaceholder {
        let users = (1...owners).map { user($0) }
        let albums = (1...owners * albumsEach).map { album($0, owner: ($0 - 1) / albumsEach + 1) }
        let photos = (1...max(1, albums.count * photosEach)).prefix(albums.count * photosEach).map {
            photo($0, album: ($0 - 1) / photosEach + 1, pictures: pictures)
        }
        return FakeJSONPlaceholder(
            address: address,
            lists: [
                "users": users, "albums": isReversed ? albums.reversed() : albums,
                "photos": isReversed ? photos.reversed() : Array(photos),
            ], behavior)
    }

    static func user(_ id: Int) -> Row {
        Row(
            json: """
                {"id": \(id), "name": "\(["Mira Holt", "Jonas Berg", "Ada Quill"][(id - 1) % 3])",
                 "username": "person\(id)", "email": "person\(id)@example.com",
                 "address": {"street": "Kelp Lane", "suite": "Apt. \(id)", "city": "Northport", "zipcode": "92998-3874",
                             "geo": {"lat": "-37.3159", "lng": "81.1496"}},
                 "phone": "1-212-555-010\(id % 10) x56", "website": "person\(id).example.org",
                 "company": {"name": "Holt and Sons", "catchPhrase": "Slow but sure", "bs": "nothing"}}
                """)
    }

    static func album(_ id: Int, owner: Int) -> Row {
        Row(
            json: #"{"userId": \#(owner), "id": \#(id), "title": "summer in the garden \#(id)"}"#,
            fields: ["userId": String(owner), "id": String(id)])
    }

    static func photo(_ id: Int, album: Int, pictures: String = "https://via.placeholder.com") -> Row {
        let color = String(id * 1237, radix: 16)
        return Row(
            json: """
                {"albumId": \(album), "id": \(id), "title": "a leaf on the water \(id)",
                 "url": "\(pictures)/600/\(color)", "thumbnailUrl": "\(pictures)/150/\(color)"}
                """,
            fields: ["albumId": String(album), "id": String(id)])
    }

    /// Returns the data recorded from the real service in the TINTYPE_API_DATA folder, or nil without it.
    static func recorded() throws -> FakeJSONPlaceholder? {
        guard let folder = ProcessInfo.processInfo.environment["TINTYPE_API_DATA"] else { return nil }
        let lists = try ["users", "albums", "photos"].map { name in
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/jsonplaceholder/\(name).json"))
            let objects = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
            let rows = try objects.map { object in
                Row(
                    json: String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self),
                    fields: object.compactMapValues { $0 as? Int }.mapValues(String.init))
            }
            return (name, rows)
        }
        return FakeJSONPlaceholder(lists: Dictionary(uniqueKeysWithValues: lists))
    }
}
