import TerminalUI

/// A screen in a box over the screen below. For screen readers, which would also read the screen below, it covers it.
@MainActor
protocol BoxScreen: NoticeScreen {
    /// The frame; nil if the screen below is covered.
    var box: Rect? { get }
    var context: ScreenContext { get set }

    func goBack()
}

extension BoxScreen {
    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
    }

    /// A click outside the box goes back.
    func handle(_ gesture: MouseGesture) {
        if case .click(let point) = gesture { handleClickOutside(at: point) }
    }

    var isOverlay: Bool { box != nil }

    /// The first row of the content: in the box or, without a box, below the title and an empty line.
    var contentRow: Int { isOverlay ? 0 : 2 }

    /// The width of the widest box. A wider terminal shows the screen below on both sides.
    var maxBoxColumns: Int { size.columns < 50 ? size.columns : size.columns - 2 }

    /// Returns a frame of at most this size in the middle of the screen above the bottom line; nil for screen readers.
    ///
    /// - Parameter centeredRows: the height of the box that would be in the middle, if this one may grow downward.
    func centeredBox(columns: Int, rows: Int, centeredRows: Int? = nil) -> Rect? {
        guard !context.isForReaders else { return nil }
        let columns = min(columns, maxBoxColumns)
        return Rect(
            column: (size.columns - columns) / 2, row: max(0, (size.rows - 1 - (centeredRows ?? rows)) / 2),
            columns: columns, rows: rows)
    }

    /// Returns a text that explains a dialog, in up to two lines; empty for nil.
    func helpLines(_ help: String?, columns: Int) -> [String] {
        help.map { VisibleText($0, repertoire: appearance.repertoire).wrapped(columns: columns, rows: 2) } ?? []
    }

    /// Goes back if a click is outside the box; returns whether it is.
    @discardableResult
    func handleClickOutside(at point: Position) -> Bool {
        guard let box, !box.contains(point) else { return false }
        goBack()
        return true
    }

    /// Draws the content in the box, or on the whole screen.
    func draw(on surface: inout Surface, title: String, _ draw: (inout Surface) -> Void) {
        if let box {
            surface.drawBox(box, title: title, style: theme.quiet, draw)
        } else {
            surface.write(title, column: 1, row: 0, style: theme.title, width: size.columns - 2)
            draw(&surface)
        }
    }
}

extension Surface {
    /// Writes an item of a list as a line of text.
    mutating func writeLine(_ text: String, in rect: Rect, isSelected: Bool, style: Style, theme: Theme) {
        write(text, column: rect.column, row: rect.row, style: isSelected ? theme.selected : style, width: rect.columns)
        if isSelected { markSelected(row: rect.row, theme: theme) }
    }

    /// Marks a line of a list as selected: with a sign in front, or with the cursor in screen-reader mode.
    ///
    /// - Parameter isWhole: whether the whole line is highlighted.
    mutating func markSelected(row: Int, theme: Theme, isWhole: Bool = false) {
        if theme.isForReaders {
            // A text field keeps the cursor.
            cursor = cursor ?? Position(column: 0, row: row)
        } else if isWhole {
            fill(Rect(column: 0, row: row, columns: size.columns, rows: 1), with: Cell(" ", style: theme.selected))
            write("\u{25B8}", column: 1, row: row, style: theme.selected)
        } else {
            write("\u{25B8}", column: 0, row: row, style: theme.accent)
        }
    }
}
