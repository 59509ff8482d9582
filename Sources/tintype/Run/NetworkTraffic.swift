import Albums
import Libraries

/// What became of the requests of this run.
struct NetworkTraffic: Sendable {
    /// How many answers came from the network, whatever they said.
    private(set) var answers = 0
    /// How many of them were errors.
    private(set) var errors = 0
    /// How many were kept from before, because their host did not answer soon.
    private(set) var stale = 0
    /// How many requests had no answer.
    private(set) var failures = 0
    /// Why the last of those had none.
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
