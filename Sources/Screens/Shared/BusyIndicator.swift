/// Shows a busy indicator for work that takes longer than a moment; quick work never shows one.
@MainActor
final class BusyIndicator {
    /// Called when the indicator appears or disappears.
    var onChange: () -> Void = {}

    private(set) var isShown = false

    /// The delay before the indicator appears.
    private static var delay: Duration { .milliseconds(300) }

    private let clock: any Clock<Duration>
    private var waiting: Task<Void, Never>?

    init(clock: any Clock<Duration>) {
        self.clock = clock
    }

    /// Records whether work is in progress.
    func update(isBusy: Bool) {
        guard isBusy != (waiting != nil) else { return }
        guard isBusy else {
            waiting?.cancel()
            waiting = nil
            show(false)
            return
        }
        waiting = Task { [weak self, clock] in
            try? await clock.sleep(for: Self.delay)
            if !Task.isCancelled { self?.show(true) }
        }
    }

    private func show(_ isShown: Bool) {
        guard isShown != self.isShown else { return }
        self.isShown = isShown
        onChange()
    }
}
