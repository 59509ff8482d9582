import Localization
import TerminalUI

/// Everything the page with a command's output shows.
struct CommandOutputState: Sendable {
    enum Status: Hashable, Sendable {
        case running, canceled, notStarted
        case ended(Int32)
    }

    /// The command line as the user typed it.
    let line: String
    var status = Status.running
    /// The output so far, up to `maxBytes`.
    var output: [UInt8] = []
    var isTruncated = false
    var scroll: LineScroll

    static let maxBytes = 1 << 20
}

/// The view-model of a command's output, which runs the command.
@MainActor
final class CommandOutputViewModel: ScrollingViewModel {
    /// Navigation, supplied by the coordinator.
    struct Actions {
        var goBack: () -> Void
    }

    private(set) var state: CommandOutputState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    private let actions: Actions
    private var running: Task<Void, Never>?

    init(line: String, events: AsyncStream<ScriptEvent>, hasCursor: Bool, actions: Actions) {
        state = CommandOutputState(line: line, scroll: LineScroll(hasCursor: hasCursor))
        self.actions = actions
        running = Task { [weak self] in
            for await event in events { self?.receive(event) }
            if self?.state.status == .running { self?.state.status = .notStarted }
        }
    }

    private func receive(_ event: ScriptEvent) {
        guard state.status == .running else { return }
        switch event {
        case .output(let bytes):
            let room = CommandOutputState.maxBytes - state.output.count
            state.output += bytes.prefix(room)
            state.isTruncated = state.isTruncated || bytes.count > room
        case .ended(let status): state.status = .ended(status)
        }
    }

    var scroll: LineScroll {
        get { state.scroll }
        set { state.scroll = newValue }
    }

    /// Ends the command; once it has ended, goes back.
    func goBack() {
        guard state.status == .running else { return actions.goBack() }
        state.status = .canceled
        running?.cancel()
    }
}

/// The page with the output and the exit status of a command.
@MainActor
final class CommandOutputScreen: ScrollingPage {
    var onNeedsDisplay: () -> Void = {}

    let viewModel: CommandOutputViewModel
    let keyMap: KeyMap<LineScrollCommand>
    private(set) var context: ScreenContext
    private var lines: [String] = []

    /// The command line and a rule.
    private static let headerRows = 2

    init(viewModel: CommandOutputViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        keyMap = KeyMap.page.with(context.keys)
        viewModel.onStateChange = { [weak self] in
            self?.arrange()
            self?.onNeedsDisplay()
        }
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
        arrange()
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        surface.write("$ \(state.line)", column: 1, row: 0, style: theme.title, width: size.columns - 2)
        if theme.isForReaders {
            surface.cursor = Position(
                column: 0, row: Self.headerRows + state.scroll.current - state.scroll.visible.lowerBound)
        } else {
            surface.write(String(repeating: "\u{2500}", count: size.columns), column: 0, row: 1, style: theme.quiet)
        }
        for (row, line) in lines[state.scroll.visible].enumerated() {
            surface.write(line, column: 1, row: Self.headerRows + row, style: theme.text)
        }
        let isFailure = ![.running, .ended(0)].contains(state.status)
        surface.write(
            (isFailure ? theme.failureSign : "") + status, column: 1, row: size.rows - 2,
            style: isFailure ? theme.failure : theme.accent, width: size.columns - 2)
        bottomLine.draw(on: &surface)
    }

    private var status: String {
        switch viewModel.state.status {
        case .running: localized("Running\u{2026}")
        case .canceled: localized("Canceled")
        case .notStarted: localized("The shell could not be started")
        case .ended(let status): localized("Exit status \(ungrouped: Int(status))")
        }
    }

    var bottomLine: BottomLine {
        let isRunning = viewModel.state.status == .running
        let escape = Hint(
            key: Key(.escape),
            label: isRunning ? localized("cancel", context: "hint") : localized("back", context: "hint"))
        return context.bottomLine([escape] + scrollHints)
    }

    private func arrange() {
        let state = viewModel.state
        var text = String(decoding: state.output, as: UTF8.self)
        // Colors and other control sequences of programs that print them even into a pipe.
        text = text.replacing(/\u{1B}\[[0-?]*[ -\/]*[@-~]/, with: "")
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap {
            let wrapped = VisibleText(String($0), repertoire: appearance.repertoire)
                .wrapped(columns: size.columns - 2, rows: 100)
            return wrapped.isEmpty ? [""] : wrapped
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        if state.isTruncated { lines.append("\u{2026}") }
        viewModel.changeScroll { [lines] in $0.layOut(count: lines.count, height: size.rows - Self.headerRows - 2) }
    }
}
