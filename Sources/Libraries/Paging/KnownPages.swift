import Albums

/// The pages of a list that have been read, put together.
struct KnownPages<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
    /// What belongs to the list, each once, in the order it came.
    private(set) var elements: [Element] = []
    private(set) var isComplete = false
    /// How many elements there are in the end, nil while that is not known.
    private(set) var total: Int?
    /// The number of the page after those that were read.
    private(set) var nextPage = 1
    /// Why the next page did not come, nil when nothing failed since the last that did.
    var failure: LibraryFailure?

    /// All that were received, and where those that belong stand in the list.
    private var places: [Element.ID: Int?] = [:]
    /// How many different ones were received, with those that cannot be shown.
    private var receivedCount = 0

    /// The place of an element in the list, nil when it has not been read or does not belong.
    func place(of id: Element.ID) -> Int? {
        places[id] ?? nil
    }

    /// Adds the next page; one that brings nothing new is the last.
    mutating func add(_ page: ListPage<Element>, belongs: (Element) -> Bool) {
        let countBefore = places.count
        for element in page.elements where places[element.id] == nil {
            let belongs = belongs(element)
            places[element.id] = .some(belongs ? elements.count : nil)
            if belongs { elements.append(element) }
        }
        let newCount = places.count - countBefore
        nextPage += 1
        receivedCount += page.received - page.elements.count + newCount
        failure = nil
        // A total that counts what does not belong says nothing of this list.
        total = elements.count == places.count ? plausible(page.total ?? total) : nil
        isComplete = isLast(page, broughtNew: newCount > 0)
        if isComplete { total = elements.count }
    }

    /// Nil for a total that counts something else, such as what is on a page: fewer than have come.
    private func plausible(_ total: Int?) -> Int? {
        total.flatMap { $0 >= receivedCount ? $0 : nil }
    }

    private func isLast(_ page: ListPage<Element>, broughtNew: Bool) -> Bool {
        guard broughtNew else { return true }
        if let hasNext = page.hasNext { return !hasNext }
        if let total = plausible(page.total) { return receivedCount == total }
        // More than was asked for is everything there is.
        return page.received > PageRequest.standardSize
    }
}
