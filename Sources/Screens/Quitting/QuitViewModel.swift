import Albums
import Localization

/// Whether to quit while copies are being saved: quits when they are saved, or before that if the user wants.
@MainActor
final class QuitViewModel {
    /// Where the user can go from here.
    struct Actions {
        var quit: () -> Void
        var goBack: () -> Void
    }

    /// How far saving has come; nil when nothing is left to wait for.
    private(set) var progress: PhotoSaving.Progress? {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    private let saving: PhotoSaving
    private let actions: Actions

    init(saving: PhotoSaving, actions: Actions) {
        self.saving = saving
        self.actions = actions
        progress = saving.progress
        saving.onChange = { [weak self] in self?.savingChanged() }
    }

    /// Stops saving; what is saved stays.
    func quitNow() {
        saving.onChange = {}
        actions.quit()
    }

    /// Goes on with what was seen before, and with saving.
    func stay() {
        saving.onChange = {}
        actions.goBack()
    }

    private func savingChanged() {
        progress = saving.progress
        guard progress == nil else { return }
        // Why something was not saved is to be read before the screen is gone.
        if saving.hasFailed { stay() } else { quitNow() }
    }
}
