import Albums

/// Everything the help screen shows.
struct HelpState: Sendable {
    /// All keys of the screen below.
    let all: [HelpEntry]
    var filter = TextField()
    var scroll: LineScroll

    /// The entries that match the filter in their description or a key.
    var entries: [HelpEntry] {
        let query = SearchQuery(words: filter.text)
        return all.filter { query.matches(([$0.help] + $0.keys.joined()).map { FoldedText($0) }) }
    }
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
        state = HelpState(all: entries, scroll: LineScroll(hasCursor: hasCursor))
        self.actions = actions
    }

    var scroll: LineScroll {
        get { state.scroll }
        set { state.scroll = newValue }
    }

    func changeFilter(_ change: (inout TextField) -> Void) {
        change(&state.filter)
    }

    /// Clears the filter, or else goes back.
    func clearOrGoBack() {
        if state.filter.isActive { state.filter.clear() } else { actions.goBack() }
    }

    func goBack() {
        actions.goBack()
    }
}
