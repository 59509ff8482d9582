/// A short movement from one screen to another, drawn in place of the one that is on top now.
///
/// It takes its time and no longer: where frames take long, there are fewer of them.
@MainActor
public final class ScreenTransition {
    /// About how long a frame stands.
    private static var step: Duration { .milliseconds(20) }

    private let duration: Duration
    private let clock: any Clock<Duration>
    private let content: (_ progress: Double, _ surface: inout Surface) -> Void
    private var elapsed: () -> Duration = { .zero }
    private var running: Task<Void, Never>?

    /// - Parameter content: draws the movement at some progress, 0 at its beginning and 1 at its end.
    public init(
        lasting duration: Duration, clock: any Clock<Duration>,
        content: @escaping (_ progress: Double, _ surface: inout Surface) -> Void
    ) {
        self.duration = duration
        self.clock = clock
        self.content = content
    }

    func draw(on surface: inout Surface) {
        content(min(1, elapsed() / duration), &surface)
    }

    /// Begins; `onStep` is called for each frame, `onEnd` when the time is over.
    func run(onStep: @escaping () -> Void, onEnd: @escaping () -> Void) {
        elapsed = Self.stopwatch(clock)
        running = Task { [elapsed, duration, clock] in
            while elapsed() < duration {
                onStep()
                try? await clock.sleep(for: Self.step)
                if Task.isCancelled { return }
            }
            onEnd()
        }
    }

    func stop() {
        running?.cancel()
    }

    private static func stopwatch<C: Clock>(_ clock: C) -> () -> Duration where C.Duration == Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
