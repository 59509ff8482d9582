import Albums
import Localization
import TerminalUI

/// The timeline: the years and months of a list, each with the number of its photos.
@MainActor
final class TimelineScreen: SearchableMenuScreen {
    var onNeedsDisplay: () -> Void = {}

    let viewModel: TimelineViewModel
    var context: ScreenContext
    let keyMap: KeyMap<SearchableMenuCommand>

    init(viewModel: TimelineViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        keyMap = KeyMap.timeline.with(context.keys)
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func reload() {
        viewModel.reload()
    }

    func appear() {
        viewModel.resume()
    }

    func disappear() {
        viewModel.suspend()
    }

    /// Handles a key; a digit begins a date, and Enter goes to the month while the user types it.
    func press(_ key: Key) {
        if let command = keyMap.command(for: key) { return run(command) }
        guard case .character(let digit) = key.code, key.modifiers.isEmpty, digit.isNumber, digit.isASCII else {
            return explainUnused(key)
        }
        viewModel.changeSearch {
            $0.begin()
            _ = $0.handle(key)
        }
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        draw(on: &surface, title: localized("Go to")) { surface in
            if state.matches.isEmpty {
                drawNoMatch(on: &surface, column: 2) { localized("No month matches \u{201C}\($0)\u{201D}") }
            }
            drawChoices(on: &surface) { choice, row, style, surface in
                draw(state.matches[choice], row: row, style: style, on: &surface)
            }
        }
        bottomLine.draw(on: &surface)
    }

    private func draw(_ entry: TimelineState.Entry, row: Int, style: Style, on surface: inout Surface) {
        let text = UserFacingText.period(entry.period)
        guard !theme.isForReaders else {
            let line = UserFacingText.list(
                [text, UserFacingText.photos(entry.count), entry.note].compactMap { $0 })
            surface.write(line, column: 2, row: row, style: style, width: surface.size.columns - 2)
            return
        }
        let count = UserFacingText.number(entry.count)
        let countWidth = VisibleText(count).width
        let end = surface.size.columns - countWidth - 1
        let isSelected = style == theme.selected
        surface.write(count, column: end, row: row, style: isSelected ? style : theme.quiet)
        let column = if case .month = entry.period { 5 } else { 3 }
        let available = end - column - 1
        let used = surface.write(text, column: column, row: row, style: style, width: available)
        surface.write(
            entry.note.map { " \u{00B7} \($0)" } ?? "", column: column + used, row: row,
            style: isSelected ? style : theme.quiet, width: available - used)
    }

    var box: Rect? {
        let entries = viewModel.state.entries
        let widths = entries.map {
            let text = UserFacingText.period($0.period) + ($0.note.map { " \u{00B7} \($0)" } ?? "")
            return VisibleText(text, repertoire: appearance.repertoire).width
        }
        let countWidth = entries.map { UserFacingText.number($0.count).count }.max() ?? 0
        return box(columns: (widths.max() ?? 0) + countWidth + 6, lines: entries.count)
    }
}

extension KeyMap<SearchableMenuCommand> {
    static let timeline = searchableMenu(
        "timeline",
        [
            KeyBinding([Key(.enter)], .choose, in: .move, help: "Go to this year or month", hint: "go"),
            KeyBinding([Key("/")], .search, help: "Search months", hint: "search"),
        ])
}
