import Albums
import Localization
import TerminalUI

/// A menu of the values that a search field has in a list, each with the number of its photos.
@MainActor
final class SearchValuesScreen: SearchableMenuScreen {
    var onNeedsDisplay: () -> Void = {}

    let viewModel: SearchValuesViewModel
    var context: ScreenContext
    let keyMap: KeyMap<SearchableMenuCommand>

    init(viewModel: SearchValuesViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        keyMap = KeyMap.searchValues.with(context.keys)
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        draw(on: &surface, title: state.field.typed) { surface in
            if state.choices.matches.isEmpty {
                drawNoMatch(on: &surface, column: 2) { localized("No value matches \u{201C}\($0)\u{201D}") }
            }
            drawChoices(on: &surface) { choice, row, style, surface in
                let value = state.choices.matches[choice]
                let counted = CountedChoice(text: value.text, count: value.count)
                draw(counted, column: 3, row: row, style: style, on: &surface)
            }
        }
        bottomLine.draw(on: &surface)
    }

    var box: Rect? { box(of: viewModel.state.values.map { CountedChoice(text: $0.text, count: $0.count) }) }
}

extension KeyMap<SearchableMenuCommand> {
    static let searchValues = searchableMenu(
        "values",
        [
            KeyBinding([Key(.enter)], .choose, in: .move, help: "Search for this value", hint: "choose"),
            KeyBinding([Key("/")], .search, help: "Search values", hint: "search"),
        ])
}

/// Everything the menu of a search field's values shows.
struct SearchValuesState: Sendable {
    let field: SearchField
    let values: [SearchValue]
    fileprivate(set) var choices: MenuChoices<SearchValue>
}

/// The state and commands of the menu of a search field's values.
@MainActor
final class SearchValuesViewModel: SearchableMenuViewModel {
    /// Navigation, supplied by the coordinator.
    struct Actions: SearchableMenuActions {
        /// Receives the chosen value.
        var choose: (String) -> Void
        var goBack: () -> Void
    }

    private(set) var state: SearchValuesState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    let actions: Actions
    let notices: Notices

    /// - Parameter typed: the beginning of the value that the user has typed.
    init(field: SearchField, values: [SearchValue], typed: String, notices: Notices, actions: Actions) {
        self.actions = actions
        self.notices = notices
        state = SearchValuesState(
            field: field, values: values, choices: MenuChoices(values, search: TextField(.choice)))
        if !typed.isEmpty { changeSearch { $0.begin(with: typed) } }
    }

    var choices: MenuChoices<SearchValue> {
        get { state.choices }
        set { state.choices = newValue }
    }

    func matches(for text: String) -> [SearchValue] {
        let query = SearchQuery(words: text)
        return state.values.filter { query.matches([FoldedText($0.text)]) }
    }

    func choose(_ value: SearchValue) {
        actions.choose(value.text)
    }
}
