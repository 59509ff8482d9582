import Testing

@testable import HTTP

extension HTTPLimits {
    /// Generous enough for a loaded machine, yet finite so that no test hangs.
    static let forTests = HTTPLimits(
        connectTimeout: .seconds(3600), idleTimeout: .seconds(3600), dataTimeout: .seconds(3600),
        pictureTimeout: .seconds(3600))
}

extension ScriptedServer {
    /// Returns the response of a server to a single request.
    static func response(
        to path: String = "/", kind: HTTPRequest.Kind = .data, limits: HTTPLimits = .forTests,
        answering: @escaping Answering
    ) async throws -> HTTPResponse {
        var response: HTTPResponse?
        try await run(answering: answering) { server in
            response = try await HTTPTransport(limits: limits).send(HTTPRequest(url: server.url + path, kind: kind))
        }
        return try #require(response)
    }
}
