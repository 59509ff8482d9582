import Localization
import TerminalUI

/// Lists all keys of the screen below, from the key map that handles them.
@MainActor
final class HelpScreen: ContextScreen, ScrollingPage {
    var onNeedsDisplay: () -> Void = {}

    let viewModel: HelpViewModel
    let keyMap: KeyMap<LineScrollCommand>
    private(set) var context: ScreenContext

    init(viewModel: HelpViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        keyMap = KeyMap.page.with(context.keys)
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
        viewModel.changeScroll { [entries = viewModel.state.entries] in
            $0.layOut(count: entries.count, height: size.rows - 4)
        }
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        surface.write(localized("Keys"), column: 1, row: 0, style: theme.title)
        let keysWidth = min(size.columns / 2, 2 + (state.entries.map(\.width).max() ?? 0))
        for (line, entry) in state.entries[state.scroll.visible].enumerated() {
            surface.write(entry.keyText, column: 2, row: 2 + line, style: theme.accent, width: keysWidth)
            surface.write(entry.help, column: 2 + keysWidth, row: 2 + line, style: theme.text)
        }
        if theme.isForReaders {
            surface.cursor = Position(column: 0, row: 2 + state.scroll.current - state.scroll.visible.lowerBound)
        }
        surface.write(state.scroll.hint(keyMap), column: 1, row: size.rows - 1, style: theme.quiet)
    }
}

extension HelpEntry {
    fileprivate var keyText: String { keys.joined(separator: " ") }
    fileprivate var width: Int { VisibleText(keyText).width }
}
