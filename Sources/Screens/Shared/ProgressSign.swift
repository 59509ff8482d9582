/// Tells when work has taken so long that a person wants a sign of it; quick work never shows one.
@MainActor
final class ProgressSign {
    /// Called when the sign comes or goes.
    var onChange: () -> Void = {}

    private(set) var isShown = false

    /// How long work may take without a sign.
    private static var patience: Duration { .milliseconds(300) }

    private let clock: any Clock<Duration>
    private var waiting: Task<Void, Never>?

    init(clock: any Clock<Duration>) {
        self.clock = clock
    }

    /// Tells whether there is work under way.
    func update(isBusy: Bool) {
        guard isBusy != (waiting != nil) else { return }
        guard isBusy else {
            waiting?.cancel()
            waiting = nil
            show(false)
            return
        }
        waiting = Task { [weak self, clock] in
            try? await clock.sleep(for: Self.patience)
            if !Task.isCancelled { self?.show(true) }
        }
    }

    private func show(_ isShown: Bool) {
        guard isShown != self.isShown else { return }
        self.isShown = isShown
        onChange()
    }
}
