import Localization
import TerminalUI

/// The messages that a grid shows in place of items: the list is empty, loading, or couldn't be read.
struct GridMessages {
    /// Shown when the list is empty.
    let empty: String
    /// Shown when a search matches no element.
    let noMatch: String
    /// The label of the retry key.
    let retryKey: String
    let theme: Theme

    /// Draws into an area, leaving its first line empty if there is room.
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
