import FlyingFox
import Foundation
import Synchronization

/// The requests a server has received, and the failures and delays set for them.
final class ServerTraffic: Sendable {
    /// A failing response and the number of times left to send it.
    struct Failure: Sendable {
        var remaining: Int
        let status: Int
        var headers: [String: String] = [:]
        let body: String
    }

    fileprivate struct State {
        var requests: [HTTPRequest] = []
        var failures: [String: Failure] = [:]
        var held: Set<String> = []
    }

    private let state = Mutex(State())

    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    func fail(_ path: String, _ failure: Failure) {
        state.withLock { $0.failures[path] = failure }
    }

    func hold(_ path: String) {
        state.withLock { _ = $0.held.insert(path) }
    }

    func release(_ path: String) {
        state.withLock { state in
            state.failures[path] = nil
            state.held.remove(path)
        }
    }

    /// Records a request and waits while it is held; returns the response if it must fail.
    func admit(_ request: HTTPRequest) async throws -> HTTPResponse? {
        state.withLock { $0.requests.append(request) }
        while state.withLock({ $0.held.contains { request.path.hasPrefix($0) } }) {
            await DedicatedThread.sleep(milliseconds: 10)
            try Task.checkCancellation()
        }
        return state.withLock { $0.failure(of: request.path) }
    }
}

extension ServerTraffic.State {
    fileprivate mutating func failure(of path: String) -> HTTPResponse? {
        for (prefix, failure) in failures where path.hasPrefix(prefix) && failure.remaining > 0 {
            failures[prefix]?.remaining -= 1
            return HTTPResponse(
                statusCode: HTTPStatusCode(failure.status, phrase: "Failed"), headers: HTTPHeaders(failure.headers),
                body: Data(failure.body.utf8))
        }
        return nil
    }
}
