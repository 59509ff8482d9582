import Localization
import TerminalUI

/// A page of facts about an owner, a photo or the program. Each fact takes one or more lines.
@MainActor
final class DetailsScreen: ContextScreen, ScrollingPage {
    var onNeedsDisplay: () -> Void = {}

    let viewModel: DetailsViewModel
    let keyMap: KeyMap<LineScrollCommand>
    private(set) var context: ScreenContext
    /// The facts, wrapped to the width of the terminal.
    private var lines: [(label: String, value: String)] = []
    private var labelWidth = 0

    /// The title, the subtitle and a rule.
    private static let headerRows = 3

    init(viewModel: DetailsViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        keyMap = KeyMap.page.with(context.keys)
        viewModel.onStateChange = { [weak self] in
            self?.arrange()
            self?.onNeedsDisplay()
        }
    }

    func appear() {
        viewModel.load()
    }

    func disappear() {
        viewModel.suspend()
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
        viewModel.terminalChanged()
        arrange()
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        surface.write(state.sheet.title, column: 1, row: 0, style: theme.title, width: size.columns - 2)
        surface.write(state.sheet.subtitle, column: 1, row: 1, style: theme.quiet, width: size.columns - 2)
        if theme.isForReaders {
            surface.cursor = Position(
                column: 0, row: Self.headerRows + state.scroll.current - state.scroll.visible.lowerBound)
        } else {
            surface.write(String(repeating: "\u{2500}", count: size.columns), column: 0, row: 2, style: theme.quiet)
        }
        for (row, line) in lines[state.scroll.visible].enumerated() {
            surface.write(
                line.label, column: 1, row: Self.headerRows + row, style: theme.quiet, width: labelWidth - 1)
            surface.write(line.value, column: 1 + labelWidth, row: Self.headerRows + row, style: theme.text)
        }
        let progress = state.isSlow ? localized("Loading more\u{2026}") + " " : ""
        surface.write(progress + state.scroll.hint(keyMap), column: 1, row: size.rows - 1, style: theme.quiet)
    }

    private func arrange() {
        let details = viewModel.state.sheet.details
        let repertoire = appearance.repertoire
        let widest = details.map { VisibleText($0.label, repertoire: repertoire).width }.max() ?? 0
        labelWidth = min(size.columns / 3, 2 + widest)
        lines = details.flatMap { [labelWidth] detail in
            VisibleText(detail.value, repertoire: repertoire)
                .wrapped(columns: size.columns - labelWidth - 2, rows: 20)
                .enumerated().map { ($0.offset == 0 ? detail.label : "", $0.element) }
        }
        viewModel.changeScroll { [lines] in $0.layOut(count: lines.count, height: size.rows - Self.headerRows - 1) }
    }
}
