import FoundationEssentials
import Synchronization

/// Hosts that do not respond. Requests to them fall back to the cache immediately instead of waiting again.
final class UnreachableHosts: Sendable {
    /// The time between probes of an unreachable host, in seconds.
    private static let probeInterval: TimeInterval = 5

    /// The time of the last request to each host.
    private let hosts = Mutex<[HTTPOrigin: Date]>([:])

    func insert(_ host: HTTPOrigin, at now: Date) {
        hosts.withLock { $0[host] = now }
    }

    func remove(_ host: HTTPOrigin) {
        hosts.withLock { $0[host] = nil }
    }

    func contains(_ host: HTTPOrigin) -> Bool {
        hosts.withLock { $0[host] != nil }
    }

    /// Returns true if the host is not known to be unreachable, or if the caller should probe it now.
    func shouldProbe(_ host: HTTPOrigin, at now: Date) -> Bool {
        hosts.withLock { hosts in
            guard let lastAttempt = hosts[host] else { return true }
            guard !(0..<Self.probeInterval).contains(now.timeIntervalSince(lastAttempt)) else { return false }
            hosts[host] = now
            return true
        }
    }
}
