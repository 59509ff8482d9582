import Albums
import Localization
import TerminalUI

/// A dialog with several texts of a photo, which Enter submits together.
struct Form: Dialog {
    struct Row {
        let field: PhotoField
        let label: String
        /// The initial text.
        var text = ""
    }

    /// The texts that the user has changed.
    typealias Answer = [PhotoField: String]

    let title: String
    let rows: [Row]
    /// Describes the effect; nil if it is obvious.
    var help: String?
    /// The hint at Enter.
    let hint: String

    func screen(in context: ScreenContext, answer: @escaping (Answer?) -> Void) -> any Screen {
        FormScreen(viewModel: FormViewModel(self, notices: context.notices, answer: answer), context: context)
    }
}

/// The state and keys of a form.
@MainActor
final class FormViewModel {
    /// Everything a form shows.
    struct State: Sendable {
        var texts: [TextField]
        /// The index of the line with the cursor.
        var focus = 0
    }

    private(set) var state: State {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    let form: Form
    private let notices: Notices
    private let answer: (Form.Answer?) -> Void

    init(_ form: Form, notices: Notices, answer: @escaping (Form.Answer?) -> Void) {
        self.form = form
        self.notices = notices
        self.answer = answer
        state = State(
            texts: form.rows.map { row in
                var text = TextField(.prompt)
                text.keep(row.text)
                return text
            })
        focus(0)
    }

    func press(_ key: Key) {
        switch key {
        case Key(.tab), Key(.down): focus(state.focus + 1)
        case Key(.tab, .shift), Key(.up): focus(state.focus - 1)
        case Key(.enter): submit()
        case Key(.escape): goBack()
        case Key(.backspace) where state.texts[state.focus].text.isEmpty: break
        default: change(unused: .unusedKeyToCancel(key.label)) { $0.handle(key) }
        }
    }

    func paste(_ text: String) {
        change { $0.paste(text) }
    }

    func goBack() {
        answer(nil)
    }

    /// Moves the cursor to a line, and from the last line to the first.
    func focus(_ index: Int) {
        var new = state
        new.texts[new.focus].keep(new.texts[new.focus].text)
        new.focus = (index + new.texts.count) % new.texts.count
        new.texts[new.focus].begin()
        state = new
    }

    private func change(unused: NoEffect? = nil, _ change: (inout TextField) -> TextField.Response) {
        if let reason = change(&state.texts[state.focus]).noEffect(ifUnused: unused) { notices.explain(reason) }
    }

    private func submit() {
        let texts = zip(form.rows, state.texts).filter { $0.text != $1.text }
        answer(Dictionary(uniqueKeysWithValues: texts.map { ($0.field, $1.text) }))
    }
}

/// The screen of a form: a box over the screen below.
@MainActor
final class FormScreen: BoxScreen {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: FormViewModel
    var context: ScreenContext

    init(viewModel: FormViewModel, context: ScreenContext) {
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

    /// A click on a line moves the cursor there.
    func handle(_ gesture: MouseGesture) {
        guard case .click(let point) = gesture, !handleClickOutside(at: point) else { return }
        let line = point.row - contentRow - (box.map { $0.row + 1 } ?? 0)
        if viewModel.form.rows.indices.contains(line) { viewModel.focus(line) }
    }

    func goBack() {
        viewModel.goBack()
    }

    func draw(on surface: inout Surface) {
        draw(on: &surface, title: viewModel.form.title) { surface in
            let (form, first) = (viewModel.form, contentRow)
            let labels = form.rows.map { VisibleText($0.label, repertoire: appearance.repertoire).width }
            let labelWidth = (labels.max() ?? 0) + 1
            for (line, text) in viewModel.state.texts.enumerated() {
                let padding = String(repeating: " ", count: labelWidth - labels[line])
                text.draw(
                    on: &surface, prompt: form.rows[line].label + padding, column: 1, row: first + line,
                    width: surface.size.columns - 2, theme: theme)
            }
            for (line, text) in helpLines(viewModel.form.help, columns: surface.size.columns - 2).enumerated() {
                surface.write(text, column: 1, row: first + form.rows.count + line, style: theme.quiet)
            }
        }
        bottomLine.draw(on: &surface)
    }

    var box: Rect? {
        let columns = min(72, maxBoxColumns)
        let rows = viewModel.form.rows.count + helpLines(viewModel.form.help, columns: columns - 4).count + 2
        return centeredBox(columns: columns, rows: min(rows, size.rows - 1))
    }

    var bottomLine: BottomLine {
        context.bottomLine([
            Hint(key: Key(.enter), label: viewModel.form.hint),
            Hint(key: Key(.escape), label: localized("cancel", context: "hint")),
            Hint(key: Key(.tab), label: localized("next line", context: "hint")),
        ])
    }
}
