import Basics
import FoundationEssentials
import HTTP

/// A client for a JSON API.
struct JSONService: Sendable {
    let address: ServiceAddress
    var headers: [HTTPHeader] = []
    var credential: HTTPCredential?
    /// Whether to store responses for offline use even if the service forbids caching.
    var storesForOffline = false
    let send: HTTPSend
    /// Maps an error response to a service-specific failure; nil for the default mapping.
    var failure: @Sendable (HTTPResponse, _ path: [String]) -> LibraryFailure? = { _, _ in nil }
    /// Called with every response.
    var inspect: @Sendable (HTTPResponse) -> Void = { _ in }

    /// Returns the decoded body and its response.
    /// - Throws: `LibraryFailure`, or `CancellationError`.
    func get<Body: Decodable>(
        _ type: Body.Type, _ path: [String], _ query: [(name: String, value: String)] = [],
        kind: HTTPRequest.Kind = .data, priority: LoadPriority = .visible, isReload: Bool = false
    ) async throws -> (body: Body, response: HTTPResponse) {
        var request = HTTPRequest(
            url: address.url(path, query),
            headers: [HTTPHeader(name: "Accept", value: "application/json")] + headers,
            credential: credential, kind: kind, isStoredForOffline: storesForOffline, priority: priority)
        request.isReload = isReload
        return try await decoded(type, request, path)
    }

    /// Returns the decoded answer to a value that changes nothing, such as a search.
    /// - Throws: `LibraryFailure`, or `CancellationError`.
    func query<Body: Decodable>(
        _ type: Body.Type, _ path: [String], _ body: JSONValue, priority: LoadPriority
    ) async throws -> Body {
        var request = try request(.post, path, body, kind: .data, priority: priority)
        request.isQuery = true
        return try await decoded(type, request, path).body
    }

    private func decoded<Body: Decodable>(
        _ type: Body.Type, _ request: HTTPRequest, _ path: [String]
    ) async throws -> (body: Body, response: HTTPResponse) {
        var request = request
        var response = try await successfulResponse(to: request, path)
        while true {
            if let body = try? JSONDecoder().decode(Body.self, from: Data(response.body)) {
                await response.accept()
                return (body, response)
            }
            if let kept = await response.reject() {
                response = kept
            } else if response.origin == .network || request.isReload {
                throw LibraryFailure.unexpectedResponse(host: address.name)
            } else {
                // The cached response was unusable and has been discarded; ask the service.
                request.isReload = true
                response = try await successfulResponse(to: request, path)
            }
        }
    }

    /// Sends a value, once, and returns the decoded answer, which is never cached.
    /// - Throws: `LibraryFailure`, or `CancellationError`.
    func send<Body: Decodable>(
        _ type: Body.Type, _ method: HTTPRequest.Method, _ path: [String], _ body: JSONValue
    ) async throws -> Body {
        let response = try await send(method, path, body)
        do {
            return try JSONDecoder().decode(Body.self, from: Data(response.body))
        } catch {
            throw LibraryFailure.unexpectedResponse(host: address.name)
        }
    }

    /// Sends a value, once, and returns the successful response.
    /// - Throws: `LibraryFailure`, or `CancellationError`.
    func send(_ method: HTTPRequest.Method, _ path: [String], _ body: JSONValue?) async throws -> HTTPResponse {
        var request = try request(method, path, body, kind: .report)
        request.allowsRetries = false
        return try await successfulResponse(to: request, path)
    }

    private func request(
        _ method: HTTPRequest.Method, _ path: [String], _ body: JSONValue?, kind: HTTPRequest.Kind,
        priority: LoadPriority = .visible
    ) throws -> HTTPRequest {
        var request = HTTPRequest(
            url: address.url(path),
            headers: [HTTPHeader(name: "Accept", value: "application/json")] + headers,
            credential: credential, kind: kind, isStoredForOffline: storesForOffline, priority: priority)
        request.method = method
        guard let body else { return request }
        request.headers.append(HTTPHeader(name: "Content-Type", value: "application/json"))
        let encoder = JSONEncoder()
        // Equal values have equal bodies, by which their responses are stored.
        encoder.outputFormatting = .sortedKeys
        request.body = Array(try encoder.encode(body))
        return request
    }

    private func successfulResponse(to request: HTTPRequest, _ path: [String]) async throws -> HTTPResponse {
        do {
            let response = try await send(request)
            inspect(response)
            guard (200..<300).contains(response.status) else {
                throw failure(response, path) ?? response.failure(host: address.name)
            }
            return response
        } catch let failure as LibraryFailure {
            throw failure.naming(address.name, inPlaceOf: address.origin.host)
        }
    }
}
