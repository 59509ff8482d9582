import Albums
import Localization
import TerminalUI

/// The owner picker: selects the owner of the albums on the home screen.
@MainActor
final class OwnersScreen: Screen {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: OwnersViewModel
    private let themes: ThemeSettings
    private let keyMap: KeyMap<OwnersCommand>
    private let notices: Notices
    private let showHelp: ([HelpEntry]) -> Void
    private var size = Size(columns: 80, rows: 24)
    private var appearance = TerminalAppearance(colors: .none, repertoire: .unicode)
    private var theme = Theme.mono

    /// The title and an empty line.
    private static let headerRows = 2

    init(
        viewModel: OwnersViewModel, themes: ThemeSettings, keyMap: KeyMap<OwnersCommand>, notices: Notices,
        showHelp: @escaping ([HelpEntry]) -> Void
    ) {
        self.viewModel = viewModel
        self.themes = themes
        self.keyMap = keyMap
        self.notices = notices
        self.showHelp = showHelp
        viewModel.onStateChange = { [weak self] _ in self?.onNeedsDisplay() }
    }

    func appear() {}

    func disappear() {}

    func layOut(size: Size, appearance: TerminalAppearance) {
        self.size = size
        self.appearance = appearance
        theme = themes.theme(on: appearance)
        viewModel.layOut(lines: max(1, size.rows - Self.headerRows - 1))
    }

    func handle(_ event: InputEvent) {
        TypingInput(
            keyMap: keyMap, isTyping: viewModel.state.search.isTyping, change: viewModel.changeSearch, run: run,
            explain: notices.explain,
            helpKey: keyMap.label(for: .help)
        ).handle(event)
    }

    func handle(_ gesture: MouseGesture) {
        switch gesture {
        case .click(let point):
            if let choice = choice(at: point) {
                viewModel.select(choice)
            } else if let key = bottomLine.key(at: point, size: size, repertoire: appearance.repertoire) {
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
        BottomLine(notices: notices, hints: viewModel.state.search.hints() ?? keyMap.hints(), theme: theme)
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
        case .help: showHelp(keyMap.helpEntries)
        }
    }
}
