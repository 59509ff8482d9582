import FoundationEssentials
import Synchronization

/// Hosts that did not answer a moment ago, so that not every request offline waits for that to show.
final class SilentHosts: Sendable {
    /// How long a host is not asked again for what is kept, in seconds.
    private static let period: TimeInterval = 5

    private let failures = Mutex<[String: Date]>([:])

    func insert(_ host: String, at now: Date) {
        failures.withLock { $0[host] = now }
    }

    func remove(_ host: String) {
        failures.withLock { $0[host] = nil }
    }

    func contains(_ host: String, at now: Date) -> Bool {
        failures.withLock { failures in
            guard let failure = failures[host] else { return false }
            return (0..<Self.period).contains(now.timeIntervalSince(failure))
        }
    }
}
