import FoundationEssentials
import Synchronization

/// Holds back all requests to hosts that asked for a pause, until it has passed.
final class HostPauses: Sendable {
    private struct Pause {
        let start: Date
        let length: TimeInterval
        /// Whether the host specified the length.
        let isAsked: Bool
        /// The time of the last notice to the user.
        var told: Date

        func rest(at now: Date) -> TimeInterval? {
            let rest = length - now.timeIntervalSince(start)
            // A clock that was set back must not extend the pause.
            return rest > 0 && rest <= length ? rest : nil
        }
    }

    /// The minimum time between notices, in seconds; as long as one stays on screen.
    private static let reminderInterval: TimeInterval = 5

    private let waiting: RetryWaiting
    private let next: HTTPSend
    private let pauses = Mutex<[HTTPOrigin: Pause]>([:])

    /// - Parameter next: sends a request after the pause.
    init(waiting: RetryWaiting, next: @escaping HTTPSend) {
        self.waiting = waiting
        self.next = next
    }

    /// Sends a request after the host's pause, if any.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let origin = try request.origin
        remind(of: origin)
        while let rest = rest(of: origin) { try await waiting.sleep(.seconds(rest)) }
        return try await next(request)
    }

    /// Whether requests to a host are paused.
    func contains(_ origin: HTTPOrigin) -> Bool { rest(of: origin) != nil }

    /// Starts a pause in seconds from now, unless a longer one is active.
    ///
    /// - Parameter isAsked: whether the host specified the length. Only then the user is notified: once for concurrent
    ///   requests, because they are rejected together.
    func begin(_ origin: HTTPOrigin, seconds: TimeInterval, isAsked: Bool) {
        let now = waiting.now()
        let before = pauses.withLock { pauses in
            let rest = pauses[origin]?.rest(at: now)
            if seconds > rest ?? 0 { pauses[origin] = Pause(start: now, length: seconds, isAsked: isAsked, told: now) }
            return rest
        }
        if isAsked, seconds >= (before ?? 0) + 1 { waiting.onWait(origin.name, Int(seconds)) }
    }

    /// Notifies the user again of the remaining pause when later requests have to wait.
    private func remind(of origin: HTTPOrigin) {
        let now = waiting.now()
        let rest = pauses.withLock { pauses -> TimeInterval? in
            guard let pause = pauses[origin], pause.isAsked, let rest = pause.rest(at: now), rest >= 1,
                now.timeIntervalSince(pause.told) >= Self.reminderInterval
            else { return nil }
            pauses[origin]?.told = now
            return rest
        }
        if let rest { waiting.onWait(origin.name, Int(rest.rounded(.up))) }
    }

    private func rest(of origin: HTTPOrigin) -> TimeInterval? {
        let now = waiting.now()
        return pauses.withLock { pauses in
            let rest = pauses[origin]?.rest(at: now)
            if rest == nil { pauses[origin] = nil }
            return rest
        }
    }
}
