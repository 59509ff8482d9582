import Basics
import Foundation
import HTTP
import Synchronization
import TestFixtures

@testable import Libraries

/// An in-memory JSONPlaceholder service that can misbehave like real ones.
final class FakeJSONPlaceholder: Sendable {
    struct Behavior: Sendable {
        var ignoresPaging = false
        var ignoresFilters = false
        var tellsTotal = true
        var tellsLinks = true
        /// Sends page objects like json-server 1.x, ten elements each unless `_per_page` is given.
        var sendsPageObjects = false
        /// Responds to a filtered or paged request with an empty list.
        var knowsNoQueries = false
        /// Announced instead of the real total.
        var total: String?
        /// Responses by path, such as `/users`, instead of data.
        var responses: [String: HTTPResponse] = [:]
        /// Errors thrown for requests, by a part of their URL.
        var failures: [String: LibraryFailure] = [:]
        /// Gates that delay requests, by a part of their URL.
        var gates: [String: Gate] = [:]
    }

    /// One object of a list: its JSON and the fields it can be filtered by.
    struct Row: Sendable {
        let json: String
        var fields: [String: String] = [:]
    }

    let address: String
    let log = RequestLog()
    private let lists: [String: [Row]]
    private let behavior: Mutex<Behavior>

    init(address: String = "https://service.example", lists: [String: [Row]], _ behavior: Behavior = Behavior()) {
        self.address = address
        self.lists = lists
        self.behavior = Mutex(behavior)
    }

    /// Returns a library of this service.
    func library(
        imageHosts: [ImageHostRule] = [],
        softTimeout: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(60)) },
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) throws -> JSONPlaceholderLibrary {
        struct NoLibrary: Error {}
        let library = JSONPlaceholderLibrary(
            address: address, imageHosts: imageHosts, softTimeout: softTimeout, now: now
        ) { [self] in
            try await answer($0)
        }
        guard let library else { throw NoLibrary() }
        return library
    }

    func behave(_ change: @Sendable (inout Behavior) -> Void) {
        behavior.withLock { change(&$0) }
    }

    func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        log.add(request)
        let behavior = behavior.withLock { $0 }
        for (part, gate) in behavior.gates where request.url.contains(part) { await gate.pass() }
        for (part, failure) in behavior.failures where request.url.contains(part) { throw failure }
        guard request.kind == .data, request.url.hasPrefix(address), let parts = URLComponents(string: request.url)
        else {
            return HTTPResponse(status: 200, body: Array(request.url.utf8))
        }
        let path = String(request.url.dropFirst(address.count).prefix { $0 != "?" })
        if let answer = behavior.responses[path] { return answer }
        guard let rows = lists[String(path.dropFirst())] else {
            return HTTPResponse(status: 404, body: Array("{}".utf8))
        }
        let query = Dictionary(uniqueKeysWithValues: (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") })
        return Self.response(rows, query, behavior)
    }

    private static func response(_ rows: [Row], _ query: [String: String], _ behavior: Behavior) -> HTTPResponse {
        var rows = rows
        if behavior.knowsNoQueries, !query.isEmpty { rows = [] }
        if behavior.sendsPageObjects { return pageObject(rows, query) }
        if !behavior.ignoresFilters {
            rows = rows.filter { row in
                query.allSatisfy { $0.key.hasPrefix("_") || row.fields[$0.key] == $0.value }
            }
        }
        var headers: [HTTPHeader] = []
        if let page = query["_page"].flatMap({ Int($0) }), let limit = query["_limit"].flatMap({ Int($0) }) {
            let total = rows.count
            if behavior.tellsTotal {
                headers.append(HTTPHeader(name: "x-total-count", value: behavior.total ?? String(total)))
            }
            if behavior.tellsLinks {
                let next = page * limit < total ? ", <http://inside/x?_page=\(page + 1)>; rel=\"next\"" : ""
                headers.append(HTTPHeader(name: "Link", value: "<http://inside/x?_page=1>; rel=\"first\"" + next))
            }
            if !behavior.ignoresPaging { rows = Array(rows.dropFirst((page - 1) * limit).prefix(limit)) }
        }
        let body = "[" + rows.map(\.json).joined(separator: ",") + "]"
        return HTTPResponse(status: 200, headers: headers, body: Array(body.utf8))
    }

    private static func pageObject(_ rows: [Row], _ query: [String: String]) -> HTTPResponse {
        let matching = rows.filter { row in
            query.allSatisfy { $0.key.hasPrefix("_") || row.fields[$0.key] == $0.value }
        }
        func list(_ rows: some Sequence<Row>) -> String { "[" + rows.map(\.json).joined(separator: ",") + "]" }
        guard let page = query["_page"].flatMap({ Int($0) }) else {
            return HTTPResponse(status: 200, body: Array(list(matching).utf8))
        }
        let size = query["_per_page"].flatMap { Int($0) } ?? 10
        let shown = matching.dropFirst((page - 1) * size).prefix(size)
        let next = page * size < matching.count ? "\(page + 1)" : "null"
        let body = """
            {"first": 1, "prev": null, "next": \(next), "last": 9, "pages": 9, "items": \(matching.count), \
            "data": \(list(shown))}
            """
        return HTTPResponse(status: 200, body: Array(body.utf8))
    }
}
