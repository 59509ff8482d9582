import Albums
import Localization
import TerminalUI

/// The top of home: the name, the address, the totals, the tabs and the search line.
struct HomeHeader {
    let owner: Owner?
    var isOwnerSelected = false
    /// How much there is, in words.
    let totals: String
    let tab: HomeTab
    let search: TextLine
    let position: ListPosition
    let theme: Theme

    func draw(on surface: inout Surface) {
        let columns = surface.size.columns
        let totalsWidth = VisibleText(totals).width
        var room = columns - 2
        if totalsWidth < room / 2 {
            surface.write(totals, column: columns - totalsWidth - 1, row: 0, style: theme.quiet)
            room -= totalsWidth + 1
        }
        surface.write(
            owner?.name ?? "", column: 1, row: 0, style: isOwnerSelected ? theme.selected : theme.title,
            width: room)
        surface.write(owner?.address.line ?? "", column: 1, row: 1, style: theme.quiet, width: columns - 2)
        drawListLine(on: &surface)
    }

    private func drawListLine(on surface: inout Surface) {
        let columns = surface.size.columns
        surface.write(String(repeating: "\u{2500}", count: columns), column: 0, row: 2, style: theme.quiet)
        var used = 1
        for other in HomeTab.allCases {
            used += surface.write(
                " \(localized(other.title)) ", column: used, row: 2, style: other == tab ? theme.selected : theme.quiet)
        }
        var room = columns - used - 2
        let text = " \(position.text) "
        let width = VisibleText(text).width
        if width > 2, search.isActive || tab != .albums || position.isGrowing, width < room {
            surface.write(text, column: columns - width - 1, row: 2, style: theme.quiet)
            room -= width + 1
        }
        guard search.isActive else { return }
        let column = used + 1
        surface.fill(Rect(column: column, row: 2, columns: max(0, room), rows: 1))
        search.draw(on: &surface, column: column, row: 2, width: room, theme: theme)
    }
}
