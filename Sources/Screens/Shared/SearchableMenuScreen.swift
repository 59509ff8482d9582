import Localization
import TerminalUI

/// A menu with a search, whose line is above the bottom line.
@MainActor
protocol SearchableMenuScreen: MenuScreen where Command == SearchableMenuCommand, ViewModel: SearchableMenuViewModel {}

/// A view-model with a list of choices that can be searched.
@MainActor
protocol SearchableMenuViewModel: MenuViewModel {
    associatedtype Actions: SearchableMenuActions

    var actions: Actions { get }
    var search: TextField { get }

    /// Edits, opens or clears the search line; the list updates immediately.
    func changeSearch(_ change: (inout TextField) -> Void)
}

/// The navigation of every menu with a search.
protocol SearchableMenuActions {
    var goBack: () -> Void { get }
}

extension SearchableMenuViewModel {
    /// Clears an active search; without one, goes back.
    func goBack() {
        if search.isActive {
            changeSearch { $0.clear() }
        } else {
            actions.goBack()
        }
    }
}

/// The commands of a menu with a search.
public enum SearchableMenuCommand: Hashable, Sendable {
    case move(GridCursor.Move)
    case choose, search, back
}

extension KeyMap<SearchableMenuCommand> {
    /// Adds the keys that are the same in all menus with a search.
    static func searchableMenu(_ screen: String, _ bindings: [KeyBinding<Command>]) -> KeyMap {
        KeyMap(
            screen,
            bindings + [
                KeyBinding(
                    [Key(.escape), Key("q")], .back, in: .move, help: "Clear the search, or go back", hint: "back")
            ] + gridMoves { .move($0) })
    }
}

extension SearchableMenuScreen {
    var isTyping: Bool { viewModel.search.isTyping }

    var bottomRows: Int { 2 }

    /// The hints of a menu whose search leaves Enter to the list.
    var bottomLine: BottomLine {
        let choose = viewModel.cursor.count == 0 ? [] : keyMap.hints(of: [.choose])
        let hints =
            isTyping
            ? choose + [Hint(key: Key(.escape), label: localized("clear", context: "hint"))]
            : keyMap.hints(of: [.back]) + choose + keyMap.hints(of: [.search]) + context.helpHints
        return context.bottomLine(hints, search: viewModel.search)
    }

    /// Says in the first row of choices that none matches the search.
    ///
    /// - Parameter message: returns the message with the text of the search, which may be shortened.
    func drawNoMatch(on surface: inout Surface, column: Int, _ message: (String) -> String) {
        let lines = UserFacingText.lines(
            shortening: viewModel.search.text, columns: surface.size.columns - column - 1, surface.repertoire,
            in: message)
        surface.write(lines.first ?? "", column: column, row: firstRow, style: theme.quiet)
    }

    func changeText(_ change: (inout TextField) -> Void) {
        viewModel.changeSearch(change)
    }

    func run(_ command: SearchableMenuCommand) {
        switch command {
        case .move(let move): viewModel.move(move)
        case .choose: viewModel.chooseSelection()
        case .search: viewModel.changeSearch { $0.begin() }
        case .back: viewModel.goBack()
        }
    }
}
