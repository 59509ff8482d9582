import Localization
import TerminalUI

/// A page of facts about an owner, a photo or the program. Each fact takes one or more lines.
@MainActor
final class DetailsScreen: ScrollingPage {
    var onNeedsDisplay: () -> Void = {}

    private var sheet: DetailSheet
    /// Loads the facts that aren't available at once.
    private let complete: (@MainActor () async -> DetailSheet)?
    /// Recreates the facts, if they depend on the terminal.
    private let refresh: (() -> DetailSheet)?
    private let themes: ThemeSettings
    private let busyIndicator: BusyIndicator
    let goBack: () -> Void
    private var completing: Task<Void, Never>?
    private var lines: [(label: String, value: String)] = []
    private var labelWidth = 0
    var scroll: LineScroll
    private var size = Size(columns: 80, rows: 24)
    private var appearance = TerminalAppearance(colors: .none, repertoire: .unicode)

    /// The title, the subtitle and a rule.
    private static let headerRows = 3

    init(
        sheet: DetailSheet, themes: ThemeSettings, keyMap: KeyMap<LineScrollCommand>, clock: any Clock<Duration>,
        complete: (@MainActor () async -> DetailSheet)? = nil, refresh: (() -> DetailSheet)? = nil,
        goBack: @escaping () -> Void
    ) {
        self.refresh = refresh
        self.sheet = sheet
        self.complete = complete
        self.themes = themes
        scroll = LineScroll(keyMap: keyMap, hasCursor: themes.isForReaders)
        self.goBack = goBack
        busyIndicator = BusyIndicator(clock: clock)
        busyIndicator.onChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func appear() {
        guard let complete, completing == nil else { return }
        completing = Task { [weak self] in
            let sheet = await complete()
            guard !Task.isCancelled, let self else { return }
            self.show(sheet)
        }
        busyIndicator.update(isBusy: true)
    }

    func disappear() {
        completing?.cancel()
        completing = nil
        busyIndicator.update(isBusy: false)
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        self.size = size
        self.appearance = appearance
        if let refresh { sheet = refresh() }
        arrange()
    }

    func draw(on surface: inout Surface) {
        let theme = themes.theme(on: appearance)
        surface.write(sheet.title, column: 1, row: 0, style: theme.title, width: size.columns - 2)
        surface.write(sheet.subtitle, column: 1, row: 1, style: theme.quiet, width: size.columns - 2)
        if theme.isForReaders {
            surface.cursor = Position(column: 0, row: Self.headerRows + scroll.current - scroll.visible.lowerBound)
        } else {
            surface.write(String(repeating: "\u{2500}", count: size.columns), column: 0, row: 2, style: theme.quiet)
        }
        for (row, line) in lines[scroll.visible].enumerated() {
            surface.write(
                line.label, column: 1, row: Self.headerRows + row, style: theme.quiet, width: labelWidth - 1)
            surface.write(line.value, column: 1 + labelWidth, row: Self.headerRows + row, style: theme.text)
        }
        let progress = busyIndicator.isShown ? localized("Loading more\u{2026}") + " " : ""
        surface.write(progress + scroll.hint, column: 1, row: size.rows - 1, style: theme.quiet)
    }

    private func show(_ sheet: DetailSheet) {
        self.sheet = sheet
        busyIndicator.update(isBusy: false)
        arrange()
        onNeedsDisplay()
    }

    private func arrange() {
        let widest = sheet.details.map { VisibleText($0.label, repertoire: appearance.repertoire).width }.max() ?? 0
        labelWidth = min(size.columns / 3, 2 + widest)
        lines = sheet.details.flatMap { detail in
            VisibleText(detail.value, repertoire: appearance.repertoire)
                .wrapped(columns: size.columns - labelWidth - 2, rows: 20)
                .enumerated().map { ($0.offset == 0 ? detail.label : "", $0.element) }
        }
        scroll.layOut(count: lines.count, room: size.rows - Self.headerRows - 1)
    }
}
