import Albums
import Localization
import TerminalUI

/// The information about the library at the top of home, on each of its tabs.
struct HomePane: Hashable, Sendable {
    /// The owner in scope or, for everyone, of the selected album. Nil until known, and above everyone's photos.
    var owner: Owner?
    var totals: LibraryTotals?
    /// Whether the library is a folder, which has no other owners.
    let isFolder: Bool
    /// The tabs of the library.
    let sections: [Section]
    /// The number of owners of the library; 0 until known.
    var ownerCount = 0
    /// The position of the owner in scope among all owners, from 1; nil for everyone.
    var ownerPosition: Int?

    /// The number of lines of the pane and of the tabs.
    static let rows = 3

    init(of library: any PhotoLibrary) {
        isFolder = library.folders != nil
        sections = library.capabilities.sections
    }

    /// Whether the list below spans several owners.
    var isOfEveryone: Bool { ownerCount > 1 && ownerPosition == nil }

    /// The pane above a list of everyone's photos.
    var ofEveryone: HomePane {
        var pane = self
        pane.ownerPosition = nil
        if ownerCount > 1 { pane.owner = nil }
        return pane
    }

    /// The name of the owner or of everyone.
    var title: String { isOfEveryone ? localized("Everyone") : owner?.name ?? "" }

    /// The path of the folder; nil for a service.
    var path: String? {
        if isFolder, case .account(_, _, let path)? = owner?.address { path } else { nil }
    }

    /// How many owners there are and the key that chooses one, from the longest to the shortest; empty for one owner.
    func ownersTexts(key: String) -> [String] {
        guard ownerCount > 1 else { return [] }
        let texts: [String] =
            if let ownerPosition {
                [
                    localized("owner \(ownerPosition) of \(ownerCount)"),
                    UserFacingText.position(ownerPosition, of: ownerCount),
                ]
            } else {
                [UserFacingText.owners(ownerCount)]
            }
        return key.isEmpty ? texts : texts.map { "\($0) \u{00B7} \(key)" }
    }

    /// The totals of the library as texts; the second one is for a narrow terminal.
    var totalsTexts: [String] {
        guard let totals else { return [] }
        return [
            UserFacingText.totals(totals),
            UserFacingText.photos(totals.photos) + (totals.isComplete ? "" : " \u{2026}"),
        ]
    }

    /// The line below the title: the owner's address or the path of the folder, or the owner of the selected album if albums of
    /// all owners are listed.
    var line: (name: String, details: String) {
        let address = path ?? owner?.address.line ?? ""
        guard isOfEveryone else { return ("", address) }
        guard let owner else { return ("", UserFacingText.owners(ownerCount)) }
        return (owner.name, address.isEmpty ? "" : " \u{00B7} \(address)")
    }
}

/// The header of the home screen: the pane, the tabs and the search line.
struct HomeHeader {
    let pane: HomePane
    var isOwnerSelected = false
    /// The key that chooses an owner; nil if there is none on this tab.
    var ownersKey: String?
    /// The totals as texts; the first one that fits is shown.
    let totals: [String]
    let tab: Section
    /// The search that is kept, as text; nil if there is none.
    var search: String?
    /// Whether the list below is searched.
    var isSearching = false
    /// The order as text; nil for the default order.
    var order: String?
    /// The position in the list as text; nil if it isn't shown.
    var position: String?
    let theme: Theme

    /// A clickable part of the header.
    enum Target: Hashable {
        case owner, owners
        case tab(Section)
    }

    func draw(on surface: inout Surface) {
        let columns = surface.size.columns
        let heading = heading(columns: columns, surface.repertoire)
        surface.write(heading.totals, column: columns - heading.totalsWidth - 1, row: 0, style: theme.quiet)
        let isTitleSelected = isOwnerSelected && !pane.isOfEveryone
        surface.write(
            pane.title, column: 1, row: 0, style: isTitleSelected ? theme.selected : theme.title,
            width: heading.titleWidth)
        surface.write(heading.owners, column: 1 + heading.titleWidth, row: 0, style: theme.quiet)
        let line = pane.line
        let used = surface.write(
            line.name, column: 1, row: 1, style: isOwnerSelected ? theme.selected : theme.text, width: columns - 2)
        let details = VisibleText(line.details, repertoire: surface.repertoire)
        surface.write(
            pane.isFolder ? details.truncatedInMiddle(to: columns - 2) : line.details, column: 1 + used, row: 1,
            style: theme.quiet, width: columns - 2 - used)
        if isOwnerSelected, theme.isForReaders {
            surface.cursor = Position(column: 1, row: isTitleSelected ? 0 : 1)
        }
        drawListLine(on: &surface)
    }

