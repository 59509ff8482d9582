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
        }
    }

    func draw(on surface: inout Surface) {
        let title =
            switch viewModel.state.options.subject {
            case .albums: localized("Sort albums")
            case .photos: localized("Sort photos")
            }
        draw(on: &surface, title: title) { surface in
            drawChoices(on: &surface) { choice, row, style, surface in
                surface.write(
                    labels[choice], column: isOverlay ? 3 : 2, row: row, style: style,
                    width: surface.size.columns - 4)
            }
        }
        bottomLine.draw(on: &surface)
    }

    private var labels: [String] {
        let options = viewModel.state.options
        return options.orders.map { localized($0.option(in: options)) }
    }

    var box: Rect? {
        let widths = labels.map { VisibleText($0, repertoire: appearance.repertoire).width + 2 }
        return box(columns: widths.max() ?? 0, lines: labels.count)
    }

    var bottomLine: BottomLine {
        context.bottomLine(keyMap.hints(of: [.back, .choose]) + context.helpHints)
    }
}

/// The commands of the sort menu.
enum SortCommand: Hashable, Sendable {
    case move(GridCursor.Move)
    case choose, back
}

extension KeyMap<SortCommand> {
    static let sort = KeyMap(
        "sort",
        [
            KeyBinding([Key(.enter)], .choose, in: .move, help: "Apply the selected order", hint: "choose"),
            KeyBinding([Key(.escape), Key("q")], .back, in: .move, help: "Go back", hint: "back"),
        ] + gridMoves { .move($0) })
}

/// Everything the sort menu shows.
struct SortState: Sendable {
    let options: SortOptions
    var cursor = GridCursor()
}

/// The state and commands of the sort menu.
@MainActor
final class SortViewModel: MenuViewModel {
    /// Navigation, supplied by the coordinator.
    struct Actions {
        var choose: (ListOrder) -> Void
        var goBack: () -> Void
    }

    private(set) var state: SortState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    private let actions: Actions
    let notices: Notices

    init(options: SortOptions, notices: Notices, actions: Actions) {
        self.actions = actions
        self.notices = notices
        state = SortState(options: options)
        state.cursor.update(
            sections: [options.orders.count], selection: options.orders.firstIndex(of: options.current))
    }

    var cursor: GridCursor {
        get { state.cursor }
        set { state.cursor = newValue }
    }

    func chooseSelection() {
        actions.choose(state.options.orders[state.cursor.selection])
    }

    func goBack() {
        actions.goBack()
    }
}
