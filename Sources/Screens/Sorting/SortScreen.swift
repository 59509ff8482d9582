import Albums
import Localization
import TerminalUI

/// The sort menu: the orders that a list supports.
@MainActor
final class SortScreen: NoticeScreen {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: SortViewModel
    private(set) var context: ScreenContext
    private let keyMap: KeyMap<SortCommand>

    /// The title and an empty line.
    private static let headerRows = 2

    init(viewModel: SortViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        keyMap = KeyMap.sort.with(context.keys)
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
        viewModel.layOut(lines: max(1, size.rows - Self.headerRows - 1))
    }

    func handle(_ event: InputEvent) {
        guard case .key(let key) = event else { return }
        switch keyMap.command(for: key) {
        case .move(let move): viewModel.move(move)
        case .choose: viewModel.chooseSelection()
        case .back: viewModel.goBack()
        case .help: viewModel.showHelp(keyMap.helpEntries)
        case nil: context.notices.explain(.unusedKey(key.label, helpKey: keyMap.label(for: .help)))
        }
    }

    func handle(_ gesture: MouseGesture) {
        switch gesture {
        case .click(let point):
            if let index = item(at: point) {
                viewModel.select(index)
            } else if let key = bottomLine.key(at: point) {
                handle(.key(key))
            }
        case .doubleClick(let point): if item(at: point) != nil { viewModel.chooseSelection() }
        case .scrollUp: viewModel.move(.scrollUp)
        case .scrollDown: viewModel.move(.scrollDown)
        case .drag: break
        }
    }

    private func item(at point: Position) -> Int? {
        viewModel.state.cursor.item(inLine: point.row - Self.headerRows)
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        let title =
            switch state.options.subject {
            case .albums: localized("Sort albums")
            case .photos: localized("Sort photos")
            }
        surface.write(title, column: 1, row: 0, style: theme.title)
        for row in state.cursor.visibleRows {
            for index in row.items {
                let line = Self.headerRows + row.line
                let isSelected = index == state.cursor.selection
                if isSelected { surface.markSelected(row: line, theme: theme) }
                surface.write(
                    localized(state.options.orders[index].option(state.options.dateKind)), column: 2, row: line,
                    style: isSelected ? theme.selected : theme.text, width: surface.size.columns - 3)
            }
        }
        bottomLine.draw(on: &surface)
    }

    private var bottomLine: BottomLine {
        context.bottomLine(keyMap.hints())
    }
}
