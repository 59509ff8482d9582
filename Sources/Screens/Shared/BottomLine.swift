import TerminalUI

/// The last line of a screen: a notice when there is one, else what the keys do.
struct BottomLine {
    let notice: String?
    let hints: [Hint]
    let theme: Theme

    func draw(on surface: inout Surface) {
        let row = surface.size.rows - 1
        if let notice {
            surface.write(" " + notice, column: 0, row: row, style: theme.failure)
            return
        }
        var column = 1
        for hint in hints {
            let width = VisibleText(hint.key + " " + hint.words, repertoire: surface.repertoire).width
            guard column + width < surface.size.columns else { return }
            column += surface.write(hint.key, column: column, row: row, style: theme.accent)
            column += surface.write(" " + hint.words, column: column, row: row, style: theme.quiet) + 2
        }
    }
}
