import Basics

/// The loaded pages of a list: a contiguous prefix, and possibly distant pages beyond a gap.
struct LoadedPages<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
    /// The distinct elements that belong to the list, in order of arrival, up to the first gap.
    private(set) var elements: [Element] = []
    private(set) var isComplete = false
    /// The final number of elements, nil while unknown.
    private(set) var total: Int?
    /// The number of the first page after the prefix.
    private(set) var nextPage = 1
    /// The number of times the list was reloaded from the start.
    private var generation = 0
    /// The error of the last page request; nil after a success.
    var failure: LibraryFailure?

    /// All received elements, with their index if they belong to the list.
    private var indices: [Element.ID: Int?] = [:]
    /// The number of distinct elements received, including those that cannot be shown.
    private(set) var receivedCount = 0
    /// The total size of the pages, in bytes.
    private(set) var receivedSize = 0
    /// Pages beyond the gap, by number. All are full, except possibly the last page of the list.
    private var distant: [Int: [Element]] = [:]
    /// The number of elements per page, as long as positions follow from page numbers: all pages are full and without
    /// gaps.
    private var pageSize: Int?

    init() {}

    /// Creates an empty list for a reload.
    init(replacing loaded: LoadedPages) {
        generation = loaded.generation + 1
    }

    /// Changes when elements are added or the list is reloaded.
    var version: ListVersion { ListVersion(generation: generation, count: elements.count) }

    /// Returns the index of an element; nil if it has not been loaded or does not belong to the list.
    func index(of id: Element.ID) -> Int? {
        if let index = indices[id] { return index }
        guard let pageSize else { return nil }
        for (page, elements) in distant {
            if let offset = elements.firstIndex(where: { $0.id == id }) { return (page - 1) * pageSize + offset }
        }
        return nil
    }

    /// The number of elements up to the last loaded one, counting gaps.
    var count: Int {
        guard let pageSize, let last = distant.max(by: { $0.key < $1.key }) else { return elements.count }
        return (last.key - 1) * pageSize + last.value.count
    }

    /// Whether pages are missing between loaded pages.
    var hasGap: Bool { !distant.isEmpty }

    /// Returns the loaded elements of a range up to the next gap, and the number of missing elements before them.
    func part(_ range: Range<Int>) -> (offset: Int, elements: [Element]) {
        guard range.lowerBound >= elements.count, let pageSize else {
            return (0, Array(elements[range.clamped(to: elements.indices)]))
        }
        var found: [Element] = []
        var start = range.lowerBound
        for page in distant.keys.sorted() {
            let indices = (page - 1) * pageSize..<(page - 1) * pageSize + (distant[page]?.count ?? 0)
            let overlap = range.clamped(to: indices)
            guard let elements = distant[page], !overlap.isEmpty else { continue }
            guard found.isEmpty || start + found.count == overlap.lowerBound else { break }
            if found.isEmpty { start = overlap.lowerBound }
            found += elements[overlap.lowerBound - indices.lowerBound..<overlap.upperBound - indices.lowerBound]
        }
        return (start - range.lowerBound, found)
    }

    /// Returns the number of the next page to load for a range; nil if nothing is missing.
    ///
    /// - Parameter skips: whether a distant page may be loaded before the pages in between.
    func pageToRead(for range: Range<Int>, skips: Bool) -> Int? {
        guard !isComplete else { return nil }
        guard skips, nextPage > 1, range.lowerBound > elements.count else {
            return elements.count < range.upperBound ? nextPage : nil
        }
        // The page cannot be computed, and loading all pages up to it could take forever.
        guard let pageSize, let total else { return nil }
        let end = min(range.upperBound, total)
        guard range.lowerBound < end else { return nil }
        return (range.lowerBound / pageSize + 1...(end - 1) / pageSize + 1).first { distant[$0] == nil }
    }

    /// Adds a page beyond the gap. If it does not fit its position, distant pages are dropped and loading becomes
    /// sequential.
    mutating func add(_ page: ListPage<Element>, number: Int, belongs: (Element) -> Bool) {
        failure = nil
        guard let pageSize, let total else { return }
        let isLast = number == (total - 1) / pageSize + 1
        guard page.elements.count == page.received, page.elements.allSatisfy(belongs),
            page.received == (isLast ? total - (number - 1) * pageSize : pageSize)
        else { return discardDistant() }
        distant[number] = page.elements
    }

    private mutating func discardDistant() {
        pageSize = nil
        distant = [:]
    }

    /// Appends the next page. A page without new elements is the last.
    mutating func add(_ page: ListPage<Element>, belongs: (Element) -> Bool) {
        let countBefore = indices.count
        for element in page.elements where indices[element.id] == nil {
            let belongs = belongs(element)
            indices[element.id] = .some(belongs ? elements.count : nil)
            if belongs { elements.append(element) }
        }
        let newCount = indices.count - countBefore
        nextPage += 1
        receivedSize += page.size
        receivedCount += page.received - page.elements.count + newCount
        failure = nil
        // Ignore the total if the service sends foreign elements, because it counts them too.
        total = elements.count == indices.count ? plausible(page.total ?? total) : nil
        isComplete = isLast(page, broughtNew: newCount > 0)
        if isComplete { total = elements.count }
        if nextPage == 2 { pageSize = page.received }
        if isComplete || total == nil || pageSize.map({ elements.count != (nextPage - 1) * $0 || $0 == 0 }) == true {
            discardDistant()
        }
        guard let next = distant.removeValue(forKey: nextPage) else { return }
        add(ListPage(elements: next, received: next.count, total: total), belongs: belongs)
    }

    /// Returns nil for a total below the number of elements received; it probably counts only the page.
    private func plausible(_ total: Int?) -> Int? {
        total.flatMap { $0 >= receivedCount ? $0 : nil }
    }

    private func isLast(_ page: ListPage<Element>, broughtNew: Bool) -> Bool {
        guard broughtNew else { return true }
        if let hasNext = page.hasNext { return !hasNext }
        if let total = plausible(page.total) { return receivedCount == total }
        // A service that sends more than requested ignores paging and has sent everything.
        return page.received > PageRequest.defaultSize
    }
}

/// Identifies a state of a paged list.
struct ListVersion: Equatable, Sendable {
    let generation: Int
    let count: Int
}
