import Albums
import Localization
import TerminalUI

/// The owner picker: selects the owner of the albums on the home screen.
@MainActor
final class OwnersScreen: MenuScreen {
    var onNeedsDisplay: () -> Void = {}

    let viewModel: OwnersViewModel
    var context: ScreenContext
    let keyMap: KeyMap<OwnersCommand>

    init(viewModel: OwnersViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        keyMap = KeyMap.owners.with(context.keys)
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    var isTyping: Bool { viewModel.state.search.isTyping }

    func changeText(_ change: (inout TextField) -> Void) {
        viewModel.changeSearch(change)
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        let used = surface.write(localized("Show albums by"), column: 1, row: 0, style: theme.title)
        if let search = state.search.kept {
            surface.write(" \u{00B7} \(search)", column: 1 + used, row: 0, style: theme.accent)
        }
        if state.choices.isEmpty {
            let message = UserFacingText.lines(
                shortening: state.search.text, columns: surface.size.columns - 2, surface.repertoire
            ) { localized("No owners match \u{201C}\($0)\u{201D}") }
            surface.write(message.first ?? "", column: 1, row: firstRow, style: theme.quiet)
        }
        drawChoices(on: &surface) { choice, row, style, surface in
            draw(state.choices[choice], row: row, style: style, on: &surface)
        }
        bottomLine.draw(on: &surface)
    }

    var bottomRows: Int { 2 }

    var bottomLine: BottomLine {
        let state = viewModel.state
        let hints =
            state.search.hints(hasMatches: !state.choices.isEmpty)
            ?? keyMap.hints(of: [.back, .choose, .search, .help])
        return context.bottomLine(hints, search: state.search)
    }

    private func draw(_ choice: OwnersState.Choice, row: Int, style: Style, on surface: inout Surface) {
        switch choice {
        case .everyone:
            surface.write(localized("Everyone"), column: 2, row: row, style: style)
        case .owner(let owner):
            let nameWidth = max(12, surface.size.columns / 3)
            surface.write(owner.name, column: 2, row: row, style: style, width: nameWidth - 2)
            surface.write(owner.address.line, column: 2 + nameWidth, row: row, style: theme.quiet)
        }
    }

    func run(_ command: OwnersCommand) {
        switch command {
        case .move(let move): viewModel.move(move)
        case .choose: viewModel.chooseSelection()
        case .search: viewModel.changeSearch { $0.begin() }
        case .back: viewModel.goBack()
        case .help: viewModel.showHelp(keyMap.helpEntries)
        }
    }
}
