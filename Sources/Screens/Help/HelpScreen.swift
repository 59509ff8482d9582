import Localization
import TerminalUI

/// Lists all keys of the screen below, from the key map that handles them.
@MainActor
final class HelpScreen: ScrollingPage {
    var onNeedsDisplay: () -> Void = {}

    private let entries: [HelpEntry]
    private let themes: ThemeSettings
    let goBack: () -> Void
    private var size = Size(columns: 80, rows: 24)
    private var theme = Theme.mono
    var scroll: LineScroll

    init(entries: [HelpEntry], themes: ThemeSettings, keyMap: KeyMap<LineScrollCommand>, goBack: @escaping () -> Void) {
        self.entries = entries
        self.themes = themes
        scroll = LineScroll(keyMap: keyMap, hasCursor: themes.isForReaders)
        self.goBack = goBack
    }

    func appear() {}

    func disappear() {}

    func layOut(size: Size, appearance: TerminalAppearance) {
        self.size = size
        theme = themes.theme(on: appearance)
        scroll.layOut(count: entries.count, room: size.rows - 4)
    }

    func draw(on surface: inout Surface) {
        surface.write(localized("Keys"), column: 1, row: 0, style: theme.title)
        let keysWidth = min(size.columns / 2, 2 + (entries.map(\.width).max() ?? 0))
        for (line, entry) in entries[scroll.visible].enumerated() {
            surface.write(entry.keyText, column: 2, row: 2 + line, style: theme.accent, width: keysWidth)
            surface.write(entry.help, column: 2 + keysWidth, row: 2 + line, style: theme.text)
        }
        if theme.isForReaders {
            surface.cursor = Position(column: 0, row: 2 + scroll.current - scroll.visible.lowerBound)
        }
        surface.write(scroll.hint, column: 1, row: size.rows - 1, style: theme.quiet)
    }
}

extension HelpEntry {
    fileprivate var keyText: String { keys.joined(separator: " ") }
    fileprivate var width: Int { VisibleText(keyText).width }
}
