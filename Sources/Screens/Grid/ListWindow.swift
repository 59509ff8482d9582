import Albums

/// The loaded part of a long list.
public struct ListWindow<Element: Sendable>: Sendable {
    public private(set) var start = 0
    public private(set) var items: [Element] = []

    /// The indices of the loaded elements.
    public var range: Range<Int> { start..<(start + items.count) }

    init() {}

    init(start: Int, items: [Element]) {
        self.start = start
        self.items = items
    }

    /// Creates the window of a page that was loaded for a range.
    init(_ page: Page<Element>, of range: Range<Int>) {
        self.init(start: range.lowerBound + page.offset, items: page.items)
    }

    /// The element at an index of the whole list; nil if it isn't loaded.
    public subscript(index: Int) -> Element? {
        range.contains(index) ? items[index - start] : nil
    }

    func map(_ transform: (Element) -> Element) -> ListWindow {
        ListWindow(start: start, items: items.map(transform))
    }

    /// Returns the loaded elements of a range.
    func elements(in wanted: Range<Int>) -> ArraySlice<Element> {
        let known = wanted.clamped(to: range)
        return items[(known.lowerBound - start)..<(known.upperBound - start)]
    }
}
