import Albums
import Localization

/// Work in the background that quitting would cut short.
@MainActor
protocol BackgroundWork: AnyObject {
    /// Called when the progress changes, and at the end.
    var onChange: () -> Void { get set }
    /// A line about the progress; nil when idle.
    var progressLine: String? { get }
    /// Whether the last operation failed for any photo.
    var hasFailed: Bool { get }

    func cancel()
}

/// Everything the question about quitting shows.
struct QuitState: Sendable {
    /// A line about the progress of the work; nil when it has finished.
    var progress: String?
}

/// Delays quitting until work in the background is done, unless the user quits at once or goes back.
@MainActor
final class QuitViewModel {
    /// Navigation, supplied by the coordinator.
    struct Actions {
        /// Quits, without asking about this work again.
        var quit: () -> Void
        /// Called when the work has ended: quits unless there is other work.
        var quitWhenIdle: () -> Void
        var goBack: () -> Void
    }

    private(set) var state: QuitState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    private let work: any BackgroundWork
    private let actions: Actions

    init(work: any BackgroundWork, actions: Actions) {
        self.work = work
        self.actions = actions
        state = QuitState(progress: work.progressLine)
        work.onChange = { [weak self] in self?.workChanged() }
    }

    /// Cancels the work and quits; finished parts stay.
    func quitNow() {
        work.onChange = {}
        work.cancel()
        actions.quit()
    }

    /// Returns to the previous screen while the work continues.
    func stay() {
        work.onChange = {}
        actions.goBack()
    }

    private func workChanged() {
        state.progress = work.progressLine
        guard state.progress == nil else { return }
        // After a failure, stay so that the user can read the reason.
        if work.hasFailed { return stay() }
        work.onChange = {}
        actions.quitWhenIdle()
    }
}
