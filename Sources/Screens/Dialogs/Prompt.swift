import Localization
import TerminalUI

/// A dialog with a line to type, which Enter answers.
struct Prompt<Answer: Sendable>: Dialog {
    /// A line below the text.
    struct Line: Hashable, Sendable {
        let text: String
        /// Why Enter has no effect.
        var isProblem = false
    }

    /// A text that was checked.
    struct Checked: Sendable {
        /// The effects of the text, problems first.
        let lines: [Line]
        let answer: Result<Answer, NoEffect>
    }

    /// How a text becomes an answer.
    enum Reading {
        /// When Enter is pressed.
        case atEnter((String) throws(NoEffect) -> Answer)
        /// After each change; Enter waits for it.
        case whileTyping(@MainActor (String) async -> Checked)
    }

    let title: String
    /// Stands before the text, such as `Name: `.
    let label: String
    /// The text that the user continues.
    var text = ""
    /// The end of the text, after the cursor, such as `.jpg`; it goes when the user deletes all of the text.
    var ending = ""
    /// Describes the expected text; nil if it is obvious.
    var help: String?
    /// The hint at Enter.
    let hint: String
    /// Earlier texts, the last one first; the arrow keys recall them.
    var history: [String] = []
    /// Texts in a list, of which the arrow keys select one to answer in place of the typed one.
    var suggestions: [String] = []
    /// The hint at the arrow keys.
    var arrowHint: String?
    /// Returns the folders that begin with a path, which Tab completes; nil if the text isn't a path.
    var folders: (@Sendable (_ path: String) async -> [String])?
    /// Returns a text completed by Tab; nil if there is nothing to complete.
    var complete: (@MainActor (String) -> String?)?
    /// The answer of Enter to an empty text; nil if Enter cancels then.
    var answerOfNothing: Answer?
    let reading: Reading

    func screen(in context: ScreenContext, answer: @escaping (Answer?) -> Void) -> any Screen {
        PromptScreen(viewModel: PromptViewModel(self, notices: context.notices, answer: answer), context: context)
    }
}

/// The state and commands of a prompt.
@MainActor
final class PromptViewModel<Answer: Sendable> {
    /// Everything a prompt shows.
    struct State: Sendable {
        var text = TextField(.prompt)
        /// The index of the suggestion that Enter answers instead of the text.
        var selection: Int?
        /// The lines below the text: its effects, or the folders that can complete it. They replace the suggestions.
        var lines: [Prompt<Answer>.Line] = []
    }

