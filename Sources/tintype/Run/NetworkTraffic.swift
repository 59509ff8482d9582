import Albums
import HTTP

/// Statistics of the requests in this run.
struct NetworkTraffic: Sendable {
    /// The number of answers from the network, with any status.
    private(set) var answers = 0
    /// The number of answers with an error status.
    private(set) var errors = 0
    /// The number of stale cached answers, used because a host didn't respond in time.
    private(set) var stale = 0
    /// The number of requests without an answer.
    private(set) var failures = 0
    /// The error of the last request without an answer.
    private(set) var lastFailure: LibraryFailure?

    mutating func add(_ response: HTTPResponse) {
        switch response.origin {
        case .network:
            answers += 1
            if response.status >= 400 { errors += 1 }
        case .staleCache: stale += 1
        case .cache: break
        }
    }

    mutating func add(_ failure: LibraryFailure) {
        failures += 1
        lastFailure = failure
    }
}
