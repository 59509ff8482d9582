import Albums
import Foundation
import HTTP
import Synchronization

@testable import Libraries

/// An Immich server in memory.
final class FakeImmich: Sendable {
    struct Asset: Sendable {
        let number: Int
        var owner = FakeImmich.ada
        /// The local time as if it were UTC, two hours before which the photo was taken.
        var date: Date
        var name: String
        var album: String?
        var visibility = "timeline"
        var isFavorite = false
        var isTrashed = false
        var rating: Int?
        var description = ""
        var tags: [String] = []
        var liveVideo: String?
        /// The number of the photo that represents its stack.
        var stack: Int?
        var isVideo = false
        /// The edits of the picture, as JSON.
        var edits = "[]"

        var id: String { FakeImmich.id(number) }
    }

    struct Album: Sendable {
        let id: String
        let name: String
        var owner = FakeImmich.ada
        var isAscending = false
    }

    struct Content: Sendable {
        var version = (major: 3, minor: 0)
        var assets: [Asset] = []
        var albums: [Album] = []
        var createdAlbums = 0
        /// Responses by path that replace data.
        var responses: [String: HTTPResponse] = [:]
        var hasPlaces = true
        /// What the key permits.
        var permissions = ["all"]
        var pageSize = 1000
        var tags: [String] = []
        /// Counts of months that differ from the number of their photos.
        var counts: [String: Int] = [:]
    }

    static let ada = id(9001)
    static let jonas = id(9002)
    static let tom = id(7001)

    let base = "https://photos.example"
    let log = RequestLog()
    private let content: Mutex<Content>

    init(_ content: Content) {
        self.content = Mutex(content)
    }

    static func id(_ number: Int) -> String {
        "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - String(number).count) + String(number)
    }

    var assets: [Asset] { content.withLock { $0.assets } }
    var albums: [Album] { content.withLock { $0.albums } }

    func change(_ change: @Sendable (inout Content) -> Void) {
        content.withLock { change(&$0) }
    }

    func library(_ address: String? = nil) throws -> ImmichLibrary {
        try ImmichLibrary(address: address ?? "immich:\(base)", key: "secret") { [self] in try await answer($0) }
    }

    static func json(_ value: Any, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: [HTTPHeader(name: "Content-Type", value: "application/json")],
            body: (try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)).map { Array($0) }
                ?? [])
    }

    /// An answer to a key without a permission.
    static func forbidden(_ permission: String) -> HTTPResponse {
        json(["message": "Missing required permission: \(permission)"], status: 403)
    }

    func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        log.add(request)
        guard let parts = URLComponents(string: request.url) else { return HTTPResponse(status: 400) }
        let query = Dictionary((parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
        let body = request.body.flatMap { try? JSONSerialization.jsonObject(with: Data($0)) as? [String: Any] } ?? [:]
        return content.withLock { content in
            if let response = content.responses[parts.path] { return response }
            if parts.path == "/.well-known/immich" { return Self.json(["api": ["endpoint": "/api"]]) }
            guard parts.path.hasPrefix("/api/") else {
                return HTTPResponse(status: 200, body: Array("<html>the web client</html>".utf8))
            }
            let path = parts.path.split(separator: "/").dropFirst().map(String.init)
            return content.answer(request.method, path, query, body)
        }
    }
}

