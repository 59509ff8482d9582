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
        let end = end(of: surface.size)
        surface.write(progress, column: end, row: row, style: theme.accent)
        surface.write(mark, column: end + VisibleText(progress).width, row: row, style: theme.selected)
        notices.noteShown()
        if let notice = notices.current {
            let more = notices.moreCount > 0 ? " " + localized("(\(notices.moreCount) more)") : ""
            let sign = notice.isFailure ? theme.failureSign : ""
            surface.write(
                " " + sign + notice.text, column: 0, row: row, style: notice.isFailure ? theme.failure : theme.title,
                width: end - VisibleText(more).width)
            surface.write(more, column: end - VisibleText(more).width, row: row, style: theme.quiet)
            return
        }
        for (hint, columns) in places(size: surface.size, repertoire: surface.repertoire) {
            let used = surface.write(hint.key.label, column: columns.lowerBound, row: row, style: theme.accent)
            surface.write(" " + hint.words, column: columns.lowerBound + used, row: row, style: theme.quiet)
        }
    }

    /// The key whose hint is shown at a place of the screen; nil where there is none.
    func key(at place: Position, size: Size, repertoire: Repertoire) -> Key? {
        guard notices.current == nil, place.row == size.rows - 1 else { return nil }
        return places(size: size, repertoire: repertoire).first { $0.columns.contains(place.column) }?.hint.key
    }

    /// The columns of the hints that there is room for.
    private func places(size: Size, repertoire: Repertoire) -> [(hint: Hint, columns: Range<Int>)] {
        let end = end(of: size)
        var places: [(hint: Hint, columns: Range<Int>)] = []
        var column = 1
        for hint in hints {
            let width = VisibleText("\(hint.key.label) \(hint.words)", repertoire: repertoire).width
            guard column + width < end else { break }
            places.append((hint, column..<column + width))
            column += width + 2
        }
        return places
    }

    private func end(of size: Size) -> Int {
        size.columns - VisibleText(mark).width - VisibleText(progress).width
    }

    private var mark: String { notices.isOffline ? " \(localized("offline")) " : "" }

    private var progress: String { notices.progress.map { " \($0) " } ?? "" }
}
