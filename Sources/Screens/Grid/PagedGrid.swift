import Albums

/// A searchable grid over a list of any length, of which only the part around the view is held.
@MainActor
final class PagedGrid<Element: Identifiable & Sendable> where Element.ID: Sendable {
    /// Reads a range of the list.
    typealias Load = @Sendable (SearchQuery, Range<Int>) async throws -> Page<Element>
    /// Finds where an element stands in the list.
    typealias Locate = @Sendable (Element.ID, SearchQuery) async throws -> Int?

    /// Called when what the grid shows has changed.
    var onChange: () -> Void = {}

    private(set) var cursor = GridCursor()
    private(set) var window = ListWindow<Element>()
    private(set) var counts: GridCounts?
    private(set) var failure: (any Error)?

    private let load: Load
    private let locate: Locate
    private var query = SearchQuery.everything
    private var loading: Task<Void, Never>?
    private var isOutdated = false
    /// The range asked for last, which the list may end before.
    private var loadedRange = 0..<0
    /// Moves so far: tells whether a person moved while a page was on its way, or has moved at all.
    private var moves = 0

    init(load: @escaping Load, locate: @escaping Locate) {
        self.load = load
        self.locate = locate
    }

    var selected: Element? { window[cursor.selection] }

    func layOut(columns: Int, visibleRows: Int) {
        cursor.layOut(columns: columns, visibleRows: visibleRows)
        loadIfNeeded()
    }

    func move(_ move: GridCursor.Move) {
        moves += 1
        cursor.move(move)
        loadIfNeeded()
        onChange()
    }

    /// Selects an index, which may not be at hand yet.
    func select(_ index: Int) {
        moves += 1
        cursor.update(count: max(cursor.count, index + 1), selection: index)
        loadIfNeeded()
        onChange()
    }

    /// Shows what matches; the selected element stays selected if it does.
    func search(_ text: String) {
        let wanted = SearchQuery(text)
        guard wanted != query else { return }
        query = wanted
        loading?.cancel()
        loading = nil
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
        loading = Task { [weak self, load, locate] in
            do {
                let place = if let keep { try await locate(keep, query) ?? 0 } else { nil as Int? }
                let count = try await load(query, 0..<0).matching
                guard var cursor = self?.cursor else { return }
                cursor.update(count: count, selection: place)
                let range = cursor.nearbyRange
                let page = try await load(query, range)
                guard !Task.isCancelled, let self else { return }
                self.show(page, of: range, selection: self.moves == movesBefore ? place : nil)
            } catch {
                guard !Task.isCancelled, let self else { return }
                self.fail(error)
            }
        }
    }

    func stop() {
        loading?.cancel()
        loading = nil
    }

    private func show(_ page: Page<Element>, of range: Range<Int>, selection: Int?) {
        loading = nil
        failure = nil
        counts = GridCounts(matching: page.matching, available: page.available, isComplete: page.isComplete)
        window = ListWindow(start: range.lowerBound, items: page.items)
        loadedRange = range
        cursor.update(count: page.matching, selection: selection)
        onChange()
        if isOutdated { reload() } else { loadIfNeeded() }
    }

    private func fail(_ error: any Error) {
        loading = nil
        failure = error
        onChange()
    }

    private func loadIfNeeded() {
        let wanted = cursor.nearbyRange
        if counts == nil || wanted.clamped(to: loadedRange) != wanted { reload() }
    }
}

/// How many elements a grid has, as far as its list is known.
public struct GridCounts: Hashable, Sendable {
    public var matching: Int
    public var available: Int
    public var isComplete: Bool
}
