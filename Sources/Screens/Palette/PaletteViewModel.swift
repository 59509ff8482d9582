/// Everything the command palette shows.
struct PaletteState: Sendable {
    /// A command by its name, with the label of its first key.
    struct Entry: Hashable, Sendable {
        let title: String
        let key: String
    }

    let entries: [Entry]
    var typed = TextField()
    /// The entries that match, the best first.
    var matches: [Int]
    var cursor = GridCursor()
}

/// The view-model of the command palette, which runs any command by name.
@MainActor
final class PaletteViewModel {
    /// Navigation, supplied by the coordinator.
    struct Actions {
        var goBack: () -> Void
    }

    private(set) var state: PaletteState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    private let commands: [NamedAction]
    private let notices: Notices
    private let actions: Actions

    init(commands: [NamedAction], notices: Notices, actions: Actions) {
        self.commands = commands
        self.notices = notices
        self.actions = actions
        state = PaletteState(
            entries: commands.map { PaletteState.Entry(title: $0.title, key: $0.key) },
            matches: Array(commands.indices))
        state.typed.begin()
        state.cursor.update(sections: [commands.count])
    }

    func layOut(lines: Int) {
        state.cursor.layOut(columns: 1, lines: max(1, lines), linesPerRow: 1)
    }

    /// Edits the text, and selects the best match; `unused` explains a key that the text field ignores.
    func changeText(unused: NoEffect? = nil, _ change: (inout TextField) -> TextField.Response) {
        var new = state
        let response = change(&new.typed)
        if let reason = response.noEffect(ifUnused: unused) { notices.explain(reason) }
        if new.typed.text != state.typed.text {
            new.matches = FuzzyMatch(new.typed.text).best(
                among: commands.map(\.title), synonyms: commands.map(\.synonyms))
            new.cursor.update(sections: [new.matches.count], selection: 0)
        }
        state = new
    }

    func move(_ move: GridCursor.Move) {
        if let reason = state.cursor.attempt(move) { notices.explain(reason) }
    }

    /// Closes the palette and runs the selected command.
    func run() {
        run(state.cursor.selection)
    }

    func run(_ match: Int) {
        guard state.matches.indices.contains(match) else { return notices.explain(.nothingSelected) }
        let command = commands[state.matches[match]]
        actions.goBack()
        command.run()
    }

    func goBack() {
        actions.goBack()
    }
}
