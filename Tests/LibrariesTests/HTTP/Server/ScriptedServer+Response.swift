import Testing

@testable import Libraries

extension HTTPLimits {
    /// Long enough for a machine under load, short enough not to hang a test.
    static let forTests = HTTPLimits(
        connecting: .seconds(5), idle: .seconds(30), wholeData: .seconds(30), wholePicture: .seconds(30))
}

extension ScriptedServer {
    /// The answer that arrives when a server is asked once.
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
