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
            if state.choices.matches.isEmpty {
                drawNoMatch(on: &surface, column: 2) { localized("No month matches \u{201C}\($0)\u{201D}") }
            }
            drawChoices(on: &surface) { choice, row, style, surface in
                let entry = state.choices.matches[choice]
                let column = if case .month = entry.period { 5 } else { 3 }
                let counted = CountedChoice(
                    text: UserFacingText.period(entry.period), note: entry.note, count: entry.count)
                draw(counted, column: column, row: row, style: style, on: &surface)
            }
        }
        bottomLine.draw(on: &surface)
    }

    var box: Rect? {
        let entries = viewModel.state.entries.map { entry in
            CountedChoice(
                text: UserFacingText.period(entry.period) + (entry.note.map { " \u{00B7} \($0)" } ?? ""),
                count: entry.count)
        }
        return box(of: entries, indent: 6)
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
