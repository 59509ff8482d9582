import Albums
import Localization
import TerminalUI

/// Lists all keys of the screen below in groups, from the key maps that handle them.
@MainActor
final class HelpScreen: ScrollingPage {
    var onNeedsDisplay: () -> Void = {}

    let keyMap: KeyMap<LineScrollCommand>
    private(set) var context: ScreenContext
    var scroll: LineScroll
    /// All keys of the screen below.
    private let entries: [HelpEntry]
    private var filter = TextField() {
        didSet {
            arrange()
            onNeedsDisplay()
        }
    }
    private weak var navigator: (any Navigator)?
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

    init(_ entries: [HelpEntry], context: ScreenContext, navigator: any Navigator) {
        self.entries = entries
        self.navigator = navigator
        self.context = context
        scroll = LineScroll(hasCursor: context.isForReaders)
        keyMap = KeyMap.help.with(context.keys)
        layout = HelpLayout([], size: context.size, repertoire: .unicode, isForReaders: context.isForReaders)
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
        arrange()
    }

    func handle(_ event: InputEvent) {
        switch event {
        case .key(let key): press(key)
        case .paste(let text):
            if filter.isTyping { filter.paste(text) }
        case .mouse, .response: break
        }
    }

    var openingKeys: [Key] { context.keys.keys(ofAny: "help") }

    private func press(_ key: Key) {
        if filter.isTyping {
            if filter.handle(key) == .unused { _ = scroll(by: key) }
        } else if keyMap.command(for: key) == .filter {
            filter.begin()
        } else if scroll(by: key) {
            return
        } else if !goesBack(key) {
            explain(key)
        } else if filter.isActive {
            filter.clear()
        } else {
            goBack()
        }
    }

    func goBack() {
        navigator?.goBack()
    }

    func draw(on surface: inout Surface) {
        let used = surface.write(localized("Keys"), column: 1, row: 0, style: theme.title)
        if filter.isActive {
            filter.draw(on: &surface, column: used + 3, row: 0, width: size.columns - used - 4, theme: theme)
        }
        surface.drawRule(row: 1, theme: theme)
        if theme.isForReaders, surface.cursor == nil {
            surface.cursor = Position(column: 0, row: Self.headerRows + scroll.currentRow)
        }
        if layout.columns.isEmpty {
            surface.write(
                localized("No keys match \u{201C}\(filter.text)\u{201D}"), column: 1, row: Self.headerRows,
                style: theme.quiet)
        }
        for column in layout.columns {
            for (row, line) in column.lines.enumerated() where scroll.visible.contains(row) {
                draw(line, in: column, row: Self.headerRows + row - scroll.visible.lowerBound, on: &surface)
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
        let back = filter.isActive ? localized("clear", context: "hint") : localized("back", context: "hint")
        return context.bottomLine(
            filter.hints()
                ?? keyMap.hints(of: [.back, .filter], renamed: [.back: back]) + scrollHints)
    }

    private func arrange() {
        let rows = size.rows - Self.headerRows - 1
        let new = Arrangement(
            filter: filter.text, size: Size(columns: size.columns - 2, rows: rows),
            repertoire: appearance.repertoire, isForReaders: theme.isForReaders)
        if new != arrangement {
            arrangement = new
            layout = HelpLayout(
                matchingEntries, size: new.size, repertoire: new.repertoire, isForReaders: new.isForReaders)
        }
        scroll.layOut(count: layout.height, height: rows)
    }

    /// The entries that match the filter in their description or a key.
    private var matchingEntries: [HelpEntry] {
        let query = SearchQuery(words: filter.text)
        return entries.filter { query.matches(([$0.help] + $0.keys.joined()).map { FoldedText($0) }) }
    }
}
