/// A clock that advances only on request; its sleepers are suspended until then.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        var sinceStart = Duration.zero

        func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }
        func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }
        static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
    }

    private let time = WaitableValue(Instant())

    var now: Instant { time.value }
    /// The number of tasks asleep.
    var sleepers: Int { time.waiting }
    var minimumResolution: Duration { .zero }

    func advance(by duration: Duration) {
        time.update { $0 = $0.advanced(by: duration) }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await time.wait { $0 >= deadline }
    }
}