    private(set) var state = State() {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    let prompt: Prompt<Answer>
    private let notices: Notices
    private let answer: (Answer?) -> Void
    /// The texts to recall, the first one first, and last the one that the user types.
    private var history: [String]
    private var current: Int
    private var checking: Task<Void, Never>?
    private var completing: Task<Void, Never>?
    /// The text checked last. A folder that Tab has completed is checked at Enter, so that the matches stay listed.
    private var checkedText = ""
    /// The answer of that text; nil until it has been checked.
    private var checked: Result<Answer, NoEffect>?
    /// Whether the user has pressed Enter before the text was checked.
    private var isSubmitted = false

    init(_ prompt: Prompt<Answer>, notices: Notices, answer: @escaping (Answer?) -> Void) {
        self.prompt = prompt
        self.notices = notices
        self.answer = answer
        history = prompt.history.reversed() + [""]
        current = prompt.history.count
        state.text.begin(with: prompt.text)
        state.text.append(prompt.ending)
        check()
    }

    /// The suggestions, unless other lines are listed.
    var suggestions: [String] { state.lines.isEmpty ? prompt.suggestions : [] }

    /// Handles a key. No letter selects a suggestion, because the first letter of a typed path would then be the answer.
    func press(_ key: Key) {
        switch key {
        case Key(.up): if prompt.history.isEmpty { select(by: -1) } else { recall(-1) }
        case Key(.down): if prompt.history.isEmpty { select(by: 1) } else { recall(1) }
        case Key(.tab) where prompt.folders != nil: completeFolder()
        case Key(.tab) where prompt.complete != nil:
            guard let text = prompt.complete?(state.text.text) else { return notices.explain(.nothingToComplete) }
            state.text.begin(with: text)
            check()
        case Key(.enter) where state.text.text.isEmpty && prompt.answerOfNothing != nil: answer(prompt.answerOfNothing)
        case Key(.enter):
            if let selection = state.selection { submit(prompt.suggestions[selection]) } else { edit(key) }
        default: edit(key)
        }
    }

    private func edit(_ key: Key) {
        change(unused: .unusedKeyToCancel(key.label)) { $0.handle(key) }
    }

    func paste(_ text: String) {
        change { $0.paste(text) }
    }

    func goBack() {
        checking?.cancel()
        completing?.cancel()
        answer(nil)
    }

    /// Edits the text. Enter submits it, unless it is empty; then, and with Esc, the prompt is closed.
    private func change(unused: NoEffect? = nil, _ change: (inout TextField) -> TextField.Response) {
        var new = state
        new.selection = nil
        let response = change(&new.text)
        if new.text.isTyping, new.text.head.isEmpty, new.text.tail == prompt.ending { new.text.begin(with: "") }
        if let reason = response.noEffect(ifUnused: unused) { notices.explain(reason) }
        guard new.text.isTyping else { return new.text.text.isEmpty ? goBack() : submit(new.text.text) }
        isSubmitted = false
        let isOther = new.text.text != state.text.text
        if isOther, prompt.folders != nil { new.lines = [] }
        state = new
        if isOther { check() }
    }

    private func submit(_ text: String) {
        switch prompt.reading {
        case .atEnter(let read): end(with: Result { () throws(NoEffect) in try read(text) })
        case .whileTyping(let check):
            guard text == checkedText else {
                checking?.cancel()
                (checkedText, checked) = (text, nil)
                checking = Task { [weak self] in
                    let result = await check(text)
                    guard !Task.isCancelled, let self else { return }
                    checked = result.answer
                    end(with: result.answer)
                }
                return
            }
            isSubmitted = true
            if let checked { end(with: checked) }
        }
    }

    private func end(with result: Result<Answer, NoEffect>) {
        isSubmitted = false
        switch result {
        case .success(let value):
            completing?.cancel()
            answer(value)
        case .failure(let reason): notices.explain(reason)
        }
    }

    private func check() {
        guard case .whileTyping(let check) = prompt.reading else { return }
        checking?.cancel()
        checked = nil
        checkedText = state.text.text
        checking = Task { [weak self, text = checkedText] in
            let result = await check(text)
            guard !Task.isCancelled, let self else { return }
            checked = result.answer
            // No lines to show must not remove the folders that Tab has listed since.
            if prompt.folders == nil || !result.lines.isEmpty { state.lines = result.lines }
            if isSubmitted { end(with: result.answer) }
        }
    }

    /// Moves the selection among the suggestions; above the first one, Enter submits the text again.
    private func select(by distance: Int) {
        let selection = (state.selection ?? -1) + distance
        guard selection >= -1, suggestions.indices.contains(max(0, selection)) else {
            return notices.explain(.nothingMoreThisWay)
        }
        state.selection = selection < 0 ? nil : selection
    }

    /// Shows an earlier or later text. Edits of the current one are not lost.
    private func recall(_ distance: Int) {
        guard history.indices.contains(current + distance) else { return notices.explain(.nothingMoreThisWay) }
        history[current] = state.text.text
        current += distance
        state.text.begin(with: history[current])
    }

    /// Completes the folder name before the cursor to the common prefix of all matches, and lists several. Does nothing if
    /// the user has typed on by then.
    private func completeFolder() {
        guard let folders = prompt.folders else { return }
        state.selection = nil
        completing?.cancel()
        completing = Task { [weak self, typed = state.text] in
            let found = await folders(typed.head)
            guard !Task.isCancelled, let self, state.text == typed else { return }
            guard let first = found.first else { return notices.explain(.noSuchFolder) }
            var path = typed
            path.complete(found.dropFirst().reduce(first) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) })
            state = State(text: path, lines: found.count > 1 ? found.map { .init(text: $0) } : [])
        }
    }
}

