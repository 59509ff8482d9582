import Albums
import Localization
import TerminalUI

/// Everything the command prompt shows.
struct CommandPromptState: Sendable {
    /// The file name of the photo, or the number of photos.
    let photos: String
    /// Whether there are earlier command lines to recall.
    let hasHistory: Bool
    var line = TextField(.prompt)
}

/// The view-model of the command prompt, which asks for a command line to run on photos.
@MainActor
final class CommandPromptViewModel {
    /// Navigation, supplied by the coordinator.
    struct Actions {
        var run: (CommandLineScript) -> Void
        var goBack: () -> Void
    }

    private(set) var state: CommandPromptState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    /// The command lines of this run, the last one before the line that the user types.
    private var lines: [String]
    /// The index of the line in the prompt.
    private var current: Int
    private let notices: Notices
    private let actions: Actions

    init(photos: String, history: [String], notices: Notices, actions: Actions) {
        self.notices = notices
        lines = history + [""]
        current = history.count
        self.actions = actions
        state = CommandPromptState(photos: photos, hasHistory: !history.isEmpty)
        state.line.begin()
    }

    /// Edits the line; Enter runs it unless the files have no safe place in it, and Esc goes back.
    ///
    /// - Parameter unused: explains a key that the text field ignores.
    func changeLine(unused: NoEffect? = nil, _ change: (inout TextField) -> TextField.Response) {
        var new = state
        let response = change(&new.line)
        if let reason = response.noEffect(ifUnused: unused) { notices.explain(reason) }
        guard new.line.isTyping else {
            guard !new.line.text.isEmpty else { return actions.goBack() }
            do {
                return actions.run(try CommandLineScript(new.line.text))
            } catch {
                return notices.explain(error)
            }
        }
        state = new
    }

    /// Shows an earlier or later command line. Edits to the current one are not lost.
    func recall(_ distance: Int) {
        guard lines.indices.contains(current + distance) else { return notices.explain(.nothingMoreThisWay) }
        lines[current] = state.line.text
        current += distance
        state.line.begin(with: lines[current])
    }

    func goBack() {
        actions.goBack()
    }
}

/// The command prompt: a box over the screen below with a line to type.
@MainActor
final class CommandPromptScreen: BoxScreen {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: CommandPromptViewModel
    var context: ScreenContext

    init(viewModel: CommandPromptViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func handle(_ event: InputEvent) {
        switch event {
        case .key(Key(.up)): viewModel.recall(-1)
        case .key(Key(.down)): viewModel.recall(1)
        case .key(let key): viewModel.changeLine(unused: .unusedKeyToCancel(key.label)) { $0.handle(key) }
        case .paste(let text): viewModel.changeLine { $0.paste(text) }
        case .mouse, .response: break
        }
    }

    func goBack() {
        viewModel.goBack()
    }

    func draw(on surface: inout Surface) {
        draw(on: &surface, title: localized("Run on \(viewModel.state.photos)")) {
            drawInside(on: &$0, row: isOverlay ? 0 : 1)
        }
        bottomLine.draw(on: &surface)
    }

    private func drawInside(on surface: inout Surface, row: Int) {
        let columns = surface.size.columns - 2
        viewModel.state.line.draw(on: &surface, prompt: "$ ", column: 1, row: row, width: columns, theme: theme)
        for (line, text) in help(columns: columns).enumerated() {
            surface.write(text, column: 1, row: row + 1 + line, style: theme.quiet)
        }
    }

    private func help(columns: Int) -> [String] {
        let text = localized("\(CommandLineScript.placeholder) stands for the files; without it, they come last")
        return VisibleText(text, repertoire: appearance.repertoire).wrapped(columns: columns, rows: 2)
    }

    var box: Rect? {
        let columns = min(60, maxBoxColumns)
        return centeredBox(columns: columns, rows: 3 + help(columns: columns - 4).count, centeredRows: 5)
    }

    var bottomLine: BottomLine {
        let recall = Hint(key: Key(.up), label: localized("last command", context: "hint"))
        return context.bottomLine(
            [
                Hint(key: Key(.enter), label: localized("run", context: "hint")),
                Hint(key: Key(.escape), label: localized("cancel", context: "hint")),
            ] + (viewModel.state.hasHistory ? [recall] : []))
    }
}