    /// The texts beside the title that fit on the first row, and the widths.
    private func heading(
        columns: Int, _ repertoire: Repertoire
    ) -> (titleWidth: Int, owners: String, ownersWidth: Int, totals: String, totalsWidth: Int) {
        func measured(_ texts: [String]) -> [(text: String, width: Int)] {
            texts.map { ($0, VisibleText($0, repertoire: repertoire).width) }
        }
        var available = columns - 2
        let title = VisibleText(pane.title, repertoire: repertoire).width(upTo: available)
        let owners = measured((ownersKey.map(pane.ownersTexts) ?? []).map { " \u{00B7} \($0)" })
        let minOwners = owners.last?.width ?? 0
        let totals = measured(totals).filter { $0.width < available / 2 }
        // Short totals leave more of the title, and none room for the other owners.
        let shownTotals =
            totals.first { title + minOwners + $0.width + 2 <= available }
            ?? (minOwners > 0 && title + minOwners <= available ? nil : totals.last)
        if let shownTotals { available -= shownTotals.width + 2 }
        let shownOwners =
            owners.first { title + $0.width <= available }
            ?? owners.last.flatMap { $0.width <= available / 2 ? $0 : nil }
        return (
            min(title, available - (shownOwners?.width ?? 0)), shownOwners?.text ?? "", shownOwners?.width ?? 0,
            shownTotals?.text ?? "", shownTotals?.width ?? 0
        )
    }

    /// The row of the tabs.
    private var tabRow: Int { HomePane.rows - 1 }

    private func drawListLine(on surface: inout Surface) {
        let columns = surface.size.columns
        surface.drawRule(row: tabRow, theme: theme)
        var used = 1
        for (other, rect) in tabs(columns: columns, surface.repertoire) {
            surface.write(
                " \(localized(other.title)) ", column: rect.column, row: rect.row,
                style: other == tab ? theme.selected : theme.quiet)
            used = rect.endColumn
        }
        var available = columns - used - 2
        let kept = search.map { " \($0) " }
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

    /// Returns the clickable part at a point of a header that is this wide.
    func target(at point: Position, columns: Int, repertoire: Repertoire) -> Target? {
        if let tab = tabs(columns: columns, repertoire).first(where: { $0.rect.contains(point) }) {
            return .tab(tab.tab)
        }
        let heading = heading(columns: columns, repertoire)
        let title = Rect(column: 1, row: 0, columns: heading.titleWidth, rows: 1)
        let owners = Rect(column: title.endColumn, row: 0, columns: heading.ownersWidth, rows: 1)
        let line = VisibleText(pane.line.name + pane.line.details, repertoire: repertoire).width(upTo: columns - 2)
        if owners.contains(point) || pane.isOfEveryone && ownersKey != nil && title.contains(point) { return .owners }
        let owner = Rect(column: 1, row: 1, columns: line, rows: 1)
        return !pane.isOfEveryone && title.contains(point) || pane.owner != nil && owner.contains(point) ? .owner : nil
    }

    private func tabs(columns: Int, _ repertoire: Repertoire) -> [(tab: Section, rect: Rect)] {
        let all = tabs(pane.sections, repertoire)
        let used = (all.last?.rect.endColumn ?? 0) + VisibleText(position ?? "", repertoire: repertoire).width + 4
        // Only color marks the current tab, and screen readers don't convey color, so they get no other tab. A search on a
        // narrow terminal has its count instead.
        let isAlone = theme.isForReaders || isSearching && used > columns
        return isAlone ? tabs([tab], repertoire) : all
    }

    private func tabs(_ shown: [Section], _ repertoire: Repertoire) -> [(tab: Section, rect: Rect)] {
        var column = 1
        return shown.map { tab in
            let width = VisibleText(" \(localized(tab.title)) ", repertoire: repertoire).width
            defer { column += width }
            return (tab, Rect(column: column, row: tabRow, columns: width, rows: 1))
        }
    }
}
