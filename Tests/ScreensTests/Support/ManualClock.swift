import Synchronization

/// A clock that advances only on request.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        var sinceStart = Duration.zero

        func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }
        func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }
        static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
    }

    private let time = Mutex(Instant())

    var now: Instant { time.withLock { $0 } }
    var minimumResolution: Duration { .zero }

    func advance(by duration: Duration) {
        time.withLock { $0 = $0.advanced(by: duration) }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        while now < deadline { try await Task.sleep(for: .milliseconds(1)) }
    }
}
