import Albums
import Localization
import TerminalUI

/// The information about the library at the top of home, on each of its tabs.
public struct HomePane: Hashable, Sendable {
    /// The owner in scope or, for everyone, of the selected album. Nil until known.
    public var owner: Owner?
    public var totals: LibraryTotals?
    /// Whether the library is a folder: one line shows its path, and it has no other owners.
    public let isFolder: Bool
    /// Whether the library has more than one owner.
    public var hasSeveralOwners = false

    /// The lines of the pane and of the tabs.
    var rows: Int { isFolder ? 2 : 3 }

    /// The name of the owner or the path of the folder.
    var title: String {
        guard isFolder, case .account(_, _, let path)? = owner?.address else { return owner?.name ?? "" }
        return path
    }

    /// The totals of the library as texts, of which the second is for a narrow terminal.
    var totalsTexts: [String] {
        guard let totals else { return [] }
        return [
            UserFacingText.totals(totals, ofEveryone: hasSeveralOwners),
            UserFacingText.photos(totals.photos) + (totals.isComplete ? "" : " \u{2026}"),
        ]
    }

    /// The line below the name; nil for a folder.
    var address: String? { isFolder ? nil : owner?.address.line }
}

/// The header of the home screen: the pane, the tabs and the search line.
struct HomeHeader {
    let pane: HomePane
    var isOwnerSelected = false
    /// The totals as texts, of which the first one that fits is shown.
    let totals: [String]
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
        let title = VisibleText(pane.title, repertoire: surface.repertoire)
        var available = columns - 2
        let totals = self.totals.map { (text: $0, width: VisibleText($0, repertoire: surface.repertoire).width) }
            .filter { $0.width < available / 2 }
        // Short totals leave more of the title.
        if let (text, width) = totals.first(where: { title.width + $0.width + 2 <= available }) ?? totals.last {
            surface.write(text, column: columns - width - 1, row: 0, style: theme.quiet)
            available -= width + 2
        }
        surface.write(
            pane.isFolder ? title.truncatedInMiddle(to: available) : pane.title, column: 1, row: 0,
            style: isOwnerSelected ? theme.selected : theme.title, width: available)
        surface.write(pane.address ?? "", column: 1, row: 1, style: theme.quiet, width: columns - 2)
        if isOwnerSelected, theme.isForReaders { surface.cursor = Position(column: 1, row: 0) }
        drawListLine(on: &surface)
    }

    /// The row of the tabs.
    private var tabRow: Int { pane.rows - 1 }

    private func drawListLine(on surface: inout Surface) {
        let columns = surface.size.columns
        surface.drawRule(row: tabRow, theme: theme)
        var used = 1
        for (other, rect) in tabs(surface.repertoire) {
            surface.write(
                " \(localized(other.title)) ", column: rect.column, row: rect.row,
                style: other == tab ? theme.selected : theme.quiet)
            used = rect.endColumn
        }
        var available = columns - used - 2
        let kept = search.kept.map { " \($0) " }
        // The search comes first.
        let keptWidth = kept.map { VisibleText($0, repertoire: surface.repertoire).width + 1 } ?? 0
        // On a narrow terminal, the position alone.
        for words in [[order, position], [position]] {
            let text = " \(words.compactMap { $0 }.joined(separator: "  ")) "
            let width = VisibleText(text).width
            guard width > 2, width < available - keptWidth else { continue }
            surface.write(text, column: columns - width - 1, row: tabRow, style: theme.quiet)
            available -= width + 1
            break
        }
        guard let kept else { return }
        surface.write(kept, column: used + 1, row: tabRow, style: theme.accent, width: available)
    }

    /// Returns the clickable part at a point.
    func target(at point: Position, repertoire: Repertoire) -> Target? {
        if let tab = tabs(repertoire).first(where: { $0.rect.contains(point) }) { return .tab(tab.tab) }
        let texts = [pane.title, pane.address]
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
            return (tab, Rect(column: column, row: tabRow, columns: width, rows: 1))
        }
    }
}
