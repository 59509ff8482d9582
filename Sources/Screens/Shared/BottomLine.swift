import Localization
import TerminalUI

/// The last line of a screen: a notice when there is one, else what the keys do; at its end, what goes on in the
/// background, and whether it is offline.
@MainActor
struct BottomLine {
    let notices: Notices
    let hints: [Hint]
    let theme: Theme

    func draw(on surface: inout Surface) {
        let row = surface.size.rows - 1
        let mark = notices.isOffline ? " \(localized("offline")) " : ""
        let progress = notices.progress.map { " \($0) " } ?? ""
        let end = surface.size.columns - VisibleText(mark).width - VisibleText(progress).width
        surface.write(progress, column: end, row: row, style: theme.accent)
        surface.write(mark, column: end + VisibleText(progress).width, row: row, style: theme.selected)
        notices.noteShown()
        if let notice = notices.current {
            let more = notices.moreCount > 0 ? " " + localized("(\(notices.moreCount) more)") : ""
            let sign = notice.isFailure ? "\u{00D7} " : ""
            surface.write(
                " " + sign + notice.text, column: 0, row: row, style: notice.isFailure ? theme.failure : theme.title,
                width: end - VisibleText(more).width)
            surface.write(more, column: end - VisibleText(more).width, row: row, style: theme.quiet)
            return
        }
        var column = 1
        for hint in hints {
            let width = VisibleText(hint.key + " " + hint.words, repertoire: surface.repertoire).width
            guard column + width < end else { return }
            column += surface.write(hint.key, column: column, row: row, style: theme.accent)
            column += surface.write(" " + hint.words, column: column, row: row, style: theme.quiet) + 2
        }
    }
}
