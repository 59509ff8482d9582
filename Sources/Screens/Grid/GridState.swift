import Albums
import Basics
import Localization
import TerminalUI

/// Everything a grid shows of its list.
public struct GridState<Element: Sendable>: Sendable {
    /// An element in view and its cells.
    public struct Item: Sendable {
        /// The index in the list.
        public let index: Int
        /// Nil while it loads.
        public var element: Element?
        public let column: Int
        /// The offset from the top of the view, in lines; negative if the item begins above it.
        public let line: Int
        /// The height in lines.
        public let height: Int
    }

    /// A line in view above the first row of a section.
    public struct Heading: Sendable {
        /// See `GridSection.label`.
        public let label: String?
        /// See `GridSection.note`.
        public let note: String?
        /// The first element of the section; nil while it loads.
        public let element: Element?
        public let line: Int
        /// The number of elements in the section; nil while it may grow.
        public let count: Int?
    }

    public internal(set) var items: [Item] = []
    public internal(set) var headings: [Heading] = []
    /// Whether some elements are headings, in view or not.
    public internal(set) var hasHeadingItems = false
    /// Whether headings of any kind precede some rows, in view or not.
    public internal(set) var hasHeadings = false
    /// The index of the selected element; 0 when there is none.
    public internal(set) var selection = 0
    /// Nil while it loads.
    public internal(set) var selected: Element?
    /// The number of elements to move through.
    public internal(set) var count = 0
    /// Nil until the first page has loaded.
    public internal(set) var counts: GridCounts?
    /// Whether the elements belong to the list requested last.
    public internal(set) var isCurrent = false
    /// Why the list couldn't be loaded.
    public internal(set) var failure: (any Error)?
    /// Why the list couldn't be read past its known part.
    public internal(set) var partialFailure: LibraryFailure?
    /// The line for `partialFailure`; nil if the end of the list isn't in view.
    public internal(set) var footerLine: Int?
    /// Whether loading has taken long enough to show a busy indicator.
    public internal(set) var isSlow = false
    /// Whether the selection waits for an element that hasn't loaded. The user can stop this.
    public internal(set) var isSelectionPending = false

    /// The loaded elements in view.
    var visible: [Element] { items.compactMap(\.element) }

    /// The element at an index; nil if it isn't in view or hasn't loaded.
    subscript(index: Int) -> Element? { items.first { $0.index == index }?.element }

    /// Returns the state with its elements replaced.
    func map(_ transform: (Element) -> Element) -> GridState {
        var new = self
        new.items = items.map { item in
            var item = item
            item.element = item.element.map(transform)
            return item
        }
        new.selected = selected.map(transform)
        return new
    }

    /// Returns the final number of elements, which the layout enlarges to fill the screen if they are few; nil while
    /// unknown or if there are headings.
    ///
    /// - Parameter previous: the number to keep while the user types or another list loads, so that nothing moves.
    func fillingCount(isTyping: Bool, previous: Int?) -> Int? {
        guard !isTyping, isCurrent, let counts else { return previous }
        return hasHeadings || !counts.isEndKnown ? nil : counts.matching
    }

    /// Why no element is selected.
    var noSelection: NoEffect { count > 0 || counts == nil && failure == nil ? .stillLoading : .nothingSelected }

    /// The failure that `GridMessages` shows.
    var shownFailure: (any Error)? { failure ?? (count == 0 || footerLine != nil ? partialFailure : nil) }

    /// Whether the list has no elements at all.
    var isEmpty: Bool { counts.map { $0.isComplete && $0.available == 0 } ?? false }

    /// Whether the list isn't complete yet.
    var isGrowing: Bool { counts?.isComplete == false }

    /// The position in the list and its length, for a header: `17/48`, or just `48` for screen readers, which read each
    /// change aloud; `2/12 of 48` during a search.
    ///
    /// If some elements stand for bursts, `17/30 of 48 photos`.
    /// While the list is incomplete, `17/5,000` or `2/12 in 60 of 5,000`, and `17/60…` if its length is unknown.
    func positionText(
        isSearching: Bool, isFolded: Bool = false, marked: Int = 0, isForReaders: Bool
    ) -> String {
        guard let counts else { return "" }
        let marks = marked > 0 ? UserFacingText.marked(marked) + "  " : ""
        let position = marks + countText(counts, isSearching, isFolded, isForReaders)
        return isSlow ? localized("\(position), loading") : position
    }

    private func countText(
        _ counts: GridCounts, _ isSearching: Bool, _ isFolded: Bool, _ isForReaders: Bool
    ) -> String {
        func position(in count: Int) -> String {
            isForReaders || count == 0
                ? UserFacingText.number(count) : UserFacingText.position(selection + 1, of: count)
        }
        if isFolded, counts.isComplete {
            let photos = UserFacingText.photos(counts.available)
            return counts.matching == counts.available
                ? position(in: counts.matching) : localized("\(position(in: counts.matching)) of \(photos)")
        }
        guard isSearching || isFolded else {
            if let total = counts.total, counts.matching > 0 { return position(in: total) }
            return counts.withMore(position(in: counts.matching > 0 ? counts.available : 0))
        }
        let found = position(in: counts.matching)
        return counts.isComplete
            ? localized("\(found) of \(counts.available)")
            : counts.withMore(localized("\(found) in \(counts.available)"))
    }
}

