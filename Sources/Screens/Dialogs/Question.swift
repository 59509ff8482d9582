import CellArt
import FoundationEssentials
import Localization
import TerminalUI

/// A dialog with a question, and a key for each answer. Keys count once the terminal shows the question. Esc gives no answer.
struct Question<Answer: Sendable>: Dialog {
    /// An answer with its keys, of which the first one is in the hint line.
    struct Choice {
        let keys: [Key]
        let hint: String
        let answer: Answer
    }

    let title: String
    /// The paragraphs of the question.
    let text: [String]
    let choices: [Choice]
    /// The hint at Esc; nil for "cancel".
    var escapeHint: String?
    /// Whether keys answer the question even before the terminal shows it, because they mean the same without it.
    var takesEarlyKeys = false
    /// Called with the view-model when the question opens, so that the asker can change its text or end it.
    var follow: ((QuestionViewModel<Answer>) -> Void)?

    func screen(in context: ScreenContext, answer: @escaping (Answer?) -> Void) -> any Screen {
        QuestionScreen(viewModel: QuestionViewModel(self, notices: context.notices, answer: answer), context: context)
    }
}

/// The state and keys of a question.
@MainActor
final class QuestionViewModel<Answer: Sendable> {
    /// The paragraphs.
    var text: [String] {
        didSet { onStateChange() }
    }

    /// Called after each change of the text.
    var onStateChange: () -> Void = {}

    let question: Question<Answer>
    private let notices: Notices
    /// Whether the terminal has shown the question.
    private var isDelivered = false
    /// The number of keys that were typed before.
    private var earlyKeys = 0
    /// Closes the question with an answer, or without one.
    let answer: (Answer?) -> Void

    init(_ question: Question<Answer>, notices: Notices, answer: @escaping (Answer?) -> Void) {
        self.question = question
        self.notices = notices
        self.answer = answer
        text = question.text
        question.follow?(self)
    }

    func didDeliver() {
        isDelivered = true
    }

    func press(_ key: Key) {
        let choice = question.choices.first { $0.keys.contains(key) }
        if choice == nil, [Key(.escape), Key("n"), Key("q")].contains(key) {
            answer(nil)
        } else if !isDelivered, !question.takesEarlyKeys {
            earlyKeys += 1
            notices.explain(.tooEarly(keys: earlyKeys))
        } else if let choice {
            answer(choice.answer)
        } else {
            notices.explain(.unusedKeyToCancel(key.label))
        }
    }
}

/// The screen of a question: a box over the screen below.
@MainActor
final class QuestionScreen<Answer: Sendable>: BoxScreen {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: QuestionViewModel<Answer>
    var context: ScreenContext
    /// Identifies the question among the items of a frame (`Surface.items`).
    private let item = OpaqueID(UUID())

    init(viewModel: QuestionViewModel<Answer>, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func handle(_ event: InputEvent) {
        if case .key(let key) = event { viewModel.press(key) }
    }

    func goBack() {
        viewModel.answer(nil)
    }

    func didDeliver(_ items: Set<OpaqueID>) {
        if items.contains(item) { viewModel.didDeliver() }
    }

    func draw(on surface: inout Surface) {
        draw(on: &surface, title: viewModel.question.title) { surface in
            for (line, text) in lines(columns: surface.size.columns - 2).enumerated() {
                surface.write(text, column: 1, row: contentRow + line, style: theme.text)
            }
            if theme.isForReaders { surface.cursor = Position(column: 0, row: contentRow) }
        }
        bottomLine.draw(on: &surface)
        surface.items.insert(item)
    }

    private func lines(columns: Int) -> [String] {
        viewModel.text.flatMap {
            VisibleText($0, repertoire: appearance.repertoire).wrapped(columns: columns, rows: 4)
        }
    }

    var box: Rect? {
        let columns = min(60, maxBoxColumns)
        return centeredBox(columns: columns, rows: 2 + lines(columns: columns - 4).count, centeredRows: 5)
    }

    var bottomLine: BottomLine {
        let question = viewModel.question
        let escape = question.escapeHint ?? localized("cancel", context: "hint")
        var hints = question.choices.map { Hint(keys: Array($0.keys.prefix(1)), label: $0.hint) }
        hints.insert(Hint(key: Key(.escape), label: escape), at: min(1, hints.count))
        return context.bottomLine(hints)
    }
}
