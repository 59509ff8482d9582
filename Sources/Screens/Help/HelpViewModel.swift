/// Everything the help screen shows.
struct HelpState: Sendable {
    let entries: [HelpEntry]
    var scroll: LineScroll
}

/// The state and commands of the help screen.
@MainActor
final class HelpViewModel: ScrollingViewModel {
    /// Navigation, supplied by the coordinator.
    struct Actions {
        var goBack: () -> Void
    }

    private(set) var state: HelpState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    private let actions: Actions

    init(entries: [HelpEntry], hasCursor: Bool, actions: Actions) {
        state = HelpState(entries: entries, scroll: LineScroll(hasCursor: hasCursor))
        self.actions = actions
    }

    var scroll: LineScroll {
        get { state.scroll }
        set { state.scroll = newValue }
    }

    func goBack() {
        actions.goBack()
    }
}
