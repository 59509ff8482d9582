import Testing

@testable import Libraries

extension HTTPLimits {
    /// Long enough for a machine under load, short enough not to hang a test.
    static let forTests = HTTPLimits(
        connecting: .seconds(300), idle: .seconds(300), wholeData: .seconds(300), wholePicture: .seconds(300))
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