extension FakeImmich.Content {
    fileprivate mutating func answer(
        _ method: HTTPRequest.Method, _ path: [String], _ query: [String: String], _ body: [String: Any]
    ) -> HTTPResponse {
        let ids = body["ids"] as? [String] ?? (path.count > 1 ? [path[1]] : [])
        switch (method, path.first, path.dropFirst().first) {
        case (.get, "server", "version"):
            return FakeImmich.json(["major": version.major, "minor": version.minor, "patch": 0])
        case (.get, "server", "features"):
            return FakeImmich.json(["smartSearch": true, "facialRecognition": true, "reverseGeocoding": hasPlaces])
        case (.get, "search", "person"): return FakeImmich.json([["id": FakeImmich.tom, "name": "Tom"]])
        case (.get, "search", "suggestions"):
            let models: [String] = query["type"] == "camera-model" ? ["Canon 5D", "NIKON D3100"] : []
            return FakeImmich.json(models)
        case (.get, "people", nil):
            let person: [String: Any] = ["id": FakeImmich.tom, "name": "Tom", "isHidden": false]
            return FakeImmich.json([
                "people": [person, ["id": FakeImmich.id(7002), "name": ""]], "hasNextPage": false,
            ])
        case (.get, "people", _) where path.last == "statistics": return FakeImmich.json(["assets": 2])
        case (.get, "people", let id?): return HTTPResponse(status: 200, body: Array("\(id) face".utf8))
        case (.get, "search", "cities"): return FakeImmich.json(assets.prefix(2).map(asset))
        case (.get, "users", "me"): return FakeImmich.json(user(FakeImmich.ada))
        case (.get, "api-keys", "me"): return FakeImmich.json(["permissions": permissions])
        case (.post, "albums", nil):
            createdAlbums += 1
            albums.insert(
                FakeImmich.Album(id: FakeImmich.id(8900 + createdAlbums), name: body["albumName"] as? String ?? ""),
                at: 0)
            return FakeImmich.json(album(albums[0]), status: 201)
        case (.delete, "albums", let id?) where path.last == id:
            albums.removeAll { $0.id == id }
            return HTTPResponse(status: 204)
        case (.put, "albums", let album?), (.delete, "albums", let album?):
            guard albums.contains(where: { $0.id == album && $0.owner == FakeImmich.ada }) else { return missing }
            return FakeImmich.json(
                (body["ids"] as? [String] ?? []).map { setMembership(of: $0, in: album, method == .put) })
        case (.get, "albums", let id?):
            guard let found = albums.first(where: { $0.id == id }) else { return missing }
            return FakeImmich.json(album(found))
        case (.get, "albums", nil):
            let isShared = query["shared"] == "true"
            return FakeImmich.json(
                albums.filter { version.major >= 3 || ($0.owner == FakeImmich.ada) != isShared }.map(album))
        case (.get, "timeline", "buckets"):
            let months = Dictionary(grouping: listed(query), by: \.month)
            let names = months.keys.sorted { query["order"] == "asc" ? $0 < $1 : $0 > $1 }
            return FakeImmich.json(
                names.map { ["timeBucket": name($0), "count": counts[$0] ?? months[$0]?.count ?? 0] as [String: Any] })
        case (.get, "timeline", "bucket"):
            return FakeImmich.json(
                columns(
                    listed(query).filter { name($0.month) == query["timeBucket"] },
                    isAscending: query["order"] == "asc", withStacks: query["withStacked"] != nil))
        case (.get, "stacks", _):
            let inside = assets.filter { $0.stack.map(FakeImmich.id) == query["primaryAssetId"] && !$0.isTrashed }
            return FakeImmich.json(inside.isEmpty ? [] : [["id": FakeImmich.id(8500), "assets": inside.map(asset)]])
        case (.post, "search", _):
            let found = found(body)
            let page = body["page"] as? Int ?? (body["cursor"] as? String).flatMap { Int($0) } ?? 1
            let size = path[1] == "smart" ? 100 : min(pageSize, body["size"] as? Int ?? 250)
            let next: Any = found.count > page * size && path[1] != "smart" ? String(page + 1) : NSNull()
            let items = found.dropFirst((page - 1) * size).prefix(size).map(asset)
            return FakeImmich.json([
                "assets": [
                    "items": items, "nextPage": version.minor < 2 ? next : NSNull(),
                    "nextCursor": version.minor < 2 ? NSNull() : next,
                ] as [String: Any]
            ])
        case (_, "assets", let id?) where path.last == "edits":
            guard let index = assets.firstIndex(where: { $0.id == id }) else { return missing }
            return edits(of: index, method, body)
        case (.get, "assets", _) where path.last == "thumbnail" || path.last == "original":
            return HTTPResponse(status: 200, body: Array("\(path[1]) \(path[2]) \(query["size"] ?? "")".utf8))
        case (.get, "assets", let id?):
            guard let found = assets.first(where: { $0.id == id }) else { return missing }
            return FakeImmich.json(asset(found))
        case (.put, "tags", nil):
            let values = body["tags"] as? [String] ?? []
            tags += values.filter { !tags.contains($0) }
            return FakeImmich.json(values.map(tag))
        case (.get, "tags", nil): return FakeImmich.json(tags.map(tag))
        case (.put, "tags", _), (.delete, "tags", _):
            let numbers = body["tagIds"] as? [String] ?? [path[1]]
            let values = tags.filter { numbers.contains(tag($0)["id"] ?? "") }
            let ids = body["assetIds"] as? [String] ?? ids
            for index in assets.indices where ids.contains(assets[index].id) {
                assets[index].tags.removeAll { values.contains($0) }
                if method == .put { assets[index].tags += values }
            }
            return FakeImmich.json([Any]())
        case (.put, "assets", _), (.delete, "assets", _), (.post, "trash", _):
            let indices = assets.indices.filter { ids.contains(assets[$0].id) && assets[$0].owner == FakeImmich.ada }
            guard indices.count == ids.count else { return missing }
            for index in indices {
                if let isFavorite = body["isFavorite"] as? Bool { assets[index].isFavorite = isFavorite }
                if let text = body["description"] as? String { assets[index].description = text }
                if let text = body["dateTimeOriginal"] as? String, let time = TakenTime(text) {
                    assets[index].date = time.date
                }
                if let rating = body["rating"] { assets[index].rating = rating as? Int == 0 ? nil : rating as? Int }
                if version.major < 2, ids.count > 1 || path.count == 1, body["rating"] != nil {
                    return FakeImmich.json(["message": "Failed to update assets"], status: 500)
                }
                if method == .delete { assets[index].isTrashed = true }
                if method == .post { assets[index].isTrashed = false }
            }
            return HTTPResponse(status: 204)
        default: return FakeImmich.json(["message": "Not Found"], status: 404)
        }
    }

