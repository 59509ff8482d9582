import TerminalUI

/// The top line of an album: its title or what is searched for, and where in it a person is.
struct AlbumHeader {
    let state: AlbumState
    let theme: Theme

    func draw(on surface: inout Surface) {
        let columns = surface.size.columns
        let position = positionText
        var room = columns - 1
        if position.count < columns / 2 {
            surface.write(position, column: columns - position.count - 1, row: 0, style: theme.quiet)
            room -= position.count + 2
        }
        guard state.search.isActive else {
            surface.write(state.album.title, column: 1, row: 0, style: theme.title, width: room)
            return
        }
        // Beside a search the title has a third of the line, and none where lines are short.
        var column = 1
        if columns >= 60 {
            column += surface.write(state.album.title, column: 1, row: 0, style: theme.title, width: columns / 3) + 2
        }
        state.search.draw(on: &surface, column: column, row: 0, width: room - column + 1, theme: theme)
    }

    /// `17/48`, or `12 of 48` while only some are shown.
    private var positionText: String {
        guard let counts = state.counts else { return "" }
        let growing = counts.isComplete ? "" : "\u{2026}"
        if state.search.isActive { return "\(counts.matching) of \(counts.available)\(growing)" }
        guard state.cursor.count > 0 else { return "0" + growing }
        return "\(state.cursor.selection + 1)/\(state.cursor.count)\(growing)"
    }
}
