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
    private(set) var state: HelpState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    private weak var navigator: (any Navigator)?

    init(entries: [HelpEntry], hasCursor: Bool, navigator: any Navigator) {
        state = HelpState(all: entries, scroll: LineScroll(hasCursor: hasCursor))
        self.navigator = navigator
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
        if state.filter.isActive { state.filter.clear() } else { navigator?.goBack() }
    }

    func goBack() {
        navigator?.goBack()
    }
}
