import Albums
import Localization
import TerminalUI

/// Everything the command prompt shows.
struct CommandPromptState: Sendable {
    let photoCount: Int
    var line = TextField(.prompt)
}

/// The view-model of the command prompt, which asks for a command line to run on photos.
@MainActor
final class CommandPromptViewModel {
    /// Navigation and messages, supplied by the coordinator.
    struct Actions {
        var run: (CommandLineScript) -> Void
        var explain: (NoEffect) -> Void
        var goBack: () -> Void
    }

    private(set) var state: CommandPromptState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    /// The command line that was run last; empty if there is none.
    private let previous: String
    private let actions: Actions

    init(photoCount: Int, previous: String, actions: Actions) {
        self.previous = previous
        self.actions = actions
        state = CommandPromptState(photoCount: photoCount)
        state.line.begin()
    }

    /// Edits the line; Enter runs it unless the files have no safe place in it, and Esc goes back.
    func changeLine(_ change: (inout TextField) -> Void) {
        var new = state
        change(&new.line)
        guard new.line.isTyping else {
            guard !new.line.text.isEmpty else { return actions.goBack() }
            do {
                return actions.run(try CommandLineScript(new.line.text))
            } catch {
                return actions.explain(error)
            }
        }
        state = new
    }

    /// Brings back the last command line.
    func recall() {
        guard !previous.isEmpty else { return actions.explain(.nothingMoreThisWay) }
        state.line.begin(with: previous)
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
    private(set) var context: ScreenContext

    init(viewModel: CommandPromptViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
    }

    func handle(_ event: InputEvent) {
        switch event {
        case .key(Key(.up)): viewModel.recall()
        case .key(let key): viewModel.changeLine { _ = $0.handle(key) }
        case .paste(let text): viewModel.changeLine { $0.paste(text) }
        case .mouse, .response: break
        }
    }

    func handle(_ gesture: MouseGesture) {
        if case .click(let point) = gesture { handleClickOutside(at: point) }
    }

    func goBack() {
        viewModel.goBack()
    }

    func draw(on surface: inout Surface) {
        let count = viewModel.state.photoCount
        let title = localized(count, one: "Run on \(count) photo", other: "Run on \(count) photos")
        draw(on: &surface, title: title) { drawInside(on: &$0, row: isOverlay ? 0 : 1) }
        bottomLine.draw(on: &surface)
    }

    private func drawInside(on surface: inout Surface, row: Int) {
        let columns = surface.size.columns - 2
        viewModel.state.line.draw(on: &surface, prompt: "$ ", column: 1, row: row, width: columns, theme: theme)
        let help = localized("\(CommandLineScript.placeholder) stands for the files; without it, they come last")
        for (line, text) in VisibleText(help, repertoire: surface.repertoire).wrapped(columns: columns, rows: 2)
            .enumerated()
        {
            surface.write(text, column: 1, row: row + 1 + line, style: theme.quiet)
        }
    }

    var box: Rect? {
        guard !context.isForReaders else { return nil }
        let columns = min(60, size.columns - 2)
        return Rect(column: (size.columns - columns) / 2, row: max(0, (size.rows - 6) / 2), columns: columns, rows: 5)
    }

    var bottomLine: BottomLine {
        context.bottomLine([
            Hint(key: Key(.enter), label: localized("run", context: "hint")),
            Hint(key: Key(.up), label: localized("last command", context: "hint")),
            Hint(key: Key(.escape), label: localized("cancel", context: "hint")),
        ])
    }
}
