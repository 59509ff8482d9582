import Albums
import Localization

/// Everything a grid shows of its list.
public struct GridContents<Element: Sendable>: Sendable {
    public internal(set) var arrangement = GridArrangement()
    /// The loaded elements in and around the view.
    public internal(set) var window = ListWindow<Element>()
    /// Nil until the first page has loaded.
    public internal(set) var counts: GridCounts?
    /// Why the list couldn't be loaded.
    public internal(set) var failure: String?
    /// Why the list couldn't be read past its known part.
    public internal(set) var partialFailure: String?
    /// Whether loading has taken long enough to show a busy indicator.
    public internal(set) var isSlow = false
    /// Whether to select the last element once it has loaded.
    var jumpsToEnd = false

    /// Whether the selection waits for an element that hasn't loaded. The user can stop this.
    var isSelectionPending: Bool { jumpsToEnd || arrangement.masonry?.isWaiting == true }

    var selected: Element? { window[arrangement.selection] }

    /// Why no element is selected.
    var noSelection: NoEffect {
        arrangement.cursor.count > 0 || counts == nil && failure == nil ? .stillLoading : .nothingSelected
    }

    /// The loaded elements in view.
    var visible: [Element] { arrangement.visibleItems.compactMap { window[$0] } }

    /// The loaded elements around the view.
    var nearby: ArraySlice<Element> { window.elements(in: arrangement.nearbyRange) }
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
