import Albums
import Localization

/// Everything that a grid shows of its list.
public struct GridContents<Element: Sendable>: Sendable {
    public internal(set) var arrangement = GridArrangement()
    /// The elements in view and around it.
    public internal(set) var window = ListWindow<Element>()
    /// Nil until the first elements are known.
    public internal(set) var counts: GridCounts?
    /// Why there is no list.
    public internal(set) var failure: String?
    /// Why the list does not go on after what is known of it.
    public internal(set) var cutShort: String?
    /// Whether more is on its way, and has been for so long that a person wants to know.
    public internal(set) var isSlow = false
    /// Whether the last element is selected as soon as it has come.
    var seeksEnd = false

    /// Whether the selection is on its way to an element that has not come, which can be stopped.
    var isSeeking: Bool { seeksEnd || arrangement.waterfall?.isWaiting == true }

    var selected: Element? { window[arrangement.selection] }

    /// Why no element is selected.
    var noSelection: NoEffect {
        arrangement.cursor.count > 0 || counts == nil && failure == nil ? .stillLoading : .nothingSelected
    }

    /// The elements in view that are at hand.
    var visible: [Element] { arrangement.visibleItems.compactMap { window[$0] } }

    /// The elements at hand in view and around it.
    var nearby: ArraySlice<Element> { window.elements(in: arrangement.nearbyRange) }
}

/// How many elements a list has, as far as it is known.
public struct GridCounts: Hashable, Sendable {
    public var matching: Int
    public var available: Int
    /// How many there will be in the end, nil while that is not known.
    public var total: Int?
    public var isComplete: Bool

    /// Whether the last element that is known is the last one there is.
    var isEndKnown: Bool { isComplete || available == total }

    init<Element>(_ page: Page<Element>) {
        matching = page.matching
        available = page.available
        total = page.total
        isComplete = page.isComplete
    }

    /// The number of those that are known, and how many there are in the end, while there are more.
    func withMore(_ known: String) -> String {
        if isEndKnown { return known }
        return total.map { localized("\(known) of \(ungrouped: $0)", context: "more to come") } ?? known + "\u{2026}"
    }
}
