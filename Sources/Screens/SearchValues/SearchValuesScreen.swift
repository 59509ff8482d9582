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
            if state.matches.isEmpty {
                drawNoMatch(on: &surface, column: 2) { localized("No value matches \u{201C}\($0)\u{201D}") }
            }
            drawChoices(on: &surface) { choice, row, style, surface in
                draw(state.matches[choice], row: row, style: style, on: &surface)
            }
        }
        bottomLine.draw(on: &surface)
    }

    private func draw(_ value: SearchValue, row: Int, style: Style, on surface: inout Surface) {
        guard !theme.isForReaders else {
            let line = UserFacingText.list([value.text, UserFacingText.photos(value.count)])
            surface.write(line, column: 2, row: row, style: style, width: surface.size.columns - 2)
            return
        }
        let count = UserFacingText.number(value.count)
        let end = surface.size.columns - VisibleText(count).width - 1
        surface.write(count, column: end, row: row, style: style == theme.selected ? style : theme.quiet)
        surface.write(value.text, column: 3, row: row, style: style, width: end - 4)
    }

    var box: Rect? {
        let values = viewModel.state.values
        let width = values.map { VisibleText($0.text, repertoire: appearance.repertoire).width }.max() ?? 0
        let countWidth = values.map { UserFacingText.number($0.count).count }.max() ?? 0
        return box(columns: width + countWidth + 4, lines: values.count)
    }
}

extension KeyMap<SearchableMenuCommand> {
    static let searchValues = searchableMenu(
        "values",
        [
            KeyBinding([Key(.enter)], .choose, in: .move, help: "Search for this value", hint: "choose"),
            KeyBinding([Key("/")], .search, help: "Search values", hint: "search"),
        ])
}
