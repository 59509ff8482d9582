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
