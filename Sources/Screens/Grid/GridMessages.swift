import Localization
import TerminalUI

/// The messages that a grid shows in place of items: the list is empty, loading, or couldn't be read.
struct GridMessages {
    /// Shown when the list is empty.
    let empty: String
    /// Shown when a search matches no element.
    let noMatch: (_ query: String) -> String
    let query: String
    /// The label of the retry key.
    let retryKey: String
    let theme: Theme

    private static let maxLines = 3

    /// Draws into an area, leaving its first line empty if there is room.
    func draw<Element>(
        for state: GridState<Element>, isSearching: Bool, on surface: inout Surface, in area: Rect
    ) {
        let style = state.failure == nil ? theme.quiet : theme.failure
        let row = min(area.row + 1, area.endRow - 1)
        let rows = min(Self.maxLines, area.endRow - row)
        let lines = message(
            for: state, isSearching: isSearching, columns: area.columns - 2, rows: rows, surface.repertoire)
        for (line, text) in lines.enumerated() {
            surface.write(text, column: 1, row: row + line, style: style, width: area.columns - 2)
        }
        if theme.isForReaders, !lines.isEmpty { surface.markSelected(row: row, theme: theme) }
        // Without matches there is no footer, and the reason follows the message.
        let footerRow =
            state.count == 0
            ? min(row + lines.count, area.endRow - 1) : state.footerLine.map { area.row + $0 }
        if let partialFailure = state.partialFailure, let footerRow {
            surface.fill(Rect(column: area.column, row: footerRow, columns: area.columns, rows: 1))
            let text = UserFacingText.retriable(
                theme.failureSign + partialFailure, with: retryKey, columns: area.columns - 2, surface.repertoire)
            surface.write(text.first ?? "", column: 1, row: footerRow, style: theme.failure)
        }
    }

    private func message<Element>(
        for state: GridState<Element>, isSearching: Bool, columns: Int, rows: Int, _ repertoire: Repertoire
    ) -> [String] {
        if let failure = state.failure {
            return UserFacingText.retriable(failure, with: retryKey, columns: columns, rows: rows, repertoire)
        }
        guard state.count == 0 else { return [] }
        if let counts = state.counts, counts.isComplete || isSearching && counts.available > 0 {
            return isSearching && counts.available > 0
                ? UserFacingText.lines(shortening: query, columns: columns, rows: rows, repertoire, in: noMatch)
                : [empty]
        }
        return state.isSlow ? [localized("Loading photos\u{2026}")] : []
    }
}
