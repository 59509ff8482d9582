import FoundationEssentials
import Synchronization

/// Hosts that do not answer, so that nobody waits for them to find that out again.
final class SilentHosts: Sendable {
    /// How long a host is left alone before it is asked whether it is back, in seconds.
    private static let period: TimeInterval = 5

    /// When each was asked last.
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

    /// Whether a host answers as far as is known, or it is time for somebody to find out: then that is who asked this.
    func mayBeAsked(_ host: HTTPOrigin, at now: Date) -> Bool {
        hosts.withLock { hosts in
            guard let asked = hosts[host] else { return true }
            guard !(0..<Self.period).contains(now.timeIntervalSince(asked)) else { return false }
            hosts[host] = now
            return true
        }
    }
}
