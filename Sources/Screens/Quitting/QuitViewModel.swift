import Albums
import Localization

/// Everything the question about quitting shows.
struct QuitState: Sendable {
    /// The progress of saving; nil when it has finished.
    var progress: PhotoSaving.Progress?
}

/// Delays quitting until all copies are saved, unless the user quits at once or goes back.
@MainActor
final class QuitViewModel {
    /// Navigation, supplied by the coordinator.
    struct Actions {
        var quit: () -> Void
        var goBack: () -> Void
    }

    private(set) var state: QuitState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    private let saving: PhotoSaving
    private let actions: Actions

    init(saving: PhotoSaving, actions: Actions) {
        self.saving = saving
        self.actions = actions
        state = QuitState(progress: saving.progress)
        saving.onChange = { [weak self] in self?.savingChanged() }
    }

    /// Cancels saving and quits; finished copies stay.
    func quitNow() {
        saving.onChange = {}
        actions.quit()
    }

    /// Returns to the previous screen while saving continues.
    func stay() {
        saving.onChange = {}
        actions.goBack()
    }

    private func savingChanged() {
        state.progress = saving.progress
        guard state.progress == nil else { return }
        // After a failure, stay so that the user can read the reason.
        if saving.hasFailed { stay() } else { quitNow() }
    }
}
