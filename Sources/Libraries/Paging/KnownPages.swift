import Albums

/// The pages of a list that have been read, put together: those from the first on, and others further on.
struct KnownPages<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
    /// What belongs to the list, each once, in the order it came, up to the first page that has not been read.
    private(set) var elements: [Element] = []
    private(set) var isComplete = false
    /// How many elements there are in the end, nil while that is not known.
    private(set) var total: Int?
    /// The number of the page after those that were read.
    private(set) var nextPage = 1
    /// How often the list was read from its beginning before.
    private var generation = 0
    /// Why the next page did not come, nil when nothing failed since the last that did.
    var failure: LibraryFailure?

    /// All that were received, and where those that belong stand in the list.
    private var places: [Element.ID: Int?] = [:]
    /// How many different ones were received, with those that cannot be shown.
    private(set) var receivedCount = 0
    /// How many bytes the pages had.
    private(set) var receivedSize = 0
    /// Pages that were read before those between, by number; each is full, the last one apart.
    private var distant: [Int: [Element]] = [:]
    /// The number of elements on a page, as long as all pages tell where further ones stand: full, and without gaps.
    private var pageSize: Int?

    init() {}

    /// Nothing yet of a list that is read anew.
    init(replacing known: KnownPages) {
        generation = known.generation + 1
    }

    /// Changes with every element: a list grows, or is read anew.
    var version: ListVersion { ListVersion(generation: generation, count: elements.count) }

    /// The place of an element in the list, nil when it has not been read or does not belong.
    func place(of id: Element.ID) -> Int? {
        if let place = places[id] { return place }
        guard let pageSize else { return nil }
        for (page, elements) in distant {
            if let offset = elements.firstIndex(where: { $0.id == id }) { return (page - 1) * pageSize + offset }
        }
        return nil
    }

    /// The number of elements up to the last that was read, those between that were not included.
    var count: Int {
        guard let pageSize, let last = distant.max(by: { $0.key < $1.key }) else { return elements.count }
        return (last.key - 1) * pageSize + last.value.count
    }

    /// Whether pages are missing between some that were read.
    var hasGap: Bool { !distant.isEmpty }

    /// The elements of a range up to the first that is missing, and how many are missing before them.
    func part(_ range: Range<Int>) -> (offset: Int, elements: [Element]) {
        guard range.lowerBound >= elements.count, let pageSize else {
            return (0, Array(elements[range.clamped(to: elements.indices)]))
        }
        var found: [Element] = []
        var start = range.lowerBound
        for page in distant.keys.sorted() {
            let places = (page - 1) * pageSize..<(page - 1) * pageSize + (distant[page]?.count ?? 0)
            let wanted = range.clamped(to: places)
            guard let elements = distant[page], !wanted.isEmpty else { continue }
            guard found.isEmpty || start + found.count == wanted.lowerBound else { break }
            if found.isEmpty { start = wanted.lowerBound }
            found += elements[wanted.lowerBound - places.lowerBound..<wanted.upperBound - places.lowerBound]
        }
        return (start - range.lowerBound, found)
    }

    /// The number of the page to read next for a range; nil when nothing of it is missing.
    ///
    /// - Parameter skips: whether a page further on may be read before those between.
    func pageToRead(for range: Range<Int>, skips: Bool) -> Int? {
        guard !isComplete else { return nil }
        guard skips, nextPage > 1, range.lowerBound > elements.count else {
            return elements.count < range.upperBound ? nextPage : nil
        }
        // Which page has it cannot be told, and reading all of them until it comes might take forever.
        guard let pageSize, let total else { return nil }
        let end = min(range.upperBound, total)
        guard range.lowerBound < end else { return nil }
        return (range.lowerBound / pageSize + 1...(end - 1) / pageSize + 1).first { distant[$0] == nil }
    }

    /// Adds a page beyond the next one; where it cannot tell its place, pages are read one after the other from now on.
    mutating func add(_ page: ListPage<Element>, number: Int, belongs: (Element) -> Bool) {
        failure = nil
        guard let pageSize, let total else { return }
        let isLast = number == (total - 1) / pageSize + 1
        guard page.elements.count == page.received, page.elements.allSatisfy(belongs),
            page.received == (isLast ? total - (number - 1) * pageSize : pageSize)
        else { return forgetDistant() }
        distant[number] = page.elements
    }

    private mutating func forgetDistant() {
        pageSize = nil
        distant = [:]
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
        receivedSize += page.size
        receivedCount += page.received - page.elements.count + newCount
        failure = nil
        // A total that counts what does not belong says nothing of this list.
        total = elements.count == places.count ? plausible(page.total ?? total) : nil
        isComplete = isLast(page, broughtNew: newCount > 0)
        if isComplete { total = elements.count }
        if nextPage == 2 { pageSize = page.received }
        if isComplete || total == nil || pageSize.map({ elements.count != (nextPage - 1) * $0 || $0 == 0 }) == true {
            forgetDistant()
        }
        guard let next = distant.removeValue(forKey: nextPage) else { return }
        add(ListPage(elements: next, received: next.count, total: total), belongs: belongs)
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

/// Tells apart the states of a list that is read in pages.
struct ListVersion: Equatable, Sendable {
    let generation: Int
    let count: Int
}
