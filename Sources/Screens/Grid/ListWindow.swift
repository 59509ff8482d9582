import Albums

/// The part of a long list that is at hand.
public struct ListWindow<Element: Sendable>: Sendable {
    public private(set) var start = 0
    public private(set) var items: [Element] = []

    /// The indices that are at hand.
    public var range: Range<Int> { start..<(start + items.count) }

    init() {}

    init(start: Int, items: [Element]) {
        self.start = start
        self.items = items
    }

    /// The elements of a page of the list, which was asked for with a range.
    init(_ page: Page<Element>, of range: Range<Int>) {
        self.init(start: range.lowerBound + page.offset, items: page.items)
    }

    /// The element at an index of the whole list; nil when it is not at hand.
    public subscript(index: Int) -> Element? {
        range.contains(index) ? items[index - start] : nil
    }

    func map(_ transform: (Element) -> Element) -> ListWindow {
        ListWindow(start: start, items: items.map(transform))
    }

    /// The elements of a range that are at hand.
    func elements(in wanted: Range<Int>) -> ArraySlice<Element> {
        let known = wanted.clamped(to: range)
        return items[(known.lowerBound - start)..<(known.upperBound - start)]
    }
}
