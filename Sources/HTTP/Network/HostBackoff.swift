import FoundationEssentials
import Synchronization

/// Holds back all requests to hosts that asked for a pause, until it has passed.
final class HostBackoff: Sendable {
    private struct Pause {
        let start: Date
        let length: TimeInterval
        /// Whether the host specified the length.
        let isRequested: Bool
        /// The time of the last notice to the user.
        var lastNotice: Date

        func remaining(at now: Date) -> TimeInterval? {
            let remaining = length - now.timeIntervalSince(start)
            // A clock that was set back must not extend the pause.
            return remaining > 0 && remaining <= length ? remaining : nil
        }
    }

    /// The minimum time between notices, in seconds; as long as one stays on screen.
    private static let reminderInterval: TimeInterval = 5
    /// The maximum automatic wait in seconds; a longer one is the user's decision.
    static let maxWait = 30

    private let timing: RetryTiming
    private let next: HTTPSend
    private let pauses = Mutex<[HTTPOrigin: Pause]>([:])

    /// - Parameter next: sends a request after the pause.
    init(timing: RetryTiming, next: @escaping HTTPSend) {
        self.timing = timing
        self.next = next
    }

    /// Sends a request after the host's pause, if any. A response that asks for a pause starts it before the host's
    /// queue passes the slot to the next request.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let origin = try request.origin
        remind(of: origin)
        while let remaining = remaining(of: origin) { try await timing.sleep(.seconds(remaining)) }
        let response = try await next(request)
        if response.isBusy, let seconds = response.retryAfter(now: timing.now()), seconds <= Self.maxWait {
            begin(origin, seconds: TimeInterval(seconds), isRequested: true)
        }
        return response
    }

    /// Whether requests to a host are paused.
    func contains(_ origin: HTTPOrigin) -> Bool { remaining(of: origin) != nil }

    /// Starts a pause in seconds from now, unless a longer one is active.
    ///
    /// - Parameter isRequested: whether the host specified the length. Only then the user is notified: once for
    ///   concurrent requests, because they are rejected together.
    func begin(_ origin: HTTPOrigin, seconds: TimeInterval, isRequested: Bool) {
        let now = timing.now()
        let before = pauses.withLock { pauses in
            let remaining = pauses[origin]?.remaining(at: now)
            if seconds > remaining ?? 0 {
                pauses[origin] = Pause(start: now, length: seconds, isRequested: isRequested, lastNotice: now)
            }
            return remaining
        }
        if isRequested, seconds >= (before ?? 0) + 1 { timing.onPause(origin.name, Int(seconds)) }
    }

    /// Notifies the user again of the remaining pause when later requests have to wait.
    private func remind(of origin: HTTPOrigin) {
        let now = timing.now()
        let remaining = pauses.withLock { pauses -> TimeInterval? in
            guard let pause = pauses[origin], pause.isRequested, let remaining = pause.remaining(at: now),
                remaining >= 1,
                now.timeIntervalSince(pause.lastNotice) >= Self.reminderInterval
            else { return nil }
            pauses[origin]?.lastNotice = now
            return remaining
        }
        if let remaining { timing.onPause(origin.name, Int(remaining.rounded(.up))) }
    }

    private func remaining(of origin: HTTPOrigin) -> TimeInterval? {
        let now = timing.now()
        return pauses.withLock { pauses in
            let remaining = pauses[origin]?.remaining(at: now)
            if remaining == nil { pauses[origin] = nil }
            return remaining
        }
    }
}
