import FoundationEssentials
import Synchronization

/// Hosts that do not respond. Requests to them fall back to the cache immediately instead of waiting again.
///
/// Reports responses in the order in which they are recorded: a request that gave up at the moment when the host
/// responded must not report it as unreachable afterwards.
final class UnreachableHosts: Sendable {
    /// The time between probes of an unreachable host, in seconds.
    private static let probeInterval: TimeInterval = 5

    private struct State {
        /// The time of the last request to each unreachable host.
        var lastAttempts: [HTTPOrigin: Date] = [:]
        var responseCounts: [HTTPOrigin: Int] = [:]
        /// Hosts with a stale response as their last one. Kept per host, because the picture host may respond while the
        /// service does not.
        var staleHosts: Set<HTTPOrigin> = []
    }

    private let state = Mutex(State())
    private let onResponse: @Sendable (_ isOffline: Bool) -> Void

    /// - Parameter onResponse: called with each response; `isOffline` is true while any host's last response was stale.
    ///   It is called with the state locked, so it must not call this object.
    init(onResponse: @escaping @Sendable (_ isOffline: Bool) -> Void) {
        self.onResponse = onResponse
    }

    /// The number of responses from a host so far, without stale ones.
    func responseCount(of host: HTTPOrigin) -> Int {
        state.withLock { $0.responseCounts[host] ?? 0 }
    }

    /// - Parameter count: the number of responses when the failed request began. A later response from the host proves
    ///   it reachable.
    func insert(_ host: HTTPOrigin, at now: Date, ifNoResponseSince count: Int) {
        state.withLock { state in
            guard state.responseCounts[host] ?? 0 == count else { return }
            state.lastAttempts[host] = now
        }
    }

    func remove(_ host: HTTPOrigin) {
        state.withLock { $0.lastAttempts[host] = nil }
    }

    func contains(_ host: HTTPOrigin) -> Bool {
        state.withLock { $0.lastAttempts[host] != nil }
    }

    /// Returns true if the host is not known to be unreachable, or if the caller should probe it now.
    func shouldProbe(_ host: HTTPOrigin, at now: Date) -> Bool {
        state.withLock { state in
            guard let lastAttempt = state.lastAttempts[host] else { return true }
            guard !(0..<Self.probeInterval).contains(now.timeIntervalSince(lastAttempt)) else { return false }
            state.lastAttempts[host] = now
            return true
        }
    }

    /// Reports a response from a host, which is therefore reachable.
    func reportResponse(from host: HTTPOrigin) {
        state.withLock { state in
            state.lastAttempts[host] = nil
            state.responseCounts[host, default: 0] += 1
            state.staleHosts.remove(host)
            onResponse(!state.staleHosts.isEmpty)
        }
    }

    /// Reports a stale response, unless the host has responded since.
    ///
    /// - Parameter count: the number of responses when the request began; nil to report in any case.
    func reportStaleResponse(of host: HTTPOrigin, ifNoResponseSince count: Int? = nil) {
        state.withLock { state in
            guard count == nil || count == state.responseCounts[host] ?? 0 else { return }
            state.staleHosts.insert(host)
            onResponse(true)
        }
    }
}
