import TerminalUI

/// A sheet of facts in a rectangle: the title and a rule on top, then the facts, which scroll. Each takes one or more
/// lines. The histogram of a photo is in the empty rows below.
struct DetailsPane {
    let sheet: DetailSheet
    let rect: Rect
    /// The sign in front of the title.
    let sign: String
    private let theme: Theme
    private let header: [(text: String, style: Style)]
    private let lines: [(label: String, value: String)]
    private let labelWidth: Int

    private static let maxTitleLines = 3
    /// The maximum number of lines per fact.
    private static let maxLines = 20

    /// The minimum width of a terminal that shows details beside a picture.
    private static let minColumnsWithPicture = 100

    /// Returns the width of a pane beside a picture in a terminal of some width; nil if there is no room for both.
    static func columns(besidePictureIn columns: Int) -> Int? {
        columns < minColumnsWithPicture ? nil : min(60, max(40, columns * 3 / 8))
    }

    init(_ sheet: DetailSheet, sign: String = "", in rect: Rect, theme: Theme, repertoire: Repertoire) {
        self.sheet = sheet
        self.rect = rect
        self.sign = sign
        self.theme = theme
        func lines(of text: String, columns: Int, rows: Int) -> [String] {
            VisibleText(text, repertoire: repertoire).wrapped(columns: columns, rows: rows)
        }
        let titleLines = min(Self.maxTitleLines, max(1, rect.rows / 6))
        let title = lines(of: sign + sheet.title, columns: rect.columns - 2, rows: titleLines)
        header =
            title.map { ($0, theme.title) } + (sheet.subtitle.isEmpty ? [] : [(sheet.subtitle, theme.quiet)])
        let widest = sheet.details.map { VisibleText($0.label, repertoire: repertoire).width }.max() ?? 0
        let labelWidth = min(rect.columns / 3, 2 + widest)
        self.labelWidth = labelWidth
        self.lines = sheet.details.flatMap { detail in
            lines(of: detail.value, columns: rect.columns - labelWidth - 2, rows: Self.maxLines)
                .enumerated().map { ($0.offset == 0 ? detail.label : "", $0.element) }
        }
    }

    /// The row of the first fact.
    var firstRow: Int { rect.row + header.count + 1 }

    func layOut(_ scroll: inout LineScroll) {
        scroll.layOut(count: lines.count, height: rect.endRow - firstRow)
    }

    func draw(_ scroll: LineScroll, on surface: inout Surface) {
        let column = rect.column + 1
        surface.fill(rect)
        for (row, line) in header.enumerated() {
            surface.write(line.text, column: column, row: rect.row + row, style: line.style, width: rect.columns - 2)
        }
        surface.drawRule(row: firstRow - 1, columns: rect.column..<rect.endColumn, theme: theme)
        // The sheet may have become shorter since the last layout.
        for (row, line) in lines[scroll.visible.clamped(to: lines.indices)].enumerated() {
            surface.write(line.label, column: column, row: firstRow + row, style: theme.quiet, width: labelWidth - 1)
            surface.write(
                line.value, column: column + labelWidth, row: firstRow + row, style: theme.text,
                width: rect.columns - labelWidth - 1)
        }
        guard let tones = sheet.tones, !theme.isForReaders else { return }
        let row = firstRow + lines.count + 1
        if row < rect.endRow {
            HistogramDrawing(tones, theme: theme).draw(
                on: &surface, in: Rect(column: column, row: row, columns: rect.columns - 2, rows: rect.endRow - row))
        }
    }
}
