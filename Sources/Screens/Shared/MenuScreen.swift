import TerminalUI

/// A screen with a title and a list of choices, one per line and one of them selected.
@MainActor
protocol MenuScreen: CommandScreen {
    associatedtype ViewModel: MenuViewModel
    var viewModel: ViewModel { get }
    var context: ScreenContext { get set }
    var bottomLine: BottomLine { get }
}

/// A view-model with a list of choices.
@MainActor
protocol MenuViewModel: AnyObject {
    /// The selected choice and the scroll position.
    var cursor: GridCursor { get set }
    /// Whether the choices are on the screen.
    var isChoosing: Bool { get }

    func chooseSelection()
    /// Reports why a command has no effect.
    func explain(_ reason: NoEffect)
}

extension MenuScreen {
    /// The title and an empty line.
    static var headerRows: Int { 2 }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
        viewModel.cursor.layOut(columns: 1, lines: max(1, size.rows - Self.headerRows - 1), linesPerRow: 1)
    }

    func handle(_ gesture: MouseGesture) {
        switch gesture {
        case .click(let point):
            if let choice = choice(at: point) {
                viewModel.cursor.select(choice)
            } else if let key = bottomLine.key(at: point) {
                handle(.key(key))
            }
        case .doubleClick(let point): if choice(at: point) != nil { viewModel.chooseSelection() }
        case .scrollUp: scroll(.scrollUp)
        case .scrollDown: scroll(.scrollDown)
        case .drag: break
        }
    }

    private func choice(at point: Position) -> Int? {
        viewModel.isChoosing ? viewModel.cursor.item(inLine: point.row - Self.headerRows) : nil
    }

    private func scroll(_ move: GridCursor.Move) {
        if viewModel.isChoosing { viewModel.move(move) }
    }

    /// Draws the choices in view; `draw` draws the text of one.
    func drawChoices(
        on surface: inout Surface, _ draw: (_ choice: Int, _ row: Int, _ style: Style, _ surface: inout Surface) -> Void
    ) {
        for item in viewModel.cursor.visible {
            let row = Self.headerRows + item.line
            let isSelected = item.index == viewModel.cursor.selection
            if isSelected { surface.markSelected(row: row, theme: theme) }
            draw(item.index, row, isSelected ? theme.selected : theme.text, &surface)
        }
    }
}

extension MenuViewModel {
    var isChoosing: Bool { true }

    func move(_ move: GridCursor.Move) {
        if let reason = cursor.attempt(move) { explain(reason) }
    }
}

extension Surface {
    /// Marks a line of a list as selected: with a sign in front, or with the cursor in screen-reader mode.
    mutating func markSelected(row: Int, theme: Theme) {
        if theme.isForReaders {
            // A text field keeps the cursor.
            cursor = cursor ?? Position(column: 0, row: row)
        } else {
            write("\u{25B8}", column: 0, row: row, style: theme.accent)
        }
    }
}
