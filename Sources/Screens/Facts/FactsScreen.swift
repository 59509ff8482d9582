import TerminalUI

/// What is known of an owner, a photo or the program, a line or more for each fact.
@MainActor
final class FactsScreen: Screen {
    var onNeedsDisplay: () -> Void = {}

    var sheet: FactSheet {
        didSet { onNeedsDisplay() }
    }

    private let goBack: () -> Void
    private var size = Size(columns: 80, rows: 24)
    private var theme = Theme(for: TerminalAppearance(colors: .none, repertoire: .unicode))
    private var firstLine = 0
    private var lineCount = 0

    /// The title, the subtitle and a rule.
    private static let headerRows = 3

    init(sheet: FactSheet, goBack: @escaping () -> Void) {
        self.sheet = sheet
        self.goBack = goBack
    }

    func appear() {}

    func disappear() {}

    func layOut(size: Size, appearance: TerminalAppearance) {
        self.size = size
        theme = Theme(for: appearance)
        firstLine = 0
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
        surface.write(sheet.title, column: 1, row: 0, style: theme.title, width: size.columns - 2)
        surface.write(sheet.subtitle, column: 1, row: 1, style: theme.quiet, width: size.columns - 2)
        surface.write(String(repeating: "\u{2500}", count: size.columns), column: 0, row: 2, style: theme.quiet)
        let labelWidth = min(size.columns / 3, 2 + (sheet.facts.map { VisibleText($0.label).width }.max() ?? 0))
        var lines: [(label: String, value: String)] = []
        for fact in sheet.facts {
            let values = VisibleText(fact.value, repertoire: surface.repertoire)
                .wrapped(columns: size.columns - labelWidth - 2, rows: 20)
            for (index, value) in values.enumerated() { lines.append((index == 0 ? fact.label : "", value)) }
        }
        lineCount = lines.count
        for (row, line) in lines.dropFirst(firstLine).prefix(visibleLines).enumerated() {
            surface.write(
                line.label, column: 1, row: Self.headerRows + row, style: theme.quiet, width: labelWidth - 1)
            surface.write(line.value, column: 1 + labelWidth, row: Self.headerRows + row, style: theme.text)
        }
        surface.write("Esc goes back", column: 1, row: size.rows - 1, style: theme.quiet)
    }

    private var visibleLines: Int { max(1, size.rows - Self.headerRows - 1) }

    private func scroll(by lines: Int) {
        firstLine = max(0, min(firstLine + lines, lineCount - visibleLines))
        onNeedsDisplay()
    }
}
