import Albums
import Localization
import TerminalUI

/// Everything the help screen shows.
struct HelpState: Sendable {
    /// All keys of the screen below.
    let all: [HelpEntry]
    var filter = TextField()
    var scroll: LineScroll

    /// The entries that match the filter in their description or a key.
    var entries: [HelpEntry] {
        let query = SearchQuery(words: filter.text)
        return all.filter { query.matches(([$0.help] + $0.keys.joined()).map { FoldedText($0) }) }
    }
}

/// The state and commands of the help screen.
@MainActor
final class HelpViewModel: ScrollingViewModel {
    private(set) var state: HelpState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    private weak var navigator: (any Navigator)?

    init(entries: [HelpEntry], hasCursor: Bool, navigator: any Navigator) {
        state = HelpState(all: entries, scroll: LineScroll(hasCursor: hasCursor))
        self.navigator = navigator
    }

    var scroll: LineScroll {
        get { state.scroll }
        set { state.scroll = newValue }
    }

    func changeFilter(_ change: (inout TextField) -> Void) {
        change(&state.filter)
    }

    /// Clears the filter, or else goes back.
    func clearOrGoBack() {
        if state.filter.isActive { state.filter.clear() } else { navigator?.goBack() }
    }

    func goBack() {
        navigator?.goBack()
    }
}

/// Lists all keys of the screen below in groups, from the key maps that handle them.
@MainActor
final class HelpScreen: ScrollingPage {
    var onNeedsDisplay: () -> Void = {}

    let viewModel: HelpViewModel
    let keyMap: KeyMap<LineScrollCommand>
    private(set) var context: ScreenContext
    private var layout: HelpLayout
    private var arrangement: Arrangement?

    /// The inputs of the layout, which stay the same while scrolling.
    private struct Arrangement: Equatable {
        let filter: String
        let size: Size
        let repertoire: Repertoire
        let isForReaders: Bool
    }

    /// The title and a rule.
    private static let headerRows = 2

    init(viewModel: HelpViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        keyMap = KeyMap.help.with(context.keys)
        layout = HelpLayout([], size: context.size, repertoire: .unicode, isForReaders: context.isForReaders)
        viewModel.onStateChange = { [weak self] in
            self?.arrange()
            self?.onNeedsDisplay()
        }
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
        arrange()
    }

    func handle(_ event: InputEvent) {
        switch event {
        case .key(let key): press(key)
        case .paste(let text):
            if viewModel.state.filter.isTyping { viewModel.changeFilter { $0.paste(text) } }
        case .mouse, .response: break
        }
    }

    var openingKeys: [Key] { context.keys.keys(ofAny: "help") }

    private func press(_ key: Key) {
        if viewModel.state.filter.isTyping {
            var response = TextField.Response.unused
            viewModel.changeFilter { response = $0.handle(key) }
            guard response == .unused else { return }
            _ = scroll(key)
            return
        }
        if keyMap.command(for: key) == .filter { return viewModel.changeFilter { $0.begin() } }
        if scroll(key) { return }
        if goesBack(key) { viewModel.clearOrGoBack() } else { explain(key) }
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        let used = surface.write(localized("Keys"), column: 1, row: 0, style: theme.title)
        if state.filter.isActive {
            state.filter.draw(on: &surface, column: used + 3, row: 0, width: size.columns - used - 4, theme: theme)
        }
        surface.drawRule(row: 1, theme: theme)
        if theme.isForReaders, surface.cursor == nil {
            surface.cursor = Position(column: 0, row: Self.headerRows + state.scroll.currentRow)
        }
        if layout.columns.isEmpty {
            surface.write(
                localized("No keys match \u{201C}\(state.filter.text)\u{201D}"), column: 1, row: Self.headerRows,
                style: theme.quiet)
        }
        for column in layout.columns {
            for (row, line) in column.lines.enumerated() where state.scroll.visible.contains(row) {
                draw(line, in: column, row: Self.headerRows + row - state.scroll.visible.lowerBound, on: &surface)
            }
        }
        bottomLine.draw(on: &surface)
    }

    private func draw(
        _ line: HelpLayout.Line, in column: HelpLayout.Column, row: Int, on surface: inout Surface
    ) {
        switch line {
        case .heading(let title):
            surface.write(title, column: 1 + column.start, row: row, style: theme.title)
        case .entry(let keys, let help):
            let start = 1 + column.start + HelpLayout.indent
            surface.write(keys, column: start, row: row, style: theme.accent)
            surface.write(help, column: start + column.keysWidth, row: row, style: theme.text)
        case .blank: break
        }
    }

    var bottomLine: BottomLine {
        let state = viewModel.state
        let back = state.filter.isActive ? localized("clear", context: "hint") : localized("back", context: "hint")
        return context.bottomLine(
            state.filter.hints()
                ?? keyMap.hints(of: [.back, .filter], renamed: [.back: back]) + scrollHints)
    }

    private func arrange() {
        let rows = size.rows - Self.headerRows - 1
        let new = Arrangement(
            filter: viewModel.state.filter.text, size: Size(columns: size.columns - 2, rows: rows),
            repertoire: appearance.repertoire, isForReaders: theme.isForReaders)
        if new != arrangement {
            arrangement = new
            layout = HelpLayout(
                viewModel.state.entries, size: new.size, repertoire: new.repertoire, isForReaders: new.isForReaders)
        }
        viewModel.changeScroll { [height = layout.height] in $0.layOut(count: height, height: rows) }
    }
}
