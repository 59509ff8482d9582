import Albums
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
    /// The index of the selected element; 0 when there is none.
    public internal(set) var selection = 0
    /// Nil while it loads.
    public internal(set) var selected: Element?
    /// The number of elements to move through.
    public internal(set) var count = 0
    /// Nil until the first page has loaded.
    public internal(set) var counts: GridCounts?
    /// Why the list couldn't be loaded.
    public internal(set) var failure: String?
    /// Why the list couldn't be read past its known part.
    public internal(set) var partialFailure: String?
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

    /// Why no element is selected.
    var noSelection: NoEffect { count > 0 || counts == nil && failure == nil ? .stillLoading : .nothingSelected }

    /// The failure that `GridMessages` shows.
    var shownFailure: String? { failure ?? (count == 0 || footerLine != nil ? partialFailure : nil) }

    /// Whether the list isn't complete yet.
    var isGrowing: Bool { counts?.isComplete == false }

    /// The position in the list and its length, for a header: `17/48`, or just `48` for screen readers, which read each
    /// change aloud; `12 of 48` during a search.
    ///
    /// While the list is incomplete, `17/60 of 5000` or `12 in 60 of 5000`.
    func positionText(isSearching: Bool, marked: Int = 0, isForReaders: Bool) -> String {
        guard let counts else { return "" }
        let marks = marked > 0 ? localized("\(marked) marked") + "  " : ""
        let position = marks + countText(counts, isSearching, isForReaders)
        return isSlow ? localized("\(position), loading") : position
    }

    private func countText(_ counts: GridCounts, _ isSearching: Bool, _ isForReaders: Bool) -> String {
        guard isSearching else {
            let known = counts.matching > 0 ? counts.available : 0
            return counts.withMore(isForReaders || known == 0 ? "\(known)" : "\(selection + 1)/\(known)")
        }
        return counts.isComplete
            ? localized("\(ungrouped: counts.matching) of \(ungrouped: counts.available)")
            : counts.withMore(localized("\(ungrouped: counts.matching) in \(ungrouped: counts.available)"))
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
        return total.map { localized("\(known) of \(ungrouped: $0)", context: "more to come") } ?? known + "\u{2026}"
    }
}

/// The messages that a grid shows in place of items: the list is empty, loading, or couldn't be read.
struct GridMessages {
    /// Shown when the list is empty.
    let empty: String
    /// Shown when a search matches no element.
    let noMatch: (_ query: String) -> String
    let query: String
    /// The label of the retry key.
    let retryKey: String
    let theme: Theme

    private static let maxLines = 3

    /// Draws into an area, leaving its first line empty if there is room.
    func draw<Element>(
        for state: GridState<Element>, isSearching: Bool, on surface: inout Surface, in area: Rect
    ) {
        let style = state.failure == nil ? theme.quiet : theme.failure
        let row = min(area.row + 1, area.endRow - 1)
        let rows = min(Self.maxLines, area.endRow - row)
        let lines = message(
            for: state, isSearching: isSearching, columns: area.columns - 2, rows: rows, surface.repertoire)
        for (line, text) in lines.enumerated() {
            surface.write(text, column: 1, row: row + line, style: style, width: area.columns - 2)
        }
        if theme.isForReaders, !lines.isEmpty { surface.markSelected(row: row, theme: theme) }
        // Without matches there is no footer, and the reason follows the message.
        let footerRow =
            state.count == 0
            ? min(row + lines.count, area.endRow - 1) : state.footerLine.map { area.row + $0 }
        if let partialFailure = state.partialFailure, let footerRow {
            surface.fill(Rect(column: area.column, row: footerRow, columns: area.columns, rows: 1))
            let text = UserFacingText.retriable(
                theme.failureSign + partialFailure, with: retryKey, columns: area.columns - 2, surface.repertoire)
            surface.write(text.first ?? "", column: 1, row: footerRow, style: theme.failure)
        }
    }

    private func message<Element>(
        for state: GridState<Element>, isSearching: Bool, columns: Int, rows: Int, _ repertoire: Repertoire
    ) -> [String] {
        if let failure = state.failure {
            return UserFacingText.retriable(failure, with: retryKey, columns: columns, rows: rows, repertoire)
        }
        guard state.count == 0 else { return [] }
        if let counts = state.counts, counts.isComplete || isSearching && counts.available > 0 {
            return isSearching && counts.available > 0
                ? UserFacingText.lines(shortening: query, columns: columns, rows: rows, repertoire, in: noMatch)
                : [empty]
        }
        return state.isSlow ? [localized("Loading photos\u{2026}")] : []
    }
}
