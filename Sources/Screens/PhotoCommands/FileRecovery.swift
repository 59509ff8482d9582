import Localization

/// Completes file operations that killed runs have left, in the background.
@MainActor
final class FileRecovery: BackgroundWork {
    var onChange: () -> Void = {}

    /// Whether photos are still only partly moved, so that the user should read why.
    private(set) var hasFailed = false

    private let notices: Notices
    private let busyIndicator: BusyIndicator
    private var task: Task<Void, Never>?

    init(notices: Notices, clock: any Clock<Duration>) {
        self.notices = notices
        busyIndicator = BusyIndicator(clock: clock)
        busyIndicator.onChange = { [weak self] in self?.showProgress() }
    }

    /// The progress; nil unless recovery takes long, such as for a large file on its way to another disk.
    var progressLine: String? {
        busyIndicator.isShown ? localized("finishing an interrupted move\u{2026}") : nil
    }

    /// Starts to recover.
    ///
    /// - Parameter recover: returns a notice for each operation, and ends early if its task is canceled.
    func start(_ recover: @escaping @Sendable () async -> [Notice]) {
        busyIndicator.update(isBusy: true)
        task = Task { [weak self] in
            let results = await recover()
            guard let self else { return }
            hasFailed = results.contains(where: \.isFailure)
            for notice in results { notices.post(notice) }
            busyIndicator.update(isBusy: false)
        }
    }

    /// Cancels the recovery, and leaves the remainder to the next start.
    func cancel() {
        task?.cancel()
    }

    /// Cancels, and waits until no file is being moved.
    func stop() async {
        cancel()
        await task?.value
    }

    private func showProgress() {
        notices.show(progressLine, of: .recovery)
        onChange()
    }
}
