import Localization
import TerminalUI

/// What stands in a grid in place of items: that there are none, that they are looked for, or why they are not here.
struct GridMessages {
    /// Said when the list is empty.
    let empty: String
    /// Said when nothing in the list matches a search.
    let noMatch: String
    /// The label of the key that tries again.
    let retryKey: String
    let theme: Theme

    /// Draws into an area, whose first line stays empty where there is room.
    func draw<Element>(
        for contents: GridContents<Element>, isSearching: Bool, on surface: inout Surface, in area: Rect
    ) {
        let style = contents.failure == nil ? theme.quiet : theme.failure
        let row = min(area.row + 1, area.endRow - 1)
        if let message = message(for: contents, isSearching: isSearching) {
            surface.write(message, column: 1, row: row, style: style, width: area.columns - 2)
            if theme.isForReaders { surface.markSelected(row: row, theme: theme) }
        }
        if let cutShort = contents.cutShort, let line = contents.arrangement.footerLine {
            surface.fill(Rect(column: area.column, row: area.row + line, columns: area.columns, rows: 1))
            surface.write(
                theme.failureSign + Words.retriable(cutShort, with: retryKey), column: 1, row: area.row + line,
                style: theme.failure,
                width: area.columns - 2)
        }
    }

    private func message<Element>(for contents: GridContents<Element>, isSearching: Bool) -> String? {
        if let failure = contents.failure { return Words.retriable(failure, with: retryKey) }
        guard contents.arrangement.cursor.count == 0 else { return nil }
        if let counts = contents.counts, counts.isComplete || isSearching && counts.available > 0 {
            return isSearching && counts.available > 0 ? noMatch : empty
        }
        return contents.isSlow ? localized("Looking for photos \u{2026}") : nil
    }
}
