import Basics
import HTTP
import Testing

@testable import Libraries

@Suite("Unsplash errors", .timeLimit(.minutes(60)))
struct UnsplashFailureTests {
    private let api = UnsplashAPI.sample()

    /// Returns the error of the feed for a response of the API.
    private func failure(_ answer: HTTPResponse, path: String = "/photos") async throws -> LibraryFailure? {
        api.change { $0.responses[path] = answer }
        let library = try api.library()
        return await #expect(throws: LibraryFailure.self) {
            try await library.photos(
                in: path == "/photos" ? .feed : .searchResults(for: "spam"), matching: .everything, in: 0..<1)
        }
    }

    @Test("The hourly quota is recognized by its plain text or headers")
    func rateLimitExceeded() async throws {
        #expect(
            try await failure(UnsplashAPI.json("Rate Limit Exceeded", status: 403))
                == .quotaExhausted(service: "Unsplash"))
        let spent = HTTPResponse(status: 403, headers: [HTTPHeader(name: "X-RateLimit-Remaining", value: "0")])
        #expect(try await failure(spent) == .quotaExhausted(service: "Unsplash"))
        let later = HTTPResponse(status: 429, headers: [HTTPHeader(name: "Retry-After", value: "17")])
        #expect(try await failure(later) == .rateLimited(retryAfter: 17))
    }

    @Test("Any other 403 is a rejection")
    func forbidden() async throws {
        let answer = UnsplashAPI.json(#"{"errors":["Missing scope"]}"#, status: 403)
        #expect(try await failure(answer) == .errorResponse(host: "api.service.example", status: 403))
    }

    @Test("A rejected key is reported")
    func unauthorized() async throws {
        let answer = UnsplashAPI.json(#"{"errors":["OAuth error: The access token is invalid"]}"#, status: 401)
        #expect(try await failure(answer) == .keyRejected(service: "Unsplash"))
    }

    @Test("A query rejected as spam is reported")
    func spam() async throws {
        #expect(try await failure(HTTPResponse(status: 410), path: "/search/photos") == .searchRejected)
    }

    @Test("An unknown user is reported")
    func notFound() async throws {
        let library = try api.library("unsplash:@nobody")
        await #expect(throws: LibraryFailure.notFound("@nobody")) { try await library.owners() }
        await #expect(throws: LibraryFailure.notFound("@nobody")) {
            try await library.albums(in: .everyone, matching: .everything, in: 0..<1)
        }
    }

    @Test("A web page instead of data is reported", arguments: ["<html>", "", "{}", "[", "7"])
    func unexpectedResponse(_ body: String) async throws {
        #expect(try await failure(UnsplashAPI.json(body)) == .unexpectedResponse(host: "api.service.example"))
    }

    @Test("Data from the cache that can't be read is requested again, past the cache")
    func unreadableCache() async throws {
        let requests = RequestLog()
        let library = try UnsplashLibrary(address: "unsplash:", key: "k") { request in
            requests.add(request)
            return request.isReload
                ? UnsplashAPI.json("[\(UnsplashAPI.photo("p1", "a bird"))]")
                : HTTPResponse(status: 200, body: Array("<html>".utf8), origin: .cache)
        }
        let feed = try await library.photos(in: .feed, matching: .everything, in: 0..<9)
        #expect(feed.items.map(\.title) == ["a bird"])
        #expect(requests.requests.prefix(2).map(\.isReload) == [false, true])
    }

    @Test("A key is not sent unencrypted except to this computer")
    func unencryptedKey() throws {
        let send: HTTPSend = { _ in HTTPResponse(status: 200) }
        #expect(throws: LibraryOpenFailure.unencryptedKey(host: "proxy.example:8080/unsplash")) {
            try UnsplashLibrary(
                address: "unsplash:", key: "k", api: "http://proxy.example:8080/unsplash", send: send)
        }
        for api in ["https://proxy.example", "http://127.0.0.1:8080", "http://localhost"] {
            _ = try UnsplashLibrary(address: "unsplash:", key: "k", api: api, send: send)
        }
    }
}
