import Albums

/// A searchable grid over a list of any length, of which only the part around the view is held.
@MainActor
final class PagedGrid<Element: Identifiable & Sendable, Query: Hashable & Sendable> where Element.ID: Sendable {
    /// Where the elements come from.
    struct Source: Sendable {
        /// Reads a range of the list.
        let load: @Sendable (Query, Range<Int>) async throws -> Page<Element>
        /// Finds where an element stands in the list.
        let locate: @Sendable (Element.ID, Query) async throws -> Int?
        /// How many matching elements each section of the list has; nil for a list without sections.
        let sections: (@Sendable (Query) async throws -> [Int])?

        fileprivate func knownSections(_ query: Query) async throws -> [Int] {
            if let sections { return try await sections(query) }
            return try await [load(query, 0..<0).matching]
        }
    }

    /// Called when what the grid shows has changed.
    var onChange: () -> Void = {}

    private(set) var cursor = GridCursor()
    /// Where items of their own heights stand; nil while they stand in rows.
    private(set) var waterfall: WaterfallCursor?
    private(set) var window = ListWindow<Element>()
    private(set) var counts: GridCounts?
    private(set) var failure: (any Error)?

    private let source: Source
    private var query: Query
    private var loading: Task<Void, Never>?
    private var isOutdated = false
    /// Whether what comes next could not be read.
    private var isCutShort = false
    /// The range asked for last, which the list may end before.
    private var loadedRange = 0..<0
    /// How many lines an element takes in a waterfall.
    private var height: (Element) -> Int = { _ in 1 }
    /// Moves so far: tells whether a person moved while a page was on its way, or has moved at all.
    private var moves = 0

    init(query: Query, source: Source) {
        self.query = query
        self.source = source
    }

    var selected: Element? { window[cursor.selection] }

    /// Arranges the elements in rows of the same height.
    func layOut(columns: Int, lines: Int, linesPerRow: Int) {
        waterfall = nil
        cursor.layOut(columns: columns, lines: lines, linesPerRow: linesPerRow)
        loadIfNeeded()
    }

    /// Arranges the elements in columns, each as high as it asks.
    func layOutWaterfall(columns: Int, lines: Int, height: @escaping (Element) -> Int) {
        self.height = height
        waterfall = WaterfallCursor(columns: columns, lines: lines)
        waterfall?.select(cursor.selection)
        placeKnown()
        loadIfNeeded()
    }

    func move(_ move: GridCursor.Move) {
        moves += 1
        if waterfall == nil {
            cursor.move(move)
        } else {
            waterfall?.move(move)
            cursor.select(waterfall?.selection ?? 0)
        }
        // Who moves on in a list that was cut short still wants what comes next.
        if isCutShort { reload() } else { loadIfNeeded() }
        onChange()
    }

    /// Selects an index, which may not be at hand yet.
    func select(_ index: Int) {
        moves += 1
        cursor.select(index)
        waterfall?.select(index)
        loadIfNeeded()
        onChange()
    }

    /// Shows what matches; the selected element stays selected if it does, unless the list is to be seen from its top.
    func show(_ wanted: Query, fromTop: Bool = false) {
        guard wanted != query else { return }
        if fromTop { forget() }
        query = wanted
        waterfall?.forget()
        stop()
        reload()
    }

    /// The list has changed: reads what is shown again.
    func reload() {
        guard loading == nil else {
            isOutdated = true
            return
        }
        isOutdated = false
        let query = query
        let keep = moves > 0 ? selected?.id : nil
        let movesBefore = moves
        loading = Task { [weak self, source] in
            do {
                let place = if let keep { try await source.locate(keep, query) ?? 0 } else { nil as Int? }
                guard var cursor = self?.cursor else { return }
                try await cursor.update(sections: source.knownSections(query), selection: place)
                let range = self?.waterfall?.nearbyRange ?? cursor.nearbyRange
                let page = try await source.load(query, range)
                // A range may have brought more of the list to light.
                let sections = try await source.knownSections(query)
                guard !Task.isCancelled, let self else { return }
                let hasStayed = self.moves == movesBefore
                self.show(page, of: range, sections: sections, selection: hasStayed ? place : nil)
            } catch {
                guard !Task.isCancelled, let self else { return }
                self.fail(error)
            }
        }
    }

    /// Waits for nothing any more.
    func stop() {
        loading?.cancel()
        loading = nil
    }

    /// Shows nothing of the list until it is read.
    private func forget() {
        moves = 0
        window = ListWindow()
        counts = nil
        failure = nil
        cursor.update(sections: [], selection: 0)
        onChange()
    }

    private func show(_ page: Page<Element>, of range: Range<Int>, sections: [Int], selection: Int?) {
        loading = nil
        failure = nil
        isCutShort = page.failure != nil
        counts = GridCounts(
            matching: page.matching, available: page.available, total: page.total, isComplete: page.isComplete)
        window = ListWindow(start: range.lowerBound, items: page.items)
        loadedRange = range
        cursor.update(sections: sections, selection: selection)
        if let waterfall, waterfall.selection != cursor.selection { self.waterfall?.select(cursor.selection) }
        placeKnown()
        onChange()
        if isOutdated { reload() } else { loadIfNeeded() }
    }

    private func fail(_ error: any Error) {
        loading = nil
        failure = error
        onChange()
    }

    /// Places the elements at hand that come next in the waterfall.
    private func placeKnown() {
        while let known = waterfall?.known, let element = window[known] { waterfall?.append(height: height(element)) }
    }

    private func loadIfNeeded() {
        let wanted = waterfall?.nearbyRange ?? cursor.nearbyRange
        if counts == nil || wanted.clamped(to: loadedRange) != wanted { reload() }
    }
}

/// How many elements a grid has, as far as its list is known.
public struct GridCounts: Hashable, Sendable {
    public var matching: Int
    public var available: Int
    /// How many there will be in the end, nil while that is not known.
    public var total: Int?
    public var isComplete: Bool
}