    /// Answers a request about the edits of a picture: one rotation, and a crop first.
    private mutating func edits(
        of index: Int, _ method: HTTPRequest.Method, _ body: [String: Any]
    ) -> HTTPResponse {
        if method == .delete {
            assets[index].edits = "[]"
            return HTTPResponse(status: 204)
        }
        if method == .put {
            let new = body["edits"] as? [[String: Any]] ?? []
            let actions = new.compactMap { $0["action"] as? String }
            guard !new.isEmpty, assets[index].liveVideo == nil, actions.count(where: { $0 == "rotate" }) < 2,
                actions.firstIndex(of: "crop") ?? 0 == 0,
                let json = try? JSONSerialization.data(withJSONObject: new, options: .sortedKeys)
            else { return FakeImmich.json(["message": "Invalid edits"], status: 400) }
            assets[index].edits = String(decoding: json, as: UTF8.self)
        }
        let edits = try? JSONSerialization.jsonObject(with: Data(assets[index].edits.utf8))
        return FakeImmich.json(["assetId": assets[index].id, "edits": edits ?? []])
    }

    private func tag(_ value: String) -> [String: String] {
        ["id": FakeImmich.id(6000 + (tags.firstIndex(of: value) ?? 0)), "value": value]
    }

    private mutating func setMembership(of id: String, in album: String, _ isMember: Bool) -> [String: Any] {
        let index = assets.firstIndex { $0.id == id }
        let error =
            switch index.map({ assets[$0].album == album }) {
            case nil: isMember ? "no_permission" : "not_found"
            case isMember?: isMember ? "duplicate" : "not_found"
            default: ""
            }
        guard let index, error.isEmpty else { return ["id": id, "success": false, "error": error] }
        assets[index].album = isMember ? album : nil
        return ["id": id, "success": true]
    }

    private var missing: HTTPResponse {
        FakeImmich.json(["message": "Not found or no asset.read access"], status: 400)
    }

    private func name(_ month: String) -> String { version.major > 1 ? month : month + "T00:00:00.000Z" }

    private func listed(_ query: [String: String]) -> [FakeImmich.Asset] {
        assets.filter { asset in
            !asset.isTrashed && query["albumId"].map { $0 == asset.album } ?? (asset.owner == FakeImmich.ada)
                && (query["visibility"].map { $0 == asset.visibility } ?? true)
                && (query["isFavorite"] == nil || asset.isFavorite)
                && (query["withStacked"] == nil || asset.stack ?? asset.number == asset.number)
                && (query["personId"] == nil || asset.number <= 2)
        }
    }

    private func found(_ body: [String: Any]) -> [FakeImmich.Asset] {
        let filter = body["filter"] as? [String: [String: Any]]
        let name = (body["originalFileName"] ?? filter?["originalFileName"]?["like"]) as? String
        let first = (body["takenAfter"] ?? filter?["takenAt"]?["gte"]) as? String
        let last = (body["takenBefore"] ?? filter?["takenAt"]?["lte"]) as? String
        return assets.filter { asset in
            !asset.isTrashed && name.map { asset.name.contains($0) } ?? true
                && last.map { asset.text(asset.date.addingTimeInterval(-7200)) + ".000Z" <= $0 } ?? true
                && first.map { asset.text(asset.date.addingTimeInterval(-7200)) + ".000Z" >= $0 } ?? true
        }
    }

    private func user(_ id: String) -> [String: Any] {
        let name = id == FakeImmich.ada ? "Ada Quill" : "Jonas Berg"
        return ["id": id, "name": name, "email": "\(name.prefix(4))@photos.example".lowercased()]
    }

