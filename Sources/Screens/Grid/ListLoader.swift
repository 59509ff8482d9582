import Albums

/// The source of a grid's elements.
struct ListSource<Element: Identifiable & Sendable, Query: Hashable & Sendable>: Sendable where Element.ID: Sendable {
    /// Loads a range of the list.
    let load: @Sendable (Query, Range<Int>) async throws -> Page<Element>
    /// Finds the index of an element in the list.
    let locate: @Sendable (Element.ID, Query) async throws -> Int?
    /// Returns the new ID of an element that was moved or renamed; nil for any other.
    var follow: @Sendable (Element.ID) async -> Element.ID? = { _ in nil }
    /// Returns the IDs of the elements that an element stands for, one of which may take its place.
    var members: @Sendable (Element) -> [Element.ID] = { _ in [] }
    /// Counts the matching elements in each section; nil for a list without sections.
    let sections: @Sendable (Query) async throws -> [GridSection]?
    /// Returns the aspect ratios of a range that are known without loading its elements; nil for others.
    var aspects: @Sendable (Query, Range<Int>) async throws -> [Double?] = { _, _ in [] }
    /// Whether the library can read the end of a list of known length without the pages before it.
    var skipsPages: @Sendable (Query) -> Bool = { _ in false }
    /// Whether the library keeps reading an incomplete list for a query.
    var keepsLoading: @Sendable (Query) -> Bool = { _ in true }

    /// Returns the index of the first element after a missing one that the list still has; without one, the index
    /// after the last such element before it.
    ///
    /// - Parameter neighbors: the IDs of elements after and before the missing one, nearest first.
    func survivor(
        of neighbors: (after: [Element.ID], before: [Element.ID]), _ query: Query
    ) async throws -> Int? {
        for id in neighbors.after {
            if let index = try await locate(id, query) { return index }
        }
        for id in neighbors.before {
            if let index = try await locate(id, query) { return index + 1 }
        }
        return nil
    }

    /// Returns the number of elements in each section; a list without sections counts as one.
    func knownSections(_ query: Query) async throws -> [GridSection] {
        if let sections = try await sections(query) { return sections }
        return try await [GridSection(count: load(query, 0..<0).matching)]
    }
}

/// Loads the part of a list that a grid is about to show, and finds the selected element in it.
@MainActor
struct ListLoader<Element: Identifiable & Sendable, Query: Hashable & Sendable> where Element.ID: Sendable {
    let source: ListSource<Element, Query>
    let query: Query
    /// Whether the grid still shows another list.
    let replacesList: Bool
    /// The element to select; nil to keep the selected index.
    let kept: Element.ID?
    /// The index to select if the list has neither that element nor its neighbors.
    let successor: Int
    /// The IDs of elements after and before the selected one, nearest first.
    let neighbors: (after: [Element.ID], before: [Element.ID])
    /// Whether to select the last element instead.
    let toEnd: Bool
    /// The index of an element to wait for.
    let missing: Int?
    /// The aspect ratios to request again. The upper bound is the number of those known.
    let aspects: Range<Int>

    /// The part of a list around the view.
    struct Result: Sendable {
        let query: Query
        let page: Page<Element>
        let range: Range<Int>
        let sections: [GridSection]
        /// The index of the element to select; nil to keep the selected index.
        let selection: Int?
        /// The aspect ratios of `aspectRange`; nil if unknown.
        let aspects: [Double?]
        let aspectRange: Range<Int>

        var window: ListWindow<Element> { ListWindow(page, of: range) }

        /// Returns whether an index still belongs to an element. If the user has moved while the list changed, it may belong
        /// to another one, or not have been known when the load began.
        func hasSame(_ element: Element?, at index: Int) -> Bool {
            guard index < sections.itemCount else { return false }
            guard let element, let found = window[index] else { return true }
            return found.id == element.id
        }
    }

    /// The maximum number of times that the element is located, in case the list changes while the page loads.
    private static var maxAttempts: Int { 3 }

    /// Loads the list; nil if the grid is gone.
    /// - Parameter cursor: returns the current cursor of the grid.
    func load(around cursor: () -> GridCursor?) async throws -> Result? {
        // A request for a single missing element blocks until its page arrives. The load below reports any error.
        if let missing { _ = try? await source.load(query, missing..<missing + 1) }
        var kept = kept
        var attempts = 0
        while true {
            let located = try await locate(&kept)
            var index = located
            if kept != nil, index == nil { index = try await source.survivor(of: neighbors, query) ?? successor }
            guard var cursor = cursor() else { return nil }
            if replacesList { cursor.forgetPlacement() }
            let known = try await source.knownSections(query)
            cursor.update(sections: known, selection: toEnd ? known.itemCount - 1 : index)
            let range = cursor.nearbyRange
            let page = try await source.load(query, range)
            attempts += 1
            if attempts < Self.maxAttempts, let located, let kept,
                page.hasMoved(kept, from: located, in: range, source.members)
            {
                continue
            }
            // The elements before the range are placed without loading them.
            let placed = cursor.isWaiting ? range.lowerBound : 0
            let asked = aspects.lowerBound..<max(aspects.upperBound, placed)
            let ratios = asked.isEmpty ? [] : try await source.aspects(query, asked)
            // Loading the range may have discovered more elements.
            return Result(
                query: query, page: page, range: range, sections: try await source.knownSections(query),
                selection: index, aspects: ratios, aspectRange: asked)
        }
    }

    /// Returns the index of the element to keep, which may have another ID by now.
    private func locate(_ kept: inout Element.ID?) async throws -> Int? {
        guard let id = kept else { return nil }
        if let index = try await source.locate(id, query) { return index }
        guard let moved = await source.follow(id) else { return nil }
        kept = moved
        return try await source.locate(moved, query)
    }
}

extension Page where Element: Identifiable {
    /// Returns whether an element is no longer at the index at which it was located before the page was loaded.
    fileprivate func hasMoved(
        _ id: Element.ID, from index: Int, in range: Range<Int>, _ members: (Element) -> [Element.ID]
    ) -> Bool {
        guard let found = ListWindow(self, of: range)[index] else { return index >= matching }
        return found.id != id && !members(found).contains(id)
    }
}
