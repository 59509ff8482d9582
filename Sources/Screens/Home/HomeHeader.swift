import Albums
import Localization
import TerminalUI

/// The header of the home screen: name, address, totals, tabs and search line.
struct HomeHeader {
    let owner: Owner?
    var isOwnerSelected = false
    /// The totals as text.
    let totals: String
    let tab: HomeTab
    let search: TextField
    /// The order as text; nil for the default order.
    var order: String?
    /// The position in the list as text; nil if it isn't shown.
    var position: String?
    let theme: Theme

    /// A clickable part of the header.
    enum Target: Hashable {
        case owner
        case tab(HomeTab)
    }

    func draw(on surface: inout Surface) {
        let columns = surface.size.columns
        let totalsWidth = VisibleText(totals).width
        var available = columns - 2
        if totalsWidth < available / 2 {
            surface.write(totals, column: columns - totalsWidth - 1, row: 0, style: theme.quiet)
            available -= totalsWidth + 1
        }
        surface.write(
            owner?.name ?? "", column: 1, row: 0, style: isOwnerSelected ? theme.selected : theme.title,
            width: available)
        surface.write(owner?.address.line ?? "", column: 1, row: 1, style: theme.quiet, width: columns - 2)
        if isOwnerSelected, theme.isForReaders { surface.cursor = Position(column: 1, row: 0) }
        drawListLine(on: &surface)
    }

    private func drawListLine(on surface: inout Surface) {
        let columns = surface.size.columns
        if !theme.isForReaders {
            surface.write(String(repeating: "\u{2500}", count: columns), column: 0, row: 2, style: theme.quiet)
        }
        var used = 1
        for (other, rect) in tabs(surface.repertoire) {
            surface.write(
                " \(localized(other.title)) ", column: rect.column, row: rect.row,
                style: other == tab ? theme.selected : theme.quiet)
            used = rect.endColumn
        }
        var available = columns - used - 2
        // On a narrow terminal, the position alone.
        for words in [[order, position], [position]] {
            let text = " \(words.compactMap { $0 }.joined(separator: "  ")) "
            let width = VisibleText(text).width
            guard width > 2, width < available else { continue }
            surface.write(text, column: columns - width - 1, row: 2, style: theme.quiet)
            available -= width + 1
            break
        }
        guard search.isActive else { return }
        let column = used + 1
        surface.fill(Rect(column: column, row: 2, columns: max(0, available), rows: 1))
        search.draw(on: &surface, column: column, row: 2, width: available, theme: theme)
    }

    /// Returns the clickable part at a point.
    func target(at point: Position, repertoire: Repertoire) -> Target? {
        if let tab = tabs(repertoire).first(where: { $0.rect.contains(point) }) { return .tab(tab.tab) }
        let texts = [owner?.name, owner?.address.line]
        for (row, text) in texts.enumerated() {
            let width = VisibleText(text ?? "", repertoire: repertoire).width(upTo: point.column + 1)
            if Rect(column: 1, row: row, columns: width, rows: 1).contains(point) { return .owner }
        }
        return nil
    }

    private func tabs(_ repertoire: Repertoire) -> [(tab: HomeTab, rect: Rect)] {
        var column = 1
        // Only color marks the current tab, and screen readers don't convey color, so they get no other tab.
        let shown = HomeTab.allCases.filter { !theme.isForReaders || $0 == tab }
        return shown.map { tab in
            let width = VisibleText(" \(localized(tab.title)) ", repertoire: repertoire).width
            defer { column += width }
            return (tab, Rect(column: column, row: 2, columns: width, rows: 1))
        }
    }
}
