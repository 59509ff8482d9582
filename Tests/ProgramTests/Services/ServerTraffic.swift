import Synchronization

/// The requests that a server has received, and the failures and delays set for them.
final class ServerTraffic: Sendable {
    /// A failing response and the number of times left to send it.
    struct Failure: Sendable {
        var remaining: Int
        let response: ServiceResponse
    }

    private struct State {
        var requests: [ServiceRequest] = []
        var failures: [String: Failure] = [:]
        var held: Set<String> = []
    }

    private let state = Mutex(State())

    var requests: [ServiceRequest] { state.withLock { $0.requests } }

    func record(_ request: ServiceRequest) {
        state.withLock { $0.requests.append(request) }
    }

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

    /// Whether a request has to wait.
    func holds(_ request: ServiceRequest) -> Bool {
        state.withLock { $0.held.contains { request.path.hasPrefix($0) } }
    }

    /// Returns the response if the request must fail.
    func failure(of request: ServiceRequest) -> ServiceResponse? {
        state.withLock { state in
            for (prefix, failure) in state.failures where request.path.hasPrefix(prefix) && failure.remaining > 0 {
                state.failures[prefix]?.remaining -= 1
                return failure.response
            }
            return nil
        }
    }
}
