import Albums
import Localization
import TerminalUI

/// The owner picker: selects the owner of the albums on the home screen.
@MainActor
final class OwnersScreen: NoticeScreen {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: OwnersViewModel
    private(set) var context: ScreenContext
    private let keyMap: KeyMap<OwnersCommand>

    /// The title and an empty line.
    private static let headerRows = 2

    init(viewModel: OwnersViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        keyMap = KeyMap.owners.with(context.keys)
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
        viewModel.layOut(lines: max(1, size.rows - Self.headerRows - 1))
    }

    func handle(_ event: InputEvent) {
        TypingInput(
            keyMap: keyMap, isTyping: viewModel.state.search.isTyping, change: viewModel.changeSearch, run: run,
            explain: context.notices.explain,
            helpKey: keyMap.label(for: .help)
        ).handle(event)
    }

    func handle(_ gesture: MouseGesture) {
        switch gesture {
        case .click(let point):
            if let choice = choice(at: point) {
                viewModel.select(choice)
            } else if let key = bottomLine.key(at: point) {
                handle(.key(key))
            }
        case .doubleClick(let point): if choice(at: point) != nil { viewModel.chooseSelection() }
        case .scrollUp: viewModel.move(.scrollUp)
        case .scrollDown: viewModel.move(.scrollDown)
        case .drag: break
        }
    }

    private func choice(at point: Position) -> Int? {
        viewModel.state.cursor.item(inLine: point.row - Self.headerRows)
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        let used = surface.write(localized("Show albums by"), column: 1, row: 0, style: theme.title)
        if state.search.isActive {
            state.search.draw(
                on: &surface, column: used + 3, row: 0, width: surface.size.columns - used - 4, theme: theme)
        }
        if state.choices.isEmpty {
            let message = UserFacingText.lines(
                shortening: state.search.text, columns: surface.size.columns - 2, surface.repertoire
            ) { localized("No owners match \u{201C}\($0)\u{201D}") }
            surface.write(message.first ?? "", column: 1, row: Self.headerRows, style: theme.quiet)
        }
        for row in state.cursor.visibleRows {
            for index in row.items {
                draw(
                    state.choices[index], isSelected: index == state.cursor.selection, row: Self.headerRows + row.line,
                    on: &surface)
            }
        }
        bottomLine.draw(on: &surface)
    }

    private var bottomLine: BottomLine {
        context.bottomLine(viewModel.state.search.hints() ?? keyMap.hints())
    }

    private func draw(_ choice: OwnersState.Choice, isSelected: Bool, row: Int, on surface: inout Surface) {
        let style = isSelected ? theme.selected : theme.text
        if isSelected { surface.markSelected(row: row, theme: theme) }
        switch choice {
        case .everyone:
            surface.write(localized("Everyone"), column: 2, row: row, style: style)
        case .owner(let owner):
            let nameWidth = max(12, surface.size.columns / 3)
            surface.write(owner.name, column: 2, row: row, style: style, width: nameWidth - 2)
            surface.write(owner.address.line, column: 2 + nameWidth, row: row, style: theme.quiet)
        }
    }

    private func run(_ command: OwnersCommand) {
        switch command {
        case .move(let move): viewModel.move(move)
        case .choose: viewModel.chooseSelection()
        case .search: viewModel.changeSearch { $0.begin() }
        case .back: viewModel.goBack()
        case .help: viewModel.showHelp(keyMap.helpEntries)
        }
    }
}