    private func album(_ album: FakeImmich.Album) -> [String: Any] {
        let inside = assets.filter { $0.album == album.id && !$0.isTrashed }.sorted { $0.date > $1.date }
        var json: [String: Any] = [
            "id": album.id, "albumName": album.name, "assetCount": inside.count,
            "albumThumbnailAssetId": inside.first?.id ?? NSNull(), "order": album.isAscending ? "asc" : "desc",
        ]
        if let last = inside.first, let first = inside.last {
            json["startDate"] = first.text(first.date) + ".000Z"
            json["endDate"] = last.text(last.date) + ".000Z"
        }
        if version.major >= 3 {
            json["albumUsers"] = [["user": user(album.owner), "role": "owner"] as [String: Any]]
        } else {
            json["ownerId"] = album.owner
            json["owner"] = user(album.owner)
        }
        return json
    }

    private func columns(
        _ assets: [FakeImmich.Asset], isAscending: Bool, withStacks: Bool
    ) -> [String: Any] {
        let sorted = assets.sorted { isAscending ? $0.date < $1.date : $0.date > $1.date }
        var columns: [String: Any] = [
            "id": sorted.map(\.id), "ownerId": sorted.map(\.owner), "ratio": sorted.map { _ in 1.5 },
            "isFavorite": sorted.map(\.isFavorite), "isImage": sorted.map { !$0.isVideo },
            "thumbhash": sorted.map(\.thumbHash), "visibility": sorted.map(\.visibility),
            "duration": sorted.map { $0.isVideo ? "0:00:05.500" : NSNull() as Any },
            "livePhotoVideoId": sorted.map { $0.liveVideo ?? NSNull() as Any },
            "city": sorted.map { $0.number.isMultiple(of: 2) ? "Arezzo" : NSNull() as Any },
        ]
        if withStacks {
            columns["stack"] = sorted.map { asset -> Any in
                guard let stack = asset.stack else { return NSNull() }
                return [FakeImmich.id(8500), String(self.assets.count { $0.stack == stack })]
            }
        }
        if version.major > 1 {
            columns["fileCreatedAt"] = sorted.map { $0.text($0.date.addingTimeInterval(-7200)) }
            columns["localOffsetHours"] = sorted.map { _ in 2 }
        } else {
            columns["localDateTime"] = sorted.map { $0.text($0.date) + "+00:00" }
        }
        return columns
    }

    private func asset(_ asset: FakeImmich.Asset) -> [String: Any] {
        [
            "id": asset.id, "ownerId": asset.owner, "type": asset.isVideo ? "VIDEO" : "IMAGE", "width": 600,
            "height": 400, "originalFileName": asset.name,
            "fileCreatedAt": asset.text(asset.date.addingTimeInterval(-7200)) + ".000Z",
            "localDateTime": asset.text(asset.date) + ".000Z", "isFavorite": asset.isFavorite,
            "visibility": asset.visibility, "thumbhash": asset.thumbHash, "isEdited": asset.edits != "[]",
            "livePhotoVideoId": asset.liveVideo ?? NSNull(), "people": [["name": "Tom"]],
            "exifInfo": [
                "make": "NIKON CORPORATION", "model": "NIKON D3100", "fNumber": 5.6, "exposureTime": "1/500",
                "iso": 400, "city": "Arezzo", "country": "Italy", "rating": asset.rating ?? NSNull(),
                "description": asset.description, "fileSizeInByte": 12_345,
            ] as [String: Any], "tags": asset.tags.map { ["value": $0] },
        ]
    }
}

extension FakeImmich.Asset {
    /// Of the edited picture.
    fileprivate var thumbHash: String {
        edits == "[]" ? "GxkOFYIXW2qdh4efh2eYdxaab5P5" : Data(edits.utf8.suffix(20)).base64EncodedString()
    }

    fileprivate var month: String { text(date).prefix(7) + "-01" }

    fileprivate func text(_ date: Date) -> String {
        String(date.formatted(.iso8601).prefix(19))
    }
}

extension FakeImmich {
    /// Returns a server with three albums, one of them of another user, of 12 photos each in one month.
    static func sample(version: (major: Int, minor: Int) = (3, 0)) -> FakeImmich {
        var content = Content(version: version)
        for (number, (name, owner)) in [("Sea", ada), ("Harbors", ada), ("Autumn", jonas)].enumerated() {
            let album = Album(id: id(8000 + number), name: name, owner: owner)
            content.albums.append(album)
            for photo in 1...12 {
                content.assets.append(
                    Asset(
                        number: 100 * number + photo, owner: owner,
                        date: Date(
                            timeIntervalSince1970: Double(1_560_000_000 - number * 40 * 86_400 + photo * 7 % 13 * 3600)),
                        name: "Lake \(photo).jpg", album: album.id))
            }
        }
        return FakeImmich(content)
    }
}

extension ImmichLibrary {
    /// Waits until the server has named all photos of a list that load.
    func named(_ list: PhotoList) async throws {
        repeat {
            await Task.yield()
        } while try await allPhotos(in: list).contains { !$0.title.hasSuffix(".jpg") }
    }
}