/// The screen of a prompt: a box over the screen below.
@MainActor
final class PromptScreen<Answer: Sendable>: BoxScreen {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: PromptViewModel<Answer>
    var context: ScreenContext

    init(viewModel: PromptViewModel<Answer>, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func handle(_ event: InputEvent) {
        switch event {
        case .key(let key): viewModel.press(key)
        case .paste(let text): viewModel.paste(text)
        case .mouse, .response: break
        }
    }

    func goBack() {
        viewModel.goBack()
    }

    func draw(on surface: inout Surface) {
        draw(on: &surface, title: viewModel.prompt.title) { surface in
            drawInside(on: &surface, row: contentRow, end: isOverlay ? surface.size.rows : size.rows - 2)
        }
        bottomLine.draw(on: &surface)
    }

    private func drawInside(on surface: inout Surface, row: Int, end: Int) {
        let columns = surface.size.columns - 2
        viewModel.state.text.draw(
            on: &surface, prompt: viewModel.prompt.label, column: 1, row: row, width: columns, theme: theme)
        let help = helpLines(viewModel.prompt.help, columns: columns)
        for (line, text) in help.enumerated() {
            surface.write(text, column: 1, row: row + 1 + line, style: theme.quiet, width: columns)
        }
        let first = row + 1 + max(1, help.count)
        if viewModel.suggestions.isEmpty {
            drawLines(on: &surface, row: first, count: max(0, end - first))
        } else {
            drawSuggestions(on: &surface, row: first, count: max(0, end - first))
        }
    }

    private func drawLines(on surface: inout Surface, row: Int, count: Int) {
        let columns = surface.size.columns - 2
        let lines = viewModel.state.lines
        let fitting = lines.count > count ? max(0, count - 1) : lines.count
        for (index, line) in lines.prefix(fitting).enumerated() {
            let style = line.isProblem ? theme.failure : theme.text
            let sign = line.isProblem ? theme.failureSign : ""
            surface.write(sign + line.text, column: 1, row: row + index, style: style, width: columns)
        }
        let others = lines.count - fitting
        guard others > 0, count > 0 else { return }
        surface.write(
            localized(others, one: "and \(others) more", other: "and \(others) more"), column: 1, row: row + fitting,
            style: theme.quiet, width: columns)
    }

    private func drawSuggestions(on surface: inout Surface, row: Int, count: Int) {
        let selection = viewModel.state.selection
        let first = max(0, (selection ?? 0) + 1 - count)
        for (line, text) in viewModel.suggestions.dropFirst(first).prefix(count).enumerated() {
            let isSelected = first + line == selection
            if isSelected {
                // A screen reader reads the line of the cursor.
                if theme.isForReaders { surface.cursor = nil }
                surface.markSelected(row: row + line, theme: theme, isWhole: isOverlay)
            }
            surface.write(
                text, column: 3, row: row + line, style: isSelected ? theme.selected : theme.text,
                width: surface.size.columns - 4)
        }
    }

    var box: Rect? {
        let columns = min(Self.columns, maxBoxColumns)
        let help = helpLines(viewModel.prompt.help, columns: columns - 4).count
        let listed = max(viewModel.state.lines.count, viewModel.suggestions.count)
        let list = listed == 0 ? 0 : listed + (help == 0 ? 1 : 0)
        return centeredBox(columns: columns, rows: min(3 + help + list, size.rows - 1))
    }

    private static var columns: Int { 72 }

    var bottomLine: BottomLine {
        let prompt = viewModel.prompt
        var hints = [
            Hint(key: Key(.enter), label: prompt.hint),
            Hint(key: Key(.escape), label: localized("cancel", context: "hint")),
        ]
        if let label = prompt.arrowHint, !viewModel.suggestions.isEmpty {
            hints.append(Hint(keys: [Key(.up), Key(.down)], label: label))
        } else if let label = prompt.arrowHint, !prompt.history.isEmpty {
            hints.append(Hint(key: Key(.up), label: label))
        }
        if prompt.folders != nil || prompt.complete != nil {
            hints.append(Hint(key: Key(.tab), label: localized("complete", context: "hint")))
        }
        return context.bottomLine(hints)
    }
}
