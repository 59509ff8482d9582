import Basics
import Localization
import TerminalUI

/// The messages that a grid shows in place of items: the list is empty, loading, or couldn't be read. Below each stands
/// the way out.
struct GridMessages {
    /// Shown when the list is empty.
    let empty: String
    var emptyWayOut: String?
    /// Shown when a search matches no element, from the longest sentence to the shortest.
    let noMatch: (_ query: String) -> [String]
    let noMatchWayOut: String
    let query: String
    let retryKey: String
    let doctorKey: String
    let theme: Theme

    private static let maxColumns = 72

    /// Draws the message in the middle of an area or, for screen readers, at its top.
    func draw<Element>(
        for state: GridState<Element>, isSearching: Bool, on surface: inout Surface, in area: Rect
    ) {
        let columns = min(area.columns - 2, Self.maxColumns)
        let lines = lines(for: state, isSearching: isSearching, columns: columns, rows: area.rows, surface.repertoire)
        let top = area.row + (theme.isForReaders ? min(1, area.rows - 1) : max(0, area.rows - lines.count) / 2)
        for (offset, line) in lines.enumerated() where top + offset < area.endRow {
            let width = VisibleText(line.text, repertoire: surface.repertoire).width
            let indent = theme.isForReaders ? 1 : max(1, (area.columns - width) / 2)
            surface.write(
                line.text, column: area.column + indent, row: top + offset, style: line.style,
                width: area.columns - indent)
        }
        if theme.isForReaders, !lines.isEmpty { surface.markSelected(row: top, theme: theme) }
        if let partialFailure = state.partialFailure, let footer = state.footerLine, state.count > 0 {
            let row = area.row + footer
            surface.fill(Rect(column: area.column, row: row, columns: area.columns, rows: 1))
            let text = retriable(partialFailure, columns: area.columns - 2, surface.repertoire)
            surface.write(text, column: 1, row: row, style: theme.failure)
        }
    }

    private typealias Line = (text: String, style: Style)

    private func lines<Element>(
        for state: GridState<Element>, isSearching: Bool, columns: Int, rows: Int, _ repertoire: Repertoire
    ) -> [Line] {
        func fitting(_ sentences: [String]) -> String {
            sentences.first { VisibleText($0, repertoire: repertoire).width <= columns } ?? sentences.last ?? ""
        }
        var message: [Line] = []
        var wayOut: String?
        if let failure = state.failure {
            let all = VisibleText(UserFacingText.sentence(failure), repertoire: repertoire).wrapped(
                columns: columns, rows: max(1, rows - 2))
            message = all.map { ($0, theme.failure) }
            wayOut = fitting([
                localized("Press \(retryKey) to retry or \(doctorKey) for diagnostics"),
                localized("Press \(retryKey) to retry"),
            ])
        } else if state.count > 0 {
            return []
        } else if let counts = state.counts, isSearching, counts.available > 0 {
            let sentences = noMatch(query)
            let isWhole = sentences.contains { VisibleText($0, repertoire: repertoire).width <= columns }
            let lines =
                isWhole
                ? [fitting(sentences)]
                : UserFacingText.lines(shortening: query, columns: columns, rows: max(1, min(3, rows - 2)), repertoire)
                {
                    noMatch($0).last ?? ""
                }
            message = lines.map { ($0, theme.text) }
            wayOut = noMatchWayOut
        } else if state.counts?.isComplete == true {
            message = VisibleText(empty, repertoire: repertoire).wrapped(columns: columns, rows: max(1, rows - 2))
                .map { ($0, theme.text) }
            wayOut = emptyWayOut
        } else if state.isSlow {
            message = [(localized("Loading photos\u{2026}"), theme.quiet)]
        }
        if let partialFailure = state.partialFailure, state.failure == nil {
            message.append((retriable(partialFailure, columns: columns, repertoire), theme.failure))
        }
        guard let wayOut, message.count < rows else { return message }
        let gap: [Line] = theme.isForReaders || message.count + 1 == rows ? [] : [("", theme.text)]
        let way = VisibleText(wayOut, repertoire: repertoire).wrapped(
            columns: columns, rows: max(1, rows - message.count))
        return message + gap + way.map { ($0, theme.quiet) }
    }

    private func retriable(_ failure: LibraryFailure, columns: Int, _ repertoire: Repertoire) -> String {
        UserFacingText.retriable(
            theme.failureSign + UserFacingText.sentence(failure), with: retryKey, columns: columns, repertoire
        ).first ?? ""
    }
}
