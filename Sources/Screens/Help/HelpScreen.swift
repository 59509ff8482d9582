import TerminalUI

/// All keys of the screen below, from the same list that handles them.
@MainActor
final class HelpScreen: Screen {
    var onNeedsDisplay: () -> Void = {}

    private let entries: [HelpEntry]
    private let goBack: () -> Void
    private var size = Size(columns: 80, rows: 24)
    private var theme = Theme(for: TerminalAppearance(colors: .none, repertoire: .unicode))
    private var firstLine = 0

    init(entries: [HelpEntry], goBack: @escaping () -> Void) {
        self.entries = entries
        self.goBack = goBack
    }

    func appear() {}

    func disappear() {}

    func layOut(size: Size, appearance: TerminalAppearance) {
        self.size = size
        theme = Theme(for: appearance)
        scroll(by: 0)
    }

    func handle(_ event: InputEvent) {
        guard case .key(let key) = event else { return }
        switch key {
        case Key(.down), Key("j"): scroll(by: 1)
        case Key(.up), Key("k"): scroll(by: -1)
        case Key(.pageDown), Key(" "): scroll(by: visibleLines)
        case Key(.pageUp): scroll(by: -visibleLines)
        default: goBack()
        }
    }

    func draw(on surface: inout Surface) {
        surface.write("Keys", column: 1, row: 0, style: theme.title)
        let keysWidth = min(size.columns / 2, 2 + (entries.map(\.width).max() ?? 0))
        for (line, entry) in entries.dropFirst(firstLine).prefix(visibleLines).enumerated() {
            surface.write(entry.keyText, column: 2, row: 2 + line, style: theme.accent, width: keysWidth)
            surface.write(entry.help, column: 2 + keysWidth, row: 2 + line, style: theme.text)
        }
        let hint = entries.count > visibleLines ? "\u{2191}\u{2193} more, any other key goes back" : "Any key goes back"
        surface.write(hint, column: 1, row: size.rows - 1, style: theme.quiet)
    }

    private var visibleLines: Int { max(1, size.rows - 4) }

    private func scroll(by lines: Int) {
        firstLine = max(0, min(firstLine + lines, entries.count - visibleLines))
        onNeedsDisplay()
    }
}

extension HelpEntry {
    fileprivate var keyText: String { keys.joined(separator: " ") }
    fileprivate var width: Int { VisibleText(keyText).width }
}
