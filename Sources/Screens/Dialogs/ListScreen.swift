import TerminalUI

/// A screen with a title and a list of choices, one per line and one of them selected.
@MainActor
protocol ListScreen: CommandScreen, BoxScreen {
    associatedtype ViewModel: ListViewModel
    var viewModel: ViewModel { get }
    /// The number of lines below the choices: the bottom line and, in a menu with a search, its line.
    var bottomRows: Int { get }
    /// The number of lines above the choices in place of a title.
    var linesAbove: Int { get }
    /// The number of choices in the highest box.
    var maxBoxLines: Int { get }
    /// Whether a click chooses. Otherwise it selects, and a double click chooses.
    var choosesOnClick: Bool { get }
}

/// A view-model with a list of choices.
@MainActor
protocol ListViewModel: AnyObject {
    /// The selected choice and the scroll position.
    var cursor: GridCursor { get set }
    /// Whether the choices are on the screen.
    var isChoosing: Bool { get }

    var notices: Notices { get }

    func chooseSelection()
    /// Explains why a command has no effect.
    func explain(_ reason: NoEffect)
    func goBack()
}

extension ListScreen {
    var box: Rect? { nil }
    var bottomRows: Int { 1 }
    var linesAbove: Int { 0 }
    var choosesOnClick: Bool { false }

    /// Returns a frame around a number of lines in the middle of the screen; nil for screen readers.
    func box(columns: Int, lines: Int) -> Rect? {
        centeredBox(columns: max(Self.minBoxColumns, columns + 4), rows: min(max(1, lines), maxBoxLines) + 2)
    }

    /// The lines inside the highest box, which leaves the bottom lines free.
    var maxBoxLines: Int { max(1, size.rows - 2 - bottomRows) }

    private static var minBoxColumns: Int { 40 }

    /// The row of the first choice in the box or, without a box, on the screen: below the title and an empty line.
    var firstRow: Int { linesAbove > 0 ? linesAbove : box == nil ? 2 : 0 }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
        viewModel.cursor.layOut(
            columns: 1, lines: isOverlay ? maxBoxLines : max(1, size.rows - firstRow - bottomRows), linesPerRow: 1)
    }

    func handle(_ gesture: MouseGesture) {
        switch gesture {
        case .click(let point):
            if let choice = choice(at: point) {
                viewModel.cursor.select(choice)
                if choosesOnClick { viewModel.chooseSelection() }
            } else {
                handleClickOutside(at: point)
            }
        case .doubleClick(let point): if choice(at: point) != nil { viewModel.chooseSelection() }
        case .scrollUp: scroll(.scrollUp)
        case .scrollDown: scroll(.scrollDown)
        case .drag, .controlClick, .rightClick: break
        }
    }

    func goBack() {
        viewModel.goBack()
    }

    private func choice(at point: Position) -> Int? {
        guard viewModel.isChoosing, box?.contains(point) ?? true else { return nil }
        return viewModel.cursor.item(inLine: point.row - firstRow - (box.map { $0.row + 1 } ?? 0))
    }

    private func scroll(_ move: GridCursor.Move) {
        if viewModel.isChoosing { viewModel.move(move) }
    }

    /// Draws arrows at the right edge where choices are out of view.
    private func drawArrows(around visible: [GridCursor.Item], on surface: inout Surface) {
        guard !theme.isForReaders, let first = visible.first, let last = visible.last else { return }
        let column = surface.size.columns - 1
        if first.index > 0 { surface.write("\u{2191}", column: column, row: firstRow + first.line, style: theme.quiet) }
        if last.index < viewModel.cursor.count - 1 {
            surface.write("\u{2193}", column: column, row: firstRow + last.line, style: theme.quiet)
        }
    }

    /// Draws the choices in view; `draw` draws the text of one.
    func drawChoices(
        on surface: inout Surface, _ draw: (_ choice: Int, _ row: Int, _ style: Style, _ surface: inout Surface) -> Void
    ) {
        let visible = viewModel.cursor.visible
        for item in visible {
            let row = firstRow + item.line
            let isSelected = item.index == viewModel.cursor.selection
            if isSelected { surface.markSelected(row: row, theme: theme, isWhole: isOverlay) }
            draw(item.index, row, isSelected ? theme.selected : theme.text, &surface)
        }
        drawArrows(around: visible, on: &surface)
    }
}

extension ListViewModel {
    var isChoosing: Bool { true }

    func explain(_ reason: NoEffect) {
        notices.explain(reason)
    }

    func move(_ move: GridCursor.Move) {
        if let reason = cursor.attempt(move) { explain(reason) }
    }
}

extension Surface {
    /// Marks a line of a list as selected: with a sign in front, or with the cursor in screen-reader mode.
    ///
    /// - Parameter isWhole: whether the whole line is highlighted.
    mutating func markSelected(row: Int, theme: Theme, isWhole: Bool = false) {
        if theme.isForReaders {
            // A text field keeps the cursor.
            cursor = cursor ?? Position(column: 0, row: row)
        } else if isWhole {
            fill(Rect(column: 0, row: row, columns: size.columns, rows: 1), with: Cell(" ", style: theme.selected))
            write("\u{25B8}", column: 1, row: row, style: theme.selected)
        } else {
            write("\u{25B8}", column: 0, row: row, style: theme.accent)
        }
    }
}
