import Localization
import TerminalUI

/// The command palette: a box over the screen below that finds its commands by name and runs them.
@MainActor
final class PaletteScreen: BoxScreen {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: PaletteViewModel
    var context: ScreenContext

    init(viewModel: PaletteViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
        viewModel.layOut(lines: (box?.rows ?? size.rows + 1) - 3)
    }

    func handle(_ event: InputEvent) {
        switch event {
        case .key(let key): press(key)
        case .paste(let text): viewModel.changeText { $0.paste(text) }
        case .mouse, .response: break
        }
    }

    private func press(_ key: Key) {
        switch (key.code, key.modifiers) {
        case (.enter, []): viewModel.run()
        case (.escape, []): viewModel.goBack()
        case (.backspace, []) where viewModel.state.typed.text.isEmpty: viewModel.goBack()
        case (.up, []), (.character("p"), .control): viewModel.move(.up)
        case (.down, []), (.character("n"), .control): viewModel.move(.down)
        case (.pageUp, []): viewModel.move(.pageUp)
        case (.pageDown, []): viewModel.move(.pageDown)
        default:
            viewModel.changeText(unused: .unusedKeyToCancel(key.label)) { $0.handle(key) }
        }
    }

    func handle(_ gesture: MouseGesture) {
        switch gesture {
        case .click(let point), .doubleClick(let point):
            let line = point.row - (box.map { $0.row + 2 } ?? 1)
            if !handleClickOutside(at: point), let match = viewModel.state.cursor.item(inLine: line) {
                viewModel.run(match)
            }
        case .scrollUp: viewModel.move(.scrollUp)
        case .scrollDown: viewModel.move(.scrollDown)
        case .drag, .controlClick, .rightClick: break
        }
    }

    func goBack() {
        viewModel.goBack()
    }

    func draw(on surface: inout Surface) {
        draw(on: &surface, title: "") { drawInside(on: &$0) }
        bottomLine.draw(on: &surface)
    }

    private func drawInside(on surface: inout Surface) {
        let state = viewModel.state
        let columns = surface.size.columns
        let position = UserFacingText.position(state.cursor.selection + 1, of: state.matches.count)
        let width = VisibleText(position).width
        if !state.matches.isEmpty {
            surface.write(position, column: columns - 1 - width, row: 0, style: theme.quiet)
        }
        state.typed.draw(on: &surface, prompt: ": ", column: 1, row: 0, width: columns - 4 - width, theme: theme)
        if state.matches.isEmpty {
            surface.write(
                localized("No command matches \u{201C}\(state.typed.text)\u{201D}"), column: 3, row: 1,
                style: theme.quiet, width: columns - 4)
        }
        for item in state.cursor.visible {
            let entry = state.entries[state.matches[item.index]]
            let isSelected = item.index == state.cursor.selection
            let row = 1 + item.line
            if isSelected {
                let cell = Cell(" ", style: theme.selected)
                if isOverlay { surface.fill(Rect(column: 0, row: row, columns: columns, rows: 1), with: cell) }
                surface.write("\u{25B8}", column: 1, row: row, style: isOverlay ? theme.selected : theme.accent)
            }
            let keyWidth = VisibleText(entry.key, repertoire: surface.repertoire).width
            surface.write(
                isSelected ? " \(entry.title) " : entry.title, column: isSelected ? 2 : 3, row: row,
                style: isSelected ? theme.selected : theme.text, width: columns - keyWidth - 5)
            surface.write(
                entry.key, column: columns - 1 - keyWidth, row: row,
                style: isOverlay && isSelected ? theme.selected : theme.accent)
        }
    }

    /// The frame. Its size is constant while the user types.
    var box: Rect? {
        guard !context.isForReaders else { return nil }
        let columns = min(Self.maxColumns, maxBoxColumns)
        let lines = min(viewModel.state.entries.count, Self.maxLines, size.rows - 5)
        return Rect(
            column: (size.columns - columns) / 2, row: min(2, max(0, size.rows - 11)), columns: columns,
            rows: max(1, lines) + 3)
    }

    private static let maxColumns = 60
    private static let maxLines = 16

    var bottomLine: BottomLine {
        let run = Hint(key: Key(.enter), label: localized("run", context: "hint"))
        let cancel = Hint(key: Key(.escape), label: localized("cancel", context: "hint"))
        return context.bottomLine(viewModel.state.matches.isEmpty ? [cancel] : [run, cancel])
    }
}
