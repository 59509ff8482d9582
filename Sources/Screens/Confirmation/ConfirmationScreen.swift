import Localization
import TerminalUI

/// A question that the user confirms or cancels.
struct Confirmation: Sendable {
    /// The title of the box.
    let title: String
    let question: String
    /// The hint of the key that confirms.
    let hint: String
}

/// Asks before a command that affects many photos: a box over the screen below.
@MainActor
final class ConfirmationScreen: BoxScreen {
    var onNeedsDisplay: () -> Void = {}

    /// Navigation, supplied by the coordinator.
    struct Actions {
        var confirm: () -> Void
        var goBack: () -> Void
        var alternative: Alternative?
    }

    /// Another answer, with its key.
    struct Alternative {
        let key: Key
        let hint: String
        let choose: () -> Void
    }

    private let confirmation: Confirmation
    private let actions: Actions
    var context: ScreenContext

    init(_ confirmation: Confirmation, context: ScreenContext, actions: Actions) {
        self.confirmation = confirmation
        self.context = context
        self.actions = actions
    }

    func handle(_ event: InputEvent) {
        guard case .key(let key) = event else { return }
        switch key {
        case Key(.enter), Key("y"): actions.confirm()
        case Key(.escape), Key("n"), Key("q"): actions.goBack()
        case actions.alternative?.key: actions.alternative?.choose()
        default: context.notices.explain(.unusedKeyToCancel(key.label))
        }
    }

    func goBack() {
        actions.goBack()
    }

    func draw(on surface: inout Surface) {
        draw(on: &surface, title: confirmation.title) { surface in
            let row = isOverlay ? 0 : 2
            for (line, text) in lines(columns: surface.size.columns - 2).enumerated() {
                surface.write(text, column: 1, row: row + line, style: theme.text)
            }
            if theme.isForReaders { surface.cursor = Position(column: 0, row: row) }
        }
        bottomLine.draw(on: &surface)
    }

    private func lines(columns: Int) -> [String] {
        VisibleText(confirmation.question, repertoire: appearance.repertoire).wrapped(columns: columns, rows: 4)
    }

    var box: Rect? {
        let columns = min(60, maxBoxColumns)
        return centeredBox(columns: columns, rows: 2 + lines(columns: columns - 4).count, centeredRows: 5)
    }

    var bottomLine: BottomLine {
        context.bottomLine(
            [
                Hint(key: Key(.enter), label: confirmation.hint),
                Hint(key: Key(.escape), label: localized("cancel", context: "hint")),
            ] + (actions.alternative.map { [Hint(key: $0.key, label: $0.hint)] } ?? []))
    }
}
