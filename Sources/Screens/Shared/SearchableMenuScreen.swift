import Localization
import TerminalUI

/// A menu with a search line above the bottom line.
@MainActor
protocol SearchableMenuScreen: ListScreen where Command == SearchableMenuCommand, ViewModel: SearchableMenuViewModel {}

/// The choices of a menu that match its search, one of them selected.
public struct MenuChoices<Choice: Equatable & Sendable>: Sendable {
    public private(set) var matches: [Choice]
    public var search: TextField
    public var cursor = GridCursor()

    /// - Parameter selection: the index of the selected choice; nil for the first.
    init(_ choices: [Choice], search: TextField = TextField(), selection: Int? = nil) {
        matches = choices
        self.search = search
        cursor.update(sections: [choices.count], selection: selection)
    }

    /// The selected choice; nil if none matches.
    public var selected: Choice? {
        matches.indices.contains(cursor.selection) ? matches[cursor.selection] : nil
    }

    /// Shows other choices, with one of them selected.
    ///
    /// - Parameter selection: its index; nil to keep the selected index.
    mutating func show(_ choices: [Choice], selection: Int?) {
        matches = choices
        cursor.update(sections: [choices.count], selection: selection)
    }
}

/// A view-model with a list of choices that can be searched.
@MainActor
protocol SearchableMenuViewModel: ListViewModel {
    associatedtype Actions: SearchableMenuActions
    associatedtype Choice: Equatable & Sendable

    var actions: Actions { get }
    var choices: MenuChoices<Choice> { get set }

    /// Returns the choices that match a search.
    func matches(for text: String) -> [Choice]
    func choose(_ choice: Choice)
}

/// The navigation of every menu with a search.
protocol SearchableMenuActions {
    var goBack: () -> Void { get }
}

extension SearchableMenuViewModel {
    var search: TextField { choices.search }

    var cursor: GridCursor {
        get { choices.cursor }
        set { choices.cursor = newValue }
    }

    /// Edits, opens or clears the search line; the list updates immediately. The selected choice stays selected if it
    /// matches.
    func changeSearch(_ change: (inout TextField) -> Void) {
        var new = choices
        change(&new.search)
        if new.search.text != choices.search.text {
            let matches = matches(for: new.search.text)
            new.show(matches, selection: choices.selected.flatMap { matches.firstIndex(of: $0) } ?? 0)
        }
        choices = new
    }

    func chooseSelection() {
        guard let selected = choices.selected else { return explain(.nothingSelected) }
        choose(selected)
    }

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

/// A choice of a menu, with the number of its photos.
struct CountedChoice {
    let text: String
    /// Follows the text, less prominently.
    var note: String?
    /// 0 if there are none or it is unknown.
    let count: Int
}

extension SearchableMenuScreen {
    var isTyping: Bool { viewModel.search.isTyping }

    var bottomRows: Int { 2 }

    /// The hints of a menu in which Enter chooses even while the user types.
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

    /// Draws a choice with the number of its photos at the right edge.
    func draw(_ choice: CountedChoice, column: Int, row: Int, style: Style, on surface: inout Surface) {
        guard !theme.isForReaders else {
            let line = UserFacingText.list(
                [choice.text, choice.count > 0 ? UserFacingText.photos(choice.count) : nil, choice.note]
                    .compactMap { $0 })
            surface.write(line, column: 2, row: row, style: style, width: surface.size.columns - 2)
            return
        }
        let quiet = style == theme.selected ? style : theme.quiet
        let count = choice.count > 0 ? UserFacingText.number(choice.count) : ""
        let end = surface.size.columns - VisibleText(count).width - 1
        surface.write(count, column: end, row: row, style: quiet)
        let available = end - column - 1
        let used = surface.write(choice.text, column: column, row: row, style: style, width: available)
        surface.write(
            choice.note.map { " \u{00B7} \($0)" } ?? "", column: column + used, row: row, style: quiet,
            width: available - used)
    }

    /// Returns a frame around choices with the numbers of their photos.
    func box(of choices: [CountedChoice], indent: Int = 4) -> Rect? {
        let width = choices.map { VisibleText($0.text, repertoire: appearance.repertoire).width }.max() ?? 0
        let countWidth = choices.map { UserFacingText.number($0.count).count }.max() ?? 0
        return box(columns: width + countWidth + indent, lines: choices.count)
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
