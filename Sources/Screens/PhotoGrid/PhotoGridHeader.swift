import TerminalUI

/// The top line of a photo grid: the title, the search line, and the position in the list.
struct PhotoGridHeader {
    let title: String
    let state: PhotoGridState
    let theme: Theme

    func draw(on surface: inout Surface) {
        let columns = surface.size.columns
        let position = positionText
        var room = columns - 1
        let positionWidth = VisibleText(position).width
        if positionWidth < columns / 2 {
            surface.write(position, column: columns - positionWidth - 1, row: 0, style: theme.quiet)
            room -= positionWidth + 2
        }
        guard state.search.isActive else {
            surface.write(title, column: 1, row: 0, style: theme.title, width: room)
            return
        }
        // During a search, the title gets a third of the line, or nothing below 60 columns.
        var column = 1
        if columns >= 60 {
            column += surface.write(title, column: 1, row: 0, style: theme.title, width: columns / 3) + 2
        }
        state.search.draw(on: &surface, column: column, row: 0, width: room - column + 1, theme: theme)
    }

    private var positionText: String {
        ListPosition(
            in: state.photos, isSearching: state.search.isActive, marked: state.marks.photos.count,
            isForReaders: theme.isForReaders
        ).text
    }
}
