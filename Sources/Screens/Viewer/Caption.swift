import Albums
import TerminalUI

/// The last line of the viewer: title, author and description, and on the right the zoom and the place in the album.
struct Caption {
    let state: ViewerState
    let theme: Theme

    func draw(on surface: inout Surface) {
        let row = surface.size.rows - 1
        let columns = surface.size.columns
        surface.fill(Rect(column: 0, row: row, columns: columns, rows: 1))
        var room = columns - 2
        let position = positionText
        let width = VisibleText(position).width
        if width < columns / 2 {
            surface.write(position, column: columns - width - 1, row: row, style: theme.quiet)
            room -= width + 2
        }
        guard let photo = state.photo else { return }
        let used = surface.write(photo.title, column: 1, row: row, style: theme.title, width: room)
        let details = [photo.attribution ?? photo.author, photo.description].compactMap { $0 }.joined(
            separator: " \u{2014} ")
        if !details.isEmpty {
            surface.write("  " + details, column: 1 + used, row: row, style: theme.quiet, width: room - used)
        }
    }

    /// `fit  3/48`, with an ellipsis while a sharper picture is on its way.
    private var positionText: String {
        var parts: [String] = []
        if let viewport = state.viewport {
            parts.append(viewport.zoom == .fit ? "fit" : "\(Int((viewport.scale * 100).rounded()))%")
        }
        if state.isLoading { parts.append("\u{2026}") }
        if state.count > 0 { parts.append("\(state.place.index + 1)/\(state.count)") }
        return parts.joined(separator: "  ")
    }
}
