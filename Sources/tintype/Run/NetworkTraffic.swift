import Basics
import HTTP

/// Statistics of the requests in this run.
struct NetworkTraffic: Sendable {
    /// The number of responses from the network, with any status.
    private(set) var responses = 0
    /// The number of responses with an error status.
    private(set) var errors = 0
    /// The number of stale cached responses, used because a host didn't respond in time.
    private(set) var stale = 0
    /// The number of requests without a response.
    private(set) var failures = 0
    /// The error of the last request without a response.
    private(set) var lastFailure: LibraryFailure?

    mutating func add(_ response: HTTPResponse) {
        switch response.origin {
        case .network:
            responses += 1
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
