import FoundationEssentials
import Synchronization

/// Hosts that want to be left alone for a while: until that is over nothing is sent to them, whoever asks.
final class HostPauses: Sendable {
    private struct Pause {
        let start: Date
        let length: TimeInterval
        /// Whether the host named the time.
        let isAsked: Bool
        /// When somebody was told of it last.
        var told: Date

        func rest(at now: Date) -> TimeInterval? {
            let rest = length - now.timeIntervalSince(start)
            // A clock that was set back does not make a pause longer.
            return rest > 0 && rest <= length ? rest : nil
        }
    }

    /// For how long a notice of it is seen, in seconds.
    private static let reminderInterval: TimeInterval = 5

    private let waiting: RetryWaiting
    private let next: HTTPSend
    private let pauses = Mutex<[HTTPOrigin: Pause]>([:])

    /// - Parameter next: sends a request whose host may be asked.
    init(waiting: RetryWaiting, next: @escaping HTTPSend) {
        self.waiting = waiting
        self.next = next
    }

    /// Sends a request when no pause of its host is left.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let origin = try request.origin
        remind(of: origin)
        while let rest = rest(of: origin) { try await waiting.sleep(.seconds(rest)) }
        return try await next(request)
    }

    /// Whether a host is left alone now.
    func contains(_ origin: HTTPOrigin) -> Bool { rest(of: origin) != nil }

    /// Leaves a host alone for some seconds from now on, or for as long as it already is if that is longer.
    ///
    /// - Parameter isAsked: whether the host named the time, which is told then: once, for those that were sent together are
    ///   refused together.
    func begin(_ origin: HTTPOrigin, seconds: TimeInterval, isAsked: Bool) {
        let now = waiting.now()
        let before = pauses.withLock { pauses in
            let rest = pauses[origin]?.rest(at: now)
            if seconds > rest ?? 0 { pauses[origin] = Pause(start: now, length: seconds, isAsked: isAsked, told: now) }
            return rest
        }
        if isAsked, seconds >= (before ?? 0) + 1 { waiting.onWait(origin.name, Int(seconds)) }
    }

    /// Who comes later is told for how long the host still wants to be left alone.
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
