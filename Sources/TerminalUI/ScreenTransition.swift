/// A short animation from one screen to another, drawn instead of the top screen.
///
/// Its duration is fixed: if frames take long, fewer of them are drawn.
@MainActor
public final class ScreenTransition {
    /// The approximate time between frames.
    private static var step: Duration { .milliseconds(20) }

    private let duration: Duration
    private let clock: any Clock<Duration>
    private let content: (_ progress: Double, _ surface: inout Surface) -> Void
    private var elapsed: () -> Duration = { .zero }
    private var running: Task<Void, Never>?

    /// - Parameter content: draws the animation at a progress from 0 (start) to 1 (end).
    public init(
        lasting duration: Duration, clock: any Clock<Duration>,
        content: @escaping (_ progress: Double, _ surface: inout Surface) -> Void
    ) {
        self.duration = duration
        self.clock = clock
        self.content = content
    }

    func draw(on surface: inout Surface) {
        // The first frame already shows motion.
        content(min(1, (elapsed() + Self.step) / duration), &surface)
    }

    /// Starts the animation; calls `onStep` for each frame and `onEnd` when the time is up.
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