/// The number of elements in a list, matching and in total, as known so far.
public struct GridCounts: Hashable, Sendable {
    public var matching: Int
    public var available: Int
    /// The final number of elements; nil while unknown.
    public var total: Int?
    public var isComplete: Bool

    /// Whether the last known element is the end of the list.
    var isEndKnown: Bool { isComplete || available == total }

    init<Element>(_ page: Page<Element>) {
        matching = page.matching
        available = page.available
        total = page.total
        isComplete = page.isComplete
    }

    /// Returns `known`, followed by the final count or an ellipsis if the list has more elements.
    func withMore(_ known: String) -> String {
        if isEndKnown { return known }
        return total.map { localized("\(known) of \($0)", context: "more to come") } ?? known + "\u{2026}"
    }
}

/// The messages that a grid shows in place of items: the list is empty, loading, or couldn't be read. Below each stands
/// the way out.
struct GridMessages {
    /// Shown when the list is empty.
    let empty: String
    var emptyWayOut: String?
    /// Shown when a search matches no element, from the longest sentence to the shortest.
    let noMatch: (_ query: String) -> [String]
    let noMatchWayOut: String
    let query: String
    let retryKey: String
    let doctorKey: String
    let theme: Theme

    private static let maxColumns = 72

    /// Draws the message in the middle of an area or, for screen readers, at its top.
    func draw<Element>(
        for state: GridState<Element>, isSearching: Bool, on surface: inout Surface, in area: Rect
    ) {
        let columns = min(area.columns - 2, Self.maxColumns)
        let lines = lines(for: state, isSearching: isSearching, columns: columns, rows: area.rows, surface.repertoire)
        let top = area.row + (theme.isForReaders ? min(1, area.rows - 1) : max(0, area.rows - lines.count) / 2)
        for (offset, line) in lines.enumerated() where top + offset < area.endRow {
            let width = VisibleText(line.text, repertoire: surface.repertoire).width
            let indent = theme.isForReaders ? 1 : max(1, (area.columns - width) / 2)
            surface.write(
                line.text, column: area.column + indent, row: top + offset, style: line.style,
                width: area.columns - indent)
        }
        if theme.isForReaders, !lines.isEmpty { surface.markSelected(row: top, theme: theme) }
        if let partialFailure = state.partialFailure, let footer = state.footerLine, state.count > 0 {
            let row = area.row + footer
            surface.fill(Rect(column: area.column, row: row, columns: area.columns, rows: 1))
            let text = retriable(partialFailure, columns: area.columns - 2, surface.repertoire)
            surface.write(text, column: 1, row: row, style: theme.failure)
        }
    }

    private typealias Line = (text: String, style: Style)

    private func lines<Element>(
        for state: GridState<Element>, isSearching: Bool, columns: Int, rows: Int, _ repertoire: Repertoire
    ) -> [Line] {
        func fitting(_ sentences: [String]) -> String {
            sentences.first { VisibleText($0, repertoire: repertoire).width <= columns } ?? sentences.last ?? ""
        }
        var message: [Line] = []
        var wayOut: String?
        if let failure = state.failure {
            let all = VisibleText(UserFacingText.sentence(failure), repertoire: repertoire).wrapped(
                columns: columns, rows: max(1, rows - 2))
            message = all.map { ($0, theme.failure) }
            wayOut = fitting([
                localized("Press \(retryKey) to retry or \(doctorKey) for diagnostics"),
                localized("Press \(retryKey) to retry"),
            ])
        } else if state.count > 0 {
            return []
        } else if let counts = state.counts, isSearching, counts.available > 0 {
            let sentences = noMatch(query)
            let isWhole = sentences.contains { VisibleText($0, repertoire: repertoire).width <= columns }
            let lines =
                isWhole
                ? [fitting(sentences)]
                : UserFacingText.lines(shortening: query, columns: columns, rows: max(1, min(3, rows - 2)), repertoire)
                {
                    noMatch($0).last ?? ""
                }
            message = lines.map { ($0, theme.text) }
            wayOut = noMatchWayOut
        } else if state.counts?.isComplete == true {
            message = VisibleText(empty, repertoire: repertoire).wrapped(columns: columns, rows: max(1, rows - 2))
                .map { ($0, theme.text) }
            wayOut = emptyWayOut
        } else if state.isSlow {
            message = [(localized("Loading photos\u{2026}"), theme.quiet)]
        }
        if let partialFailure = state.partialFailure, state.failure == nil {
            message.append((retriable(partialFailure, columns: columns, repertoire), theme.failure))
        }
        guard let wayOut, message.count < rows else { return message }
        let gap: [Line] = theme.isForReaders || message.count + 1 == rows ? [] : [("", theme.text)]
        let way = VisibleText(wayOut, repertoire: repertoire).wrapped(
            columns: columns, rows: max(1, rows - message.count))
        return message + gap + way.map { ($0, theme.quiet) }
    }

    private func retriable(_ failure: LibraryFailure, columns: Int, _ repertoire: Repertoire) -> String {
        UserFacingText.retriable(
            theme.failureSign + UserFacingText.sentence(failure), with: retryKey, columns: columns, repertoire
        ).first ?? ""
    }
}
