import Albums
import Localization
import TerminalUI

/// The sort menu: the orders that a list supports.
@MainActor
final class SortScreen: MenuScreen {
    var onNeedsDisplay: () -> Void = {}

    let viewModel: SortViewModel
    var context: ScreenContext
    let keyMap: KeyMap<SortCommand>

    init(viewModel: SortViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        keyMap = KeyMap.sort.with(context.keys)
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func run(_ command: SortCommand) {
        switch command {
        case .move(let move): viewModel.move(move)
        case .choose: viewModel.chooseSelection()
        case .back: viewModel.goBack()
        case .help: viewModel.showHelp(keyMap.helpEntries)
        }
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        let title =
            switch state.options.subject {
            case .albums: localized("Sort albums")
            case .photos: localized("Sort photos")
            }
        surface.write(title, column: 1, row: 0, style: theme.title)
        drawChoices(on: &surface) { choice, row, style, surface in
            surface.write(
                localized(state.options.orders[choice].option(state.options.dateKind)), column: 2, row: row,
                style: style, width: surface.size.columns - 3)
        }
        bottomLine.draw(on: &surface)
    }

    var bottomLine: BottomLine {
        context.bottomLine(keyMap.hints())
    }
}
