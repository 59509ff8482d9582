import Albums
import Localization
import TerminalUI

/// The line below a compared photo: signs, title and facts on the left; zoom, sharpness and notes on the right.
struct PaneCaption {
    let photo: ComparedPhoto
    /// Whether the photo has a frame, because commands act on it and others are visible.
    let isFramed: Bool
    /// Notes about the photos that follow. They give way first if there is too little room.
    let coming: [String]
    let notes: [String]
    let labels: LabelNames
    let theme: Theme

    private static let gap = "  "
    /// The width that the title keeps.
    private static let minTitleColumns = 12

    func draw(on surface: inout Surface, row: Int, columns: Range<Int>) {
        surface.fill(Rect(column: columns.lowerBound, row: row, columns: columns.count, rows: 1))
        let right = right(upTo: columns.count - Self.minTitleColumns)
        let rightColumns = right.isEmpty ? 0 : VisibleText(right).width + 2
        surface.write(right, column: columns.upperBound - max(0, rightColumns - 2), row: row, style: theme.quiet)
        let available = columns.count - rightColumns
        var used = 0
        func write(_ text: String, _ style: Style) {
            used += surface.write(
                text, column: columns.lowerBound + used, row: row, style: style, width: available - used)
        }
        let titleStyle = isFramed ? theme.selected : photo.isOnScreen ? theme.title : theme.quiet
        if isFramed { write(" ", titleStyle) }
        let signs = (photo.isFavorite ? PhotoTile.heart : "") + (photo.isMarked ? "\u{2713} " : "")
        if !signs.isEmpty { write(signs, isFramed ? theme.selected : theme.title) }
        let assessment = AssessmentSigns(photo.assessment, labels: labels, theme: theme)
        let title = VisibleText(photo.photo.titleInFull ?? photo.photo.listTitle, repertoire: surface.repertoire)
            .truncatedInMiddle(to: max(1, available - used - (assessment.isEmpty ? 0 : assessment.width + 1)))
        write(title + (isFramed ? " " : ""), titleStyle)
        if !assessment.isEmpty, used + assessment.width < available {
            write(" ", .plain)
            used += assessment.draw(on: &surface, column: columns.lowerBound + used, row: row)
        }
        surface.write(
            facts: facts, column: columns.lowerBound + used, row: row, width: available - used, after: Self.gap,
            theme.quiet)
    }

    /// The facts beside the title. The exposure is first, because it often differs between photos of one scene.
    private var facts: [String] {
        if photo.shown.failure != nil, photo.shown.picture != nil { return [localized("not sharp")] }
        let exposure = photo.details.map(\.exposure.line) ?? ""
        return (exposure.isEmpty ? [] : [exposure]) + photo.photo.facts(photo.details).filter { $0 != exposure }
    }

    /// The notes about photos that follow, the zoom, the sharpness and the other notes. If there is too little room, the
    /// first give way.
    private func right(upTo columns: Int) -> String {
        var parts = coming
        if let viewport = photo.shown.viewport { parts.append(viewport.zoomText) }
        if let sharpness = photo.sharpness { parts.append(UserFacingText.sharpness(sharpness)) }
        parts += notes
        while !parts.isEmpty, VisibleText(parts.joined(separator: "  ")).width > columns { parts.removeFirst() }
        return parts.joined(separator: "  ")
    }
}
