import Albums
import Localization
import TerminalUI

/// The last line of a screen: the current notice, otherwise the key hints. Its right end shows background progress and
/// an offline indicator. A long notice wraps to the lines above. While the user types a search, the line above has it.
struct BottomLine {
    let notices: Notices.State
    let hints: [Hint]
    var search: TextField?
    var searchHelp: SearchHelp?
    /// The line above, unless the user types a search there.
    var selection: SelectionLine?
    let theme: Theme
    let size: Size
    let repertoire: Repertoire

    /// The maximum number of lines per notice.
    private static let maxLines = 3

    func draw(on surface: inout Surface) {
        let row = size.rows - 1
        surface.fill(Rect(column: 0, row: row, columns: size.columns, rows: 1))
        if let search, search.isTyping {
            surface.fill(Rect(column: 0, row: row - 1, columns: size.columns, rows: 1))
            let used = search.draw(
                on: &surface, prompt: "/ ", column: 1, row: row - 1, width: size.columns - 2, theme: theme)
            drawHelp(on: &surface, row: row - 1, from: 1 + used)
        } else {
            selection?.draw(on: &surface, row: row - 1)
        }
        if let notice = notices.current { draw(notice, on: &surface) }
        surface.write(progress, column: end, row: row, style: theme.accent)
        surface.write(mark, column: end + VisibleText(progress).width, row: row, style: theme.selected)
        guard notices.current == nil else { return }
        for (hint, columns) in hintColumns {
            let used = surface.write(hint.keyText, column: columns.lowerBound, row: row, style: theme.accent)
            surface.write(" " + hint.label, column: columns.lowerBound + used, row: row, style: theme.quiet)
        }
    }

    /// Draws the help at the right end, if it fits beside the search with room for another word.
    private func drawHelp(on surface: inout Surface, row: Int, from column: Int) {
        guard let searchHelp else { return }
        let text = (searchHelp.isMistake ? theme.failureSign : "") + searchHelp.text
        let start = size.columns - 1 - VisibleText(text, repertoire: repertoire).width
        guard start >= column + Self.minTypingColumns else { return }
        surface.write(text, column: start, row: row, style: searchHelp.isMistake ? theme.failure : theme.quiet)
    }

    private static let minTypingColumns = 4

    private func draw(_ notice: Notice, on surface: inout Surface) {
        let lines = lines(of: notice)
        let top = size.rows - lines.count
        surface.fill(Rect(column: 0, row: top, columns: size.columns, rows: lines.count))
        for (line, text) in lines.enumerated() {
            surface.write(
                text, column: 1, row: top + line, style: notice.isFailure ? theme.failure : theme.title)
        }
        surface.write(more, column: end - 1 - VisibleText(more).width, row: size.rows - 1, style: theme.quiet)
    }

    /// The number of lines: several for a long notice.
    var lineCount: Int { notices.current.map { lines(of: $0).count } ?? 1 }

    private func lines(of notice: Notice) -> [String] {
        VisibleText((notice.isFailure ? theme.failureSign : "") + notice.text, repertoire: repertoire)
            .wrapped(columns: end - VisibleText(more).width - 2, rows: min(Self.maxLines, size.rows - 1))
    }

    /// The number of further notices.
    private var more: String {
        notices.moreCount > 0 ? " " + localized("(\(notices.moreCount) more)") : ""
    }

    /// Returns the key of the hint at a position; nil if there is no hint. In a hint with two keys, the first belongs
    /// to its label too.
    func key(at point: Position) -> Key? {
        guard notices.current == nil, point.row == size.rows - 1 else { return nil }
        guard let (hint, columns) = hintColumns.first(where: { $0.columns.contains(point.column) }) else { return nil }
        var end = columns.lowerBound
        for key in hint.keys {
            end += VisibleText(key.label, repertoire: repertoire).width + 1
            if point.column < end { return key }
        }
        return hint.keys.first
    }

    /// The column ranges of the hints that fit.
    private var hintColumns: [(hint: Hint, columns: Range<Int>)] {
        var hintColumns: [(hint: Hint, columns: Range<Int>)] = []
        var column = 1
        for hint in hints {
            let width = VisibleText("\(hint.keyText) \(hint.label)", repertoire: repertoire).width
            guard column + width < end else { break }
            hintColumns.append((hint, column..<column + width))
            column += width + 2
        }
        return hintColumns
    }

    /// The column after the notice or the hints.
    private var end: Int { size.columns - VisibleText(mark).width - VisibleText(progress).width }

    private var mark: String { notices.isOffline ? " \(localized("offline")) " : "" }

    /// The progress, beside which a notice has at least half of the line. If it is too wide, parts such as the speed are
    /// left out, but not the first one, the verb.
    private var progress: String {
        guard let progress = notices.progress else { return "" }
        var parts = progress.split(separator: Notices.partSeparator)
        var text: String { " \(parts.joined(separator: Notices.partSeparator)) " }
        let available = (size.columns - VisibleText(mark).width) / (notices.current == nil ? 1 : 2)
        while parts.count > 1, VisibleText(text).width > available { parts.remove(at: max(1, parts.count - 2)) }
        return text
    }
}

