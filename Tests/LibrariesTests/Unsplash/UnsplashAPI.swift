import Foundation
import HTTP
import Synchronization

@testable import Libraries

/// An in-memory Unsplash API.
final class UnsplashAPI: Sendable {
    struct Content: Sendable {
        /// The lists by path, such as `/photos`; each element is JSON.
        var lists: [String: [String]] = [:]
        /// The search results of `/search/photos` by query.
        var found: [String: [String]] = [:]
        /// Responses by path that replace data.
        var responses: [String: HTTPResponse] = [:]
        var remaining = 50
    }

    let base = "https://api.service.example"
    let log = RequestLog()
    private let content: Mutex<Content>

    init(_ content: Content) {
        self.content = Mutex(content)
    }

    func change(_ change: @Sendable (inout Content) -> Void) {
        content.withLock { change(&$0) }
    }

    func library(_ address: String = "unsplash:", key: String = "secret") throws -> UnsplashLibrary {
        try UnsplashLibrary(address: address, key: key, api: base) { [self] in try await answer($0) }
    }

    private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        log.add(request)
        guard request.url.hasPrefix(base) else { return HTTPResponse(status: 200, body: Array(request.url.utf8)) }
        guard let parts = URLComponents(string: request.url) else { return HTTPResponse(status: 400) }
        let content = content.withLock { content in
            content.remaining -= 1
            return content
        }
        if let answer = content.responses[parts.path] { return answer }
        let query = Dictionary(uniqueKeysWithValues: (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") })
        let rate = [
            HTTPHeader(name: "X-RateLimit-Limit", value: "5000"),
            HTTPHeader(name: "X-RateLimit-Remaining", value: String(content.remaining)),
        ]
        if parts.path == "/search/photos", let rows = content.found[query["query"] ?? ""] {
            let page = Self.page(of: rows, query)
            let body = #"{"total": \#(rows.count), "total_pages": 1, "results": \#(page.json)}"#
            return HTTPResponse(status: 200, headers: page.headers + rate, body: Array(body.utf8))
        }
        guard let rows = content.lists[parts.path] else {
            return HTTPResponse(status: 404, headers: rate, body: Array(#"{"errors":["Couldn't find Photo"]}"#.utf8))
        }
        let page = Self.page(of: Self.sorted(rows, by: query["order_by"]), query)
        return HTTPResponse(status: 200, headers: page.headers + rate, body: Array(page.json.utf8))
    }

    private static func sorted(_ photos: [String], by order: String?) -> [String] {
        func date(_ photo: String) -> Substring { (photo.split(separator: "created_at\": \"").last ?? "").prefix(10) }
        return switch order {
        case "latest": photos.sorted { date($0) > date($1) }
        case "oldest": photos.sorted { date($0) < date($1) }
        default: photos
        }
    }

    private static func page(of rows: [String], _ query: [String: String]) -> (json: String, headers: [HTTPHeader]) {
        let number = query["page"].flatMap { Int($0) } ?? 1
        let size = min(30, query["per_page"].flatMap { Int($0) } ?? 10)
        let last = (rows.count + size - 1) / size
        var links = [#"<https://api.unsplash.com/x?page=\#(last)>; rel="last""#]
        if number < last { links.append(#"<https://api.unsplash.com/x?page=\#(number + 1)>; rel="next""#) }
        let page = rows.dropFirst((number - 1) * size).prefix(size)
        return (
            "[" + page.joined(separator: ",") + "]",
            [
                HTTPHeader(name: "X-Total", value: String(rows.count)),
                HTTPHeader(name: "X-Per-Page", value: String(size)),
            ] + (last > 1 ? [HTTPHeader(name: "Link", value: links.joined(separator: ", "))] : [])
        )
    }
}
