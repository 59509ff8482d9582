import Basics
import HTTP
import Synchronization

/// A client for the Unsplash API (unsplash.com/documentation).
final class UnsplashService: Sendable {
    private let json: JSONService
    private let hasKey: Bool
    private let latestRateLimit: LatestRateLimit

    private final class LatestRateLimit: Sendable {
        let value = Mutex<RateLimit?>(nil)
    }

    /// Returns nil if the base URL is invalid.
    init?(api: String, key: String, send: @escaping HTTPSend) {
        guard let address = ServiceAddress(api) else { return nil }
        hasKey = !key.isEmpty
        let latest = LatestRateLimit()
        latestRateLimit = latest
        json = JSONService(
            address: address, headers: [HTTPHeader(name: "Accept-Version", value: "v1")],
            credential: HTTPCredential(
                HTTPHeader(name: "Authorization", value: "Client-ID \(key)"), scope: address.origin),
            // All its responses have `no-store`.
            // The stored lists are shown only while the service is unreachable, too busy or slow.
            storesForOffline: true, send: send,
            failure: { LibraryFailure(unsplash: $0, path: $1) },
            inspect: { response in
                if response.origin == .network, let limit = RateLimit(response) { latest.value.withLock { $0 = limit } }
            })
    }

    var host: String { json.address.name }
    var origin: HTTPOrigin { json.address.origin }

    /// Whether the key is sent encrypted, or stays on this computer.
    var keepsKeySecret: Bool { !hasKey || json.address.origin.isPotentiallyTrustworthy }

    /// The quota by the last response; nil before the first one.
    var rateLimit: RateLimit? { latestRateLimit.value.withLock { $0 } }

    /// - Throws: `LibraryFailure`, or `CancellationError`.
    func get<Body: Decodable>(
        _ type: Body.Type, _ path: [String], _ query: [(name: String, value: String)] = [],
        kind: HTTPRequest.Kind = .data, priority: LoadPriority = .visible, isReload: Bool = false
    ) async throws -> (body: Body, response: HTTPResponse) {
        guard hasKey else { throw LibraryFailure.keyMissing(.unsplash) }
        return try await json.get(type, path, query, kind: kind, priority: priority, isReload: isReload)
    }

    /// Fetches a page of a list or of search results; `filter` has the parameters besides those for paging.
    func page<Element: Decodable & Sendable>(
        _ request: PageRequest, of path: [String], where filter: [(name: String, value: String)] = []
    ) async throws -> ListPage<Element> {
        let (body, response) = try await get(
            ListResponse<Element>.self, path, filter + Self.query(request), priority: request.priority,
            isReload: request.isReload)
        return ListPage(body, totalHeader: "X-Total", of: response)
    }

    private static func query(_ request: PageRequest) -> [(name: String, value: String)] {
        [("page", String(request.number)), ("per_page", String(request.size))]
    }
}

extension LibraryFailure {
    /// Maps an error response of Unsplash; nil for the default mapping.
    init?(unsplash response: HTTPResponse, path: [String]) {
        switch response.status {
        case 401:
            self = .keyRejected(service: AccessKey.unsplash.service)
        // Plain text, whatever its content type, when the hourly quota is used up (seen in recorded responses).
        case 403 where response.body.starts(with: "Rate Limit Exceeded".utf8) || RateLimit(response)?.remaining == 0:
            self = .quotaExhausted(service: AccessKey.unsplash.service)
        case 404:
            self = .notFound(path.first == "users" && path.count > 1 ? "@\(path[1])" : path.joined(separator: "/"))
        // The query was classified as spam.
        case 410:
            self = .searchRejected
        default:
            return nil
        }
    }
}
