import Albums
import Localization
import TerminalUI

/// A menu of the values that a search field has in a list, each with the number of its photos.
@MainActor
final class SearchValuesScreen: MenuScreen {
    var onNeedsDisplay: () -> Void = {}

    let viewModel: SearchValuesViewModel
    var context: ScreenContext
    let keyMap: KeyMap<SearchValuesCommand>

    init(viewModel: SearchValuesViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        keyMap = KeyMap.searchValues.with(context.keys)
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    var isTyping: Bool { viewModel.state.search.isTyping }

    func changeText(_ change: (inout TextField) -> Void) {
        viewModel.changeSearch(change)
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        draw(on: &surface, title: state.field.typed) { surface in
            if state.matches.isEmpty {
                let message = UserFacingText.lines(
                    shortening: state.search.text, columns: surface.size.columns - 3, surface.repertoire
                ) { localized("No value matches \u{201C}\($0)\u{201D}") }
                surface.write(message.first ?? "", column: 2, row: firstRow, style: theme.quiet)
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

    /// The search has the line above the bottom line.
    var bottomRows: Int { 2 }

    var bottomLine: BottomLine {
        let state = viewModel.state
        let choose = state.matches.isEmpty ? [] : keyMap.hints(of: [.choose])
        let hints =
            isTyping
            ? choose + [Hint(key: Key(.escape), label: localized("clear", context: "hint"))]
            : keyMap.hints(of: [.back]) + choose + keyMap.hints(of: [.search, .help])
        return context.bottomLine(hints, search: state.search)
    }

    func run(_ command: SearchValuesCommand) {
        switch command {
        case .move(let move): viewModel.move(move)
        case .choose: viewModel.chooseSelection()
        case .search: viewModel.changeSearch { $0.begin() }
        case .back: viewModel.goBack()
        case .help: viewModel.showHelp(keyMap.helpEntries)
        }
    }
}