extension ScreenContext {
    /// Returns hints over the last line of a photo; nil on a terminal where they would cover too much of it.
    ///
    /// - Parameter linesBelow: the number of lines with a caption or notice.
    func hintLine(_ hints: [Hint], above linesBelow: Int) -> BottomLine? {
        let rows = size.rows - linesBelow
        guard rows > Self.minRowsWithHints else { return nil }
        return BottomLine(
            notices: Notices.State(), hints: hints, theme: theme, size: Size(columns: size.columns, rows: rows),
            repertoire: appearance.repertoire)
    }

    private static let minRowsWithHints = 4

    /// The notices above some lines at the bottom.
    func noticeLine(above linesBelow: Int) -> BottomLine {
        BottomLine(
            notices: notices.state, hints: [], theme: theme,
            size: Size(columns: size.columns, rows: max(1, size.rows - linesBelow)), repertoire: appearance.repertoire)
    }

    /// - Parameters:
    ///   - failure: A failure that the screen shows elsewhere, so that a notice doesn't repeat it.
    ///   - search: The search of the screen, shown above the line while the user types it.
    ///   - selection: The line above otherwise.
    func bottomLine(
        _ hints: [Hint], below failure: (any Error)? = nil, search: TextField? = nil, searchHelp: SearchHelp? = nil,
        selection: SelectionLine? = nil
    ) -> BottomLine {
        var notices = notices.state
        if let failure, notices.current?.text == UserFacingText.partlyFailed(failure) { notices.current = nil }
        return BottomLine(
            notices: notices, hints: hints, search: search, searchHelp: searchHelp, selection: selection,
            theme: theme, size: size,
            repertoire: appearance.repertoire)
    }
}

/// A screen with a bottom line. Its notices count as seen once they are on the terminal.
@MainActor
protocol NoticeScreen: ContextScreen {
    var bottomLine: BottomLine { get }
}

extension NoticeScreen {
    func key(at point: Position) -> Key? { bottomLine.key(at: point) }

    func didPresent() {
        context.notices.didPresent()
    }
}

/// The line above the hints of a grid: the whole title of the selected item, which its tile may cut, then as many facts
/// as fit.
struct SelectionLine {
    let title: String
    let facts: [String]
    let theme: Theme

    func draw(on surface: inout Surface, row: Int) {
        let columns = surface.size.columns
        surface.fill(Rect(column: 0, row: row, columns: columns, rows: 1))
        let title = VisibleText(title, repertoire: surface.repertoire).truncatedInMiddle(to: columns - 2)
        let used = surface.write(title, column: 1, row: row, style: theme.text)
        surface.write(
            facts: facts, column: 1 + used, row: row, width: columns - 2 - used, after: " \u{00B7} ", theme.quiet)
    }
}

extension SelectionLine {
    init(_ photo: Photo, _ details: SelectionDetails?, theme: Theme) {
        let details = details?.photo == photo ? details : nil
        let size = (details?.size).map(UserFacingText.pixelCount)
        self.init(
            title: photo.titleInFull ?? photo.listTitle,
            facts: (photo.burst.isEmpty ? [] : [UserFacingText.burst(photo.burst.count)])
                + photo.facts(details?.details) + [size].compactMap { $0 }, theme: theme)
    }

    init(_ item: AlbumTree.Item, _ dateKind: Photo.DateKind, theme: Theme) {
        switch item {
        case .album(let album, _):
            self.init(
                title: album.title,
                facts: [album.dates(dateKind), album.photoCount.map(UserFacingText.photos)].compactMap { $0 },
                theme: theme)
        case .folder(let folder):
            self.init(
                title: folder.name,
                facts: [UserFacingText.albums(folder.albumCount), UserFacingText.photos(folder.photoCount)],
                theme: theme)
        }
    }
}

extension Surface {
    /// Writes facts after a title as long as they fit.
    ///
    /// - Parameter separator: the text before the first fact.
    mutating func write(facts: [String], column: Int, row: Int, width: Int, after separator: String, _ style: Style) {
        var separator = separator
        var used = 0
        for fact in facts {
            let text = separator + fact
            guard used + VisibleText(text, repertoire: repertoire).width(upTo: width + 1) <= width else { return }
            used += write(text, column: column + used, row: row, style: style)
            separator = " \u{00B7} "
        }
    }
}

extension Album {
    /// The days of its first and last photos, or the one of its last change; nil while unknown.
    fileprivate func dates(_ kind: Photo.DateKind) -> String? {
        guard let last = date.map(UserFacingText.day) else { return nil }
        let first = firstDate.map(UserFacingText.day) ?? last
        let days = first == last ? last : "\(first) \u{2013} \(last)"
        return kind == .modified ? localized("modified \(days)") : days
    }
}
