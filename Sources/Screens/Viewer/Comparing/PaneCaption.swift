import Albums
import Localization
import TerminalUI

/// The line below a compared photo: signs, title and facts on the left; zoom, sharpness and notes on the right.
struct PaneCaption {
    let state: ViewerState
    let comparison: ComparisonState
    /// The index of the photo.
    let index: Int
    /// Whether only this photo is visible.
    let isSingle: Bool
    /// The progress of background work, if only this photo is visible.
    let progress: String?
    let labels: LabelNames
    let theme: Theme

    private static let gap = "  "
    /// The width that the title keeps.
    private static let minTitleColumns = 12
    /// The smallest caption that names the photo with which the active one is compared.
    private static let minColumnsWithReference = 50

    private var pane: ViewerPane.State { state.panes[index] }
    private var isActive: Bool { index == state.active }

    func draw(on surface: inout Surface, row: Int, columns: Range<Int>) {
        surface.fill(Rect(column: columns.lowerBound, row: row, columns: columns.count, rows: 1))
        let right = right(columns: columns.count)
        let rightColumns = right.isEmpty ? 0 : VisibleText(right).width + 2
        surface.write(right, column: columns.upperBound - max(0, rightColumns - 2), row: row, style: theme.quiet)
        let available = columns.count - rightColumns
        var used = 0
        func write(_ text: String, _ style: Style) {
            used += surface.write(
                text, column: columns.lowerBound + used, row: row, style: style, width: available - used)
        }
        // Keys act on the photo in the frame, once it is on the screen.
        let isFramed = isActive && !isSingle
        let style = !pane.isOnScreen ? theme.quiet : isFramed ? theme.selected : theme.title
        if isFramed { write(" ", style) }
        write((pane.isFavorite ? PhotoTile.heart : "") + (pane.isMarked ? "\u{2713} " : ""), style)
        let assessment = AssessmentSigns(pane.assessment, labels: labels, theme: theme)
        let title = VisibleText(
            pane.photo.map { $0.titleInFull ?? $0.listTitle } ?? "", repertoire: surface.repertoire
        ).truncatedInMiddle(to: max(1, available - used - (assessment.isEmpty ? 0 : assessment.width + 1)))
        write(title + (isFramed ? " " : ""), style)
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
        if pane.shown.failure != nil, pane.shown.picture != nil { return [localized("not sharp")] }
        let exposure = pane.details.map(\.exposure.line) ?? ""
        let facts = pane.photo?.facts(pane.details) ?? []
        return (exposure.isEmpty ? [] : [exposure]) + facts.filter { $0 != exposure }
    }

    /// The notes about photos that follow, the zoom, the sharpness and the other notes. If there is too little room, the
    /// first give way.
    private func right(columns: Int) -> String {
        var parts = isActive ? comingNotes : []
        if let viewport = pane.shown.viewport { parts.append(viewport.zoomText) }
        if let sharpness = pane.sharpness { parts.append(UserFacingText.sharpness(sharpness)) }
        if isActive { parts += notes(columns: columns) }
        while !parts.isEmpty,
            VisibleText(parts.joined(separator: Self.gap)).width > columns - Self.minTitleColumns
        {
            parts.removeFirst()
        }
        return parts.joined(separator: Self.gap)
    }

    /// Notes about the following photos: whether auto-advance is on, and how many are left.
    private var comingNotes: [String] {
        (state.advances ? [localized("auto-advance")] : [])
            + (comparison.following.map { [UserFacingText.following($0)] } ?? [])
    }

    /// The state of the comparison, such as `1/2`. The first notes give way first if there is too little room.
    private func notes(columns: Int) -> [String] {
        var notes = comparison.lackDetail ? [localized("little detail")] : []
        notes += inspectionNotes(columns: columns)
        if comparison.isBlinking { notes.append(localized("blinking")) }
        if !comparison.isLinked { notes.append(localized("moved alone")) }
        guard isSingle else { return notes }
        if state.isSlow { notes.append(localized("loading")) }
        if let progress { notes.append(progress) }
        return notes + ["\(state.active + 1)/\(state.panes.count)"]
    }

    /// Notes about the inspection of the active photo: differences, or focus peaking.
    private func inspectionNotes(columns: Int) -> [String] {
        if let differences = differences(columns: columns) {
            let preparation = [
                pane.difference?.isAligned == true ? localized("aligned") : nil,
                pane.difference?.isExposureMatched == true ? localized("exposure matched") : nil,
            ]
            return preparation.compactMap { $0 } + [differences]
        }
        return state.showsPeaking ? [localized("focus peaking")] : []
    }

    /// How the active photo differs from the reference; nil unless wanted.
    private func differences(columns: Int) -> String? {
        guard comparison.showsDifferences, let reference = comparison.reference else { return nil }
        guard let difference = pane.difference else {
            return state.panes.contains { $0.shown.failure != nil } ? nil : localized("finding differences")
        }
        let namesReference = state.panes.count > 2 && columns >= Self.minColumnsWithReference
        return UserFacingText.difference(
            difference.share, from: namesReference ? state.panes[reference].photo?.listTitle : nil)
    }
}
