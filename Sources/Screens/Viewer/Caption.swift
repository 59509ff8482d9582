import Albums
import Localization
import TerminalUI

/// The last line of the viewer: the title and facts about the photo on the left; zoom and position in the album on the
/// right.
struct Caption {
    let state: ViewerState
    /// The progress of background work.
    let progress: String?
    /// The label of the key for the next photo.
    let nextKey: String
    /// The label of the key that retries.
    let retryKey: String
    /// A notice beside the title, in place of the facts.
    var remark: String?
    /// The hints in place of the facts, while these are in the details.
    var hints: [Hint] = []
    /// Whether details cover the photo, so that its zoom doesn't matter.
    let isPhotoHidden: Bool
    let labels: LabelNames
    let theme: Theme

    func draw(on surface: inout Surface) {
        let row = surface.size.rows - 1
        let columns = surface.size.columns
        surface.fill(Rect(column: 0, row: row, columns: columns, rows: 1))
        let available = availableColumns(columns)
        surface.write(positionText(columns), column: available + 3, row: row, style: theme.quiet)
        if let (failure, key) = failure {
            let text = UserFacingText.retriable(
                theme.failureSign + failure, with: key, columns: available, surface.repertoire)
            surface.write(text.first ?? "", column: 1, row: row, style: theme.failure)
        } else if let hints = hintLine(in: surface.size, surface.repertoire) {
            hints.draw(on: &surface)
        } else if let photo = state.activePane.photo {
            write(photo, on: &surface, row: row, width: available)
        }
    }

    /// The width of the left part.
    private func availableColumns(_ columns: Int) -> Int {
        let width = VisibleText(positionText(columns)).width
        return width > 0 ? columns - 4 - width : columns - 2
    }

    /// The hints on the left; nil if there is something else.
    func hintLine(in size: Size, _ repertoire: Repertoire) -> BottomLine? {
        guard state.details != nil, failure == nil else { return nil }
        return BottomLine(
            notices: Notices.State(), hints: hints, theme: theme,
            size: Size(columns: availableColumns(size.columns) + 2, rows: size.rows), repertoire: repertoire)
    }

    /// The error to show in place of the details: the next photo failed to load, or this one didn't get sharper.
    private var failure: (String, retryKey: String)? {
        if let partialFailure = state.position.partialFailure { return (partialFailure, nextKey) }
        guard state.activePane.shown.picture != nil else { return nil }
        return state.activePane.shown.failure.map { (UserFacingText.sentence($0), retryKey) }
    }

    /// Writes the title, then as many facts as fit. The title is shortened for the reason why part of the photo is
    /// missing, for a remark, and for the attribution that a service requires, but not on small screens.
    private func write(_ photo: Photo, on surface: inout Surface, row: Int, width available: Int) {
        let failure =
            state.activePane.shown.isTruncated
            ? theme.failureSign + localizedSentence(UserFacingText.partiallyShown) : nil
        let note = failure ?? remark
        let next = (note ?? photo.attribution).map { Self.gap + $0 } ?? ""
        let titleColumns = available - VisibleText(next, repertoire: surface.repertoire).width(upTo: available)
        if let failure, titleColumns < Self.minTitleWidthBesideFailure {
            surface.write(failure, column: 1, row: row, style: theme.failure, width: available)
            return
        }
        var used = surface.write(
            (state.activePane.isFavorite ? PhotoTile.heart : PhotoTile.noHeart)
                + (state.activePane.isMarked ? "\u{2713} " : ""), column: 1,
            row: row, style: titleStyle)
        let signs = AssessmentSigns(state.activePane.assessment, labels: labels, theme: theme)
        if !signs.isEmpty { used += signs.draw(on: &surface, column: 1 + used, row: row) + 1 }
        let title = VisibleText(
            photo.titleInFull ?? photo.title(showing: state.activePane.otherFile), repertoire: surface.repertoire
        ).truncatedInMiddle(
            to: max(0, (note != nil || titleColumns >= Self.minTitleWidth ? titleColumns : available) - used))
        used += surface.write(title, column: 1 + used, row: row, style: titleStyle)
        if let note {
            let style = failure == nil ? theme.text : theme.failure
            used += surface.write(Self.gap + note, column: 1 + used, row: row, style: style, width: available - used)
        }
        surface.write(
            facts: remark == nil ? photo.facts(state.activePane.details) : [], column: 1 + used, row: row,
            width: available - used,
            after: Self.gap, theme.quiet)
    }

    /// Bright once keys change the photo.
    private var titleStyle: Style { state.activePane.isOnScreen ? theme.title : theme.quiet }

    /// The space between the title and the details.
    private static let gap = "   "
    /// The width that a title keeps beside an attribution.
    private static let minTitleWidth = 30
    private static let minTitleWidthBesideFailure = 12

    /// The cells of the favorite sign in a terminal of this size.
    static func heartPosition(in size: Size) -> Rect {
        Rect(column: 1, row: size.rows - 1, columns: 2, rows: 1)
    }

    /// `fit  3/48` or `fit  loading  60/60 of 5000`. If it would leave too little of the title, what matters least is
    /// omitted, then the rest is abbreviated.
    private func positionText(_ columns: Int) -> String {
        let available = columns >= 60 ? columns - Self.minTitleWidth : columns * 3 / 5
        var parts = positionParts
        var text: String { parts.map(\.text).joined(separator: "  ") }
        var isTooWide: Bool { VisibleText(text).width >= available }
        func omitLeast(below rank: Int) {
            while isTooWide,
                let least = parts.indices.min(by: { parts[$0].rank < parts[$1].rank }), parts[least].rank < rank
            {
                parts.remove(at: least)
            }
        }
        omitLeast(below: 2)
        if isTooWide {
            for index in parts.indices { parts[index].text = parts[index].short ?? parts[index].text }
        }
        omitLeast(below: .max)
        return text
    }

    private typealias Part = (text: String, short: String?, rank: Int)

    /// The parts of the position text from left to right; those with the lowest rank are omitted first.
    private var positionParts: [Part] {
        var parts: [Part] = []
        switch state.slideshow {
        case .off: break
        case .running: parts.append((localized("slideshow"), "\u{25B6}", 5))
        case .paused: parts.append((localized("slideshow paused"), "||", 5))
        }
        if state.advances { parts.append((localized("auto-advance"), "A", 3)) }
        if state.markCount > 0 {
            parts.append((UserFacingText.marked(state.markCount), "\u{2713}\(state.markCount)", 3))
        }
        if state.keepsView, !isPhotoHidden { parts.append((localized("view kept"), "H", 2)) }
        if state.showsPeaking, !isPhotoHidden { parts.append((localized("focus peaking"), nil, 2)) }
        if !isPhotoHidden, let viewport = state.activePane.shown.viewport { parts.append((viewport.zoomText, nil, 0)) }
        if state.isSlow || state.details?.isSlow == true { parts.append((localized("loading"), "\u{2026}", 4)) }
        if let progress { parts.append((progress, nil, 1)) }
        if state.position.isRemoved {
            parts.append((PhotoNavigator.Position.removed, localized("removed", context: "photo"), 6))
        } else if let text = state.position.text {
            parts.append((text, nil, 6))
        }
        return parts
    }
}

extension Viewport {
    var zoomText: String {
        switch zoom {
        case .fit: localized("fit")
        case .fill: isWide ? localized("fit height") : localized("fit width")
        case .scale(let scale): "\(Int((scale / actualScale * 100).rounded()))%"
        }
    }
}
