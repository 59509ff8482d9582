import Albums
import TerminalUI

/// The top of the home screen: the name, the address, the totals and the search line.
struct HomeHeader {
    let state: HomeState
    let theme: Theme

    func draw(on surface: inout Surface) {
        let columns = surface.size.columns
        let totals = totalsText
        let totalsWidth = VisibleText(totals).width
        var room = columns - 2
        if totalsWidth < room / 2 {
            surface.write(totals, column: columns - totalsWidth - 1, row: 0, style: theme.quiet)
            room -= totalsWidth + 1
        }
        surface.write(
            state.owner?.name ?? "", column: 1, row: 0, style: state.isOwnerSelected ? theme.selected : theme.title,
            width: room)
        surface.write(state.owner?.address.line ?? "", column: 1, row: 1, style: theme.quiet, width: columns - 2)
        drawListLine(on: &surface)
    }

    private var totalsText: String {
        guard let totals = state.totals else { return "" }
        let albums = Words.count(totals.albums, "album", "albums")
        let photos = Words.count(totals.photos, "photo", "photos")
        return "\(albums), \(photos)" + (totals.isComplete ? "" : " \u{2026}")
    }

    private func drawListLine(on surface: inout Surface) {
        let columns = surface.size.columns
        surface.write(String(repeating: "\u{2500}", count: columns), column: 0, row: 2, style: theme.quiet)
        let used = surface.write(" Albums ", column: 1, row: 2, style: theme.accent)
        guard state.search.isActive else { return }
        var room = columns - used - 3
        if let counts = state.counts {
            let text = " \(counts.matching) of \(counts.available) "
            room -= text.count + 1
            surface.write(text, column: columns - text.count - 1, row: 2, style: theme.quiet)
        }
        let column = used + 2
        surface.fill(Rect(column: column, row: 2, columns: max(0, room), rows: 1))
        state.search.draw(on: &surface, column: column, row: 2, width: room, theme: theme)
    }
}
