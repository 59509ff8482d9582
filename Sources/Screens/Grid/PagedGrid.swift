import Albums
import Basics
import Localization

/// A searchable grid over a list of any length, which loads only the elements in and around the view.
@MainActor
final class PagedGrid<Element: Identifiable & Sendable, Query: Hashable & Sendable> where Element.ID: Sendable {
    /// Called when `state` changes.
    var onChange: () -> Void = {}

    private let source: ListSource<Element, Query>
    private let busyIndicator: BusyIndicator
    private var cursor = GridCursor()
    /// The loaded elements in and around the view.
    private var window = ListWindow<Element>()
    private var counts: GridCounts?
    private var failure: (any Error)?
    private var partialFailure: LibraryFailure?
    /// Whether to select the last element once it has loaded.
    private var jumpsToEnd = false
    /// Whether the list that loads scrolls the selection to the top.
    private var scrollsToTop = false
    /// Whether the selection becomes the user's choice once the list has loaded.
    private var confirmsSelection = false
    /// The element that was selected when the list was first shown.
    private var firstSelected: Element.ID?
    /// The use of the selected element once it has loaded.
    private var pendingUse: ((Element) -> Void)?
    /// The current query; nil until it's known, and nothing loads before then.
    private(set) var query: Query?
    /// The query that the state belongs to; nil before the first page.
    private var loadedQuery: Query?
    private var loading: Task<Void, Never>?
    private var revealing: Task<Void, Never>?
    private var isOutdated = false
    /// Whether the next load blocks until the next page arrives (set by `retry()`).
    private var retryRequested = false
    /// The range requested last; the list may end before it does.
    private var loadedRange = 0..<0
    /// The aspect ratio of a loaded element; nil while unknown.
    private var aspect: (Element) -> Double? = { _ in nil }
    /// The height of an element with an aspect ratio in the masonry layout, in lines.
    private var height: (Double) -> Int = { _ in 1 }
    /// The aspect ratios in the list of `loadedQuery`.
    private var aspects = AspectRatios()
    /// The number of reloads so far.
    private var reloads = 0
    /// The number of reloads until the library was asked for `aspects`. If it's lower, the list may have changed since.
    private var aspectReloads = 0
    private var anchor = SelectionAnchor<Element.ID, Query>()

    init(query: Query?, source: ListSource<Element, Query>, clock: any Clock<Duration>) {
        self.query = query
        self.source = source
        busyIndicator = BusyIndicator(clock: clock)
        busyIndicator.onChange = { [weak self] in self?.onChange() }
    }

    /// The current state.
    var state: GridState<Element> {
        var state = GridState<Element>()
        state.items = cursor.visible.map {
            .init(index: $0.index, element: window[$0.index], column: $0.column, line: $0.line, height: $0.height)
        }
        let sections = cursor.rows.sections
        state.headings = cursor.headings.map { heading in
            let section = sections.sections[heading.section]
            return .init(
                label: section.label, note: section.note, element: window[heading.index], line: heading.line,
                count: sections.count(ofSection: heading.section, isComplete: counts?.isComplete == true))
        }
        state.hasHeadingItems = sections.hasHeadingItems
        state.hasHeadings = sections.hasHeadingItems || sections.hasLabels
        state.selection = cursor.selection
        state.selected = selected
        state.count = cursor.count
        state.counts = counts
        state.isCurrent = query == loadedQuery
        state.failure = failure
        state.partialFailure = partialFailure
        state.footerLine = cursor.footerLine
        state.isSlow = busyIndicator.isShown
        state.isSelectionPending = isSelectionPending
        return state
    }

    /// The selected element; nil while it loads.
    var selected: Element? { window[cursor.selection] }

    /// Whether the selection is in the first row.
    var isInFirstRow: Bool { cursor.isInFirstRow }

    /// The loaded elements in view.
    var visible: [Element] { cursor.visible.compactMap { window[$0.index] } }

    /// The loaded elements in and around the view; empty during a jump to an element that isn't placed yet.
    var nearby: ArraySlice<Element> {
        cursor.isWaiting ? [] : window.elements(in: cursor.nearbyRange)
    }

    /// All loaded elements.
    var loaded: [Element] { window.items }

    /// Arranges the elements in rows of equal height; the last `gap` lines of each row are empty.
    func layOut(columns: Int, lines: Int, linesPerRow: Int, gap: Int = 0) {
        cursor.layOut(columns: columns, lines: lines, linesPerRow: linesPerRow, gap: gap)
        loadIfNeeded()
    }

    /// Arranges the elements in the rows of a layout.
    func layOut(_ layout: TileLayout) {
        layOut(
            columns: layout.columns, lines: layout.lines, linesPerRow: layout.tile.rows + layout.gap, gap: layout.gap)
    }

    /// Arranges the elements in masonry columns. Loaded elements of unknown aspect ratio are placed later, by `place()`.
    ///
    /// - Parameters:
    ///   - aspect: returns the aspect ratio of an element; nil while unknown.
    ///   - height: returns the height of an element with an aspect ratio, in lines.
    func layOutMasonry(
        columns: Int, lines: Int, aspect: @escaping (Element) -> Double?, height: @escaping (Double) -> Int
    ) {
        self.aspect = aspect
        self.height = height
        cursor.layOutMasonry(columns: columns, lines: lines)
        place()
    }

    /// Places the elements that have a known aspect ratio by now.
    func place() {
        placeKnown()
        loadIfNeeded()
    }

    /// Moves the selection. Returns the reason if the move has no effect.
    @discardableResult
    func move(_ move: GridCursor.Move) -> NoEffect? {
        anchor.didMove()
        pendingUse = nil
        scrollsToTop = false
        jumpsToEnd = move == .last && isEndPending
        let reason = cursor.attempt(move)
        // Moving on in a list that was cut short retries the failed load.
        let retries = partialFailure != nil || jumpsToEnd
        placeKnown()
        if retries { reload() } else { loadIfNeeded() }
        onChange()
        guard !retries, !isSelectionPending else { return nil }
        return reason == .listStart || reason == nil || !isLoadingMore ? reason : .stillLoading
    }

    /// Passes the selected element to `use`, immediately or when it has loaded. A move, another query or leaving the
    /// screen discards `use` before then. Returns the reason if no element will load.
    func withSelected(_ use: @escaping (Element) -> Void) -> NoEffect? {
        if let selected {
            // The selection that a search has made is the user's choice now.
            anchor.didConfirm()
            use(selected)
            return nil
        }
        guard cursor.count > 0, failure == nil, partialFailure == nil else { return state.noSelection }
        pendingUse = use
        updateBusyIndicator()
        onChange()
        return nil
    }

    /// Stops waiting for the selected element or the end of the list. The selection stays at the last element loaded so
    /// far.
    func cancelJump() {
        anchor.didConfirm()
        jumpsToEnd = false
        pendingUse = nil
        cursor.stopWaiting()
        loadIfNeeded()
        onChange()
    }

    /// Makes the selection the user's choice, which other lists keep, now or once the list has loaded.
    func confirmSelection() {
        if query == loadedQuery { anchor.didConfirm() } else { confirmsSelection = true }
    }

    /// Does so if the selection is another one than when the list was first shown, because elements have left the list.
    func confirmChangedSelection() {
        if query == loadedQuery, selected?.id != firstSelected { anchor.didConfirm() }
    }

    /// Selects an index, which may not be loaded yet. With `atTop`, the view begins with its row.
    func select(_ index: Int, atTop: Bool = false) {
        anchor.didMove()
        jumpsToEnd = false
        pendingUse = nil
        cursor.select(index)
        if atTop { cursor.scroll(selectionTo: .top) }
        placeKnown()
        // The rows of another list are known once it has loaded.
        scrollsToTop = atTop && query != loadedQuery
        loadIfNeeded()
        onChange()
    }

    /// Selects an element that another screen has found at an index, where this grid may not have loaded it yet.
    func select(_ index: Int, showing id: Element.ID) {
        select(index)
        anchor.shownElsewhere = selected?.id == id ? nil : id
    }

    /// Selects an element. Does nothing if the list lacks it, or if the user moves before it is found.
    ///
    /// - Parameter ids: the IDs that the element may have in the list.
    func reveal(_ ids: [Element.ID]) {
        guard let query, selected.map({ ids.contains($0.id) }) != true else { return }
        let moves = anchor.moves
        revealing?.cancel()
        revealing = Task { [weak self, source] in
            for id in ids {
                guard let index = try? await source.locate(id, query) else { continue }
                guard !Task.isCancelled, let self, anchor.moves == moves, self.query == query else { return }
                return select(index, showing: id)
            }
        }
    }

    /// Switches to another query. The selected element stays selected if it still matches; `fromTop` discards the
    /// selection and starts at the top.
    func show(_ newQuery: Query, fromTop: Bool = false) {
        pendingUse = nil
        guard newQuery != query else { return }
        if fromTop { forget() }
        query = newQuery
        jumpsToEnd = false
        confirmsSelection = false
        loading?.cancel()
        loading = nil
        reload()
    }

    /// Retries failed loads. Returns whether any load had failed.
    @discardableResult
    func retry() -> Bool {
        let hasFailed = failure != nil || partialFailure != nil
        // A second press must not clear the flag while the first one waits for a load in progress.
        retryRequested = retryRequested || partialFailure != nil
        failure = nil
        partialFailure = nil
        reload()
        onChange()
        return hasFailed
    }

    /// Reloads the elements around the view, for example after the list has changed.
    func reload() {
        reloads += 1
        if cursor.masonry == nil { aspects = AspectRatios() }
        load()
    }

    private func load() {
        guard let query else { return updateBusyIndicator() }
        guard loading == nil else {
            isOutdated = true
            return
        }
        isOutdated = false
        let isOther = query != loadedQuery
        if let selected, let loadedQuery {
            anchor.remember(selected.id, in: loadedQuery, at: cursor.selectedPosition)
        }
        // In the same list, an element that hasn't loaded is known only by its index.
        let staysInList = !isOther && counts?.matching != 0
        let members = selected.map(source.members) ?? []
        var neighbors = (isOther ? ListWindow() : window).neighbors(of: cursor.selection)
        // If a photo is gone, its burst is still in its place.
        neighbors.after = members.prefix(Self.maxMembers) + neighbors.after
        let knownAspects = isOther ? 0 : aspects.count
        let loader = ListLoader(
            source: source, query: query, replacesList: isOther,
            kept: staysInList ? anchor.elementToKeep(selected: selected?.id) : anchor.keptInOtherList,
            successor: isOther ? 0 : cursor.selection,
            neighbors: neighbors,
            toEnd: jumpsToEnd, missing: retryRequested ? firstMissing : jumpsToEnd ? lastReadable : nil,
            aspects: (reloads > aspectReloads ? 0 : knownAspects)..<knownAspects)
        retryRequested = false
        let (moves, reloads) = (anchor.moves, reloads)
        loading = Task { [weak self] in
            do {
                guard let list = try await loader.load(around: { self?.cursor }), !Task.isCancelled else { return }
                self?.finish(list, isOther: isOther, moves: moves, reloads: reloads)
            } catch {
                if !Task.isCancelled { self?.fail(error) }
            }
        }
        updateBusyIndicator()
    }

    /// The maximum number of elements that are tried in the place of one that is gone.
    private static var maxMembers: Int { 100 }

    /// Shows the loaded list.
    /// - Parameters:
    ///   - moves: the number of moves when the load began.
    ///   - reloads: the number of reloads then.
    private func finish(_ list: ListLoader<Element, Query>.Result, isOther: Bool, moves: Int, reloads: Int) {
        loading = nil
        let hasStayed = anchor.moves == moves
        if !hasStayed, !isOther, !list.hasSame(selected, at: cursor.selection) { return load() }
        let position = isOther && hasStayed ? anchor.position(in: list.query) : nil
        if hasStayed { anchor.shownElsewhere = nil }
        loadedQuery = list.query
        if isOther {
            cursor.forgetPlacement()
            aspects = AspectRatios()
        }
        aspectReloads = reloads
        aspects.set(list.aspects, from: list.aspectRange.lowerBound, keepsKnown: false)
        aspects.extend(to: list.aspectRange.upperBound)
        aspects.limit(to: list.sections.itemCount)
        show(list, selection: hasStayed ? list.selection : nil, position: position)
        if isOther { firstSelected = selected?.id }
        if confirmsSelection { anchor.didConfirm() }
        confirmsSelection = false
    }

    /// Returns all elements known so far that match a query.
    func elements(matching query: Query?) async throws -> [Element] {
        guard let query else { return [] }
        // The state may still belong to the previous query.
        let count = try await source.load(query, 0..<0).matching
        var found: [Element] = []
        // Unread pages leave gaps; each request returns the elements up to the next gap.
        while found.count < count {
            let page = try await source.load(query, found.count..<count)
            if page.first == nil { break }
            found += page.items
        }
        return found
    }

    /// Cancels outstanding loads.
    func stop() {
        revealing?.cancel()
        loading?.cancel()
        loading = nil
        jumpsToEnd = false
        pendingUse = nil
        busyIndicator.update(isBusy: false)
    }

    /// Clears the grid until the next page arrives.
    private func forget() {
        anchor = SelectionAnchor()
        window = ListWindow()
        counts = nil
        failure = nil
        partialFailure = nil
        jumpsToEnd = false
        cursor.update(sections: [GridSection](), selection: 0)
        onChange()
    }

    /// Shows a list. A nil `selection` keeps the current one; `position` is where the view shows it.
    private func show(
        _ list: ListLoader<Element, Query>.Result, selection: Int?, position: GridCursor.ViewPosition?
    ) {
        let page = list.page
        loadedRange = list.range
        failure = nil
        partialFailure = page.failure
        counts = GridCounts(page)
        window = list.window
        let end = list.sections.itemCount - 1
        cursor.update(
            sections: list.sections, selection: jumpsToEnd ? end : selection, footer: page.failure == nil ? 0 : 1)
        if let position { cursor.scroll(selectionTo: position) }
        if scrollsToTop { cursor.scroll(selectionTo: .top) }
        scrollsToTop = false
        jumpsToEnd = jumpsToEnd && isEndPending && page.failure == nil
        placeKnown()
        if isOutdated { load() } else { loadIfNeeded() }
        let pendingUse = pendingUse
        if selected != nil || page.failure != nil { self.pendingUse = nil }
        onChange()
        if let selected, let pendingUse { pendingUse(selected) }
    }

    private func fail(_ error: any Error) {
        loading = nil
        failure = error
        jumpsToEnd = false
        pendingUse = nil
        updateBusyIndicator()
        onChange()
    }

    /// Places the elements in and around the view of the masonry layout, up to the first with an unknown aspect ratio.
    /// Elements with another height than before are placed again.
    private func placeKnown() {
        guard cursor.masonry != nil else { return }
        aspects.set(window.items.map(aspect), from: window.start, keepsKnown: true)
        let estimate = height(AspectRatios.default)
        cursor.place(checking: window.range) { [aspects] in
            $0 < aspects.count ? estimate : nil
        } height: { [aspects, height] in
            aspects[$0].map(height)
        }
    }

    private func loadIfNeeded() {
        let needed = cursor.nearbyRange
        let waitsForAspects = cursor.isWaiting && aspects.count < needed.lowerBound
        if counts == nil || waitsForAspects || needed.clamped(to: loadedRange) != needed {
            load()
        } else {
            updateBusyIndicator()
        }
    }

    private func updateBusyIndicator() {
        busyIndicator.update(isBusy: query == nil || loading != nil || isFetchingMore || isSelectionPending)
    }

    /// Whether the selection waits for an element that hasn't loaded.
    private var isSelectionPending: Bool {
        jumpsToEnd || cursor.isWaiting || pendingUse != nil
    }

    /// Whether more elements are loading.
    private var isLoadingMore: Bool { counts == nil && failure == nil || isFetchingMore }

    /// Whether the library is reading more of the list because the view is near the end of the known part.
    private var isFetchingMore: Bool {
        guard let query, let counts, !counts.isComplete, partialFailure == nil else { return false }
        let end = cursor.nearbyRange.upperBound
        let isMissing =
            counts.isEndKnown ? min(end, counts.matching) > window.range.upperBound : end > counts.matching
        return isMissing && source.keepsLoading(query)
    }

    /// Whether the end of the list is still unknown and the library reads on toward it.
    private var isEndPending: Bool {
        guard let query, let counts else { return false }
        return !counts.isEndKnown && source.keepsLoading(query)
    }

    /// The index of the last element, if the library can read it without the pages before it.
    private var lastReadable: Int? {
        guard let query, source.skipsPages(query), let total = counts?.total else { return nil }
        return total - 1
    }

    /// The index of the first element near the view that isn't loaded.
    private var firstMissing: Int? {
        guard let counts else { return nil }
        return cursor.nearbyRange.upperBound > window.range.upperBound
            ? min(window.range.upperBound, counts.matching) : counts.matching
    }
}

/// Everything a grid shows of its list.
struct GridState<Element: Sendable>: Sendable {
    /// An element in view and its cells.
    struct Item: Sendable {
        /// The index in the list.
        let index: Int
        /// Nil while it loads.
        var element: Element?
        let column: Int
        /// The offset from the top of the view, in lines; negative if the item begins above it.
        let line: Int
        /// The height in lines.
        let height: Int
    }

    /// A line in view above the first row of a section.
    struct Heading: Sendable {
        /// See `GridSection.label`.
        let label: String?
        /// See `GridSection.note`.
        let note: String?
        /// The first element of the section; nil while it loads.
        let element: Element?
        let line: Int
        /// The number of elements in the section; nil while it may grow.
        let count: Int?
    }

    var items: [Item] = []
    var headings: [Heading] = []
    /// Whether some elements are headings, in view or not.
    var hasHeadingItems = false
    /// Whether headings of any kind precede some rows, in view or not.
    var hasHeadings = false
    /// The index of the selected element; 0 when there is none.
    var selection = 0
    /// Nil while it loads.
    var selected: Element?
    /// The number of elements to move through.
    var count = 0
    /// Nil until the first page has loaded.
    var counts: GridCounts?
    /// Whether the elements belong to the list requested last.
    var isCurrent = false
    /// Why the list couldn't be loaded.
    var failure: (any Error)?
    /// Why the list couldn't be read past its known part.
    var partialFailure: LibraryFailure?
    /// The line for `partialFailure`; nil if the end of the list isn't in view.
    var footerLine: Int?
    /// Whether loading has taken long enough to show a busy indicator.
    var isSlow = false
    /// Whether the selection waits for an element that hasn't loaded. The user can stop this.
    var isSelectionPending = false

    /// The loaded elements in view.
    var visible: [Element] { items.compactMap(\.element) }

    /// The element at an index; nil if it isn't in view or hasn't loaded.
    subscript(index: Int) -> Element? { items.first { $0.index == index }?.element }

    /// Returns the state with its elements replaced.
    func map(_ transform: (Element) -> Element) -> GridState {
        var new = self
        new.items = items.map { item in
            var item = item
            item.element = item.element.map(transform)
            return item
        }
        new.selected = selected.map(transform)
        return new
    }

    /// Returns the final number of elements, which the layout enlarges to fill the screen if they are few; nil while
    /// unknown or if there are headings.
    ///
    /// - Parameter previous: the number to keep while the user types or another list loads, so that nothing moves.
    func fillingCount(isTyping: Bool, previous: Int?) -> Int? {
        guard !isTyping, isCurrent, let counts else { return previous }
        return hasHeadings || !counts.isEndKnown ? nil : counts.matching
    }

    /// Why no element is selected.
    var noSelection: NoEffect { count > 0 || counts == nil && failure == nil ? .stillLoading : .nothingSelected }

    /// The failure that `GridMessages` shows.
    var shownFailure: (any Error)? { failure ?? (count == 0 || footerLine != nil ? partialFailure : nil) }

    /// Whether `GridMessages` have anything to show.
    var hasMessage: Bool { count == 0 || failure != nil || footerLine != nil }

    /// Whether the list has no elements at all.
    var isEmpty: Bool { counts.map { $0.isComplete && $0.available == 0 } ?? false }

    /// Whether the list isn't complete yet.
    var isGrowing: Bool { counts?.isComplete == false }

    /// The position in the list and its length, for a header: `17/48`, or just `48` for screen readers, which read each
    /// change aloud; `2/12 of 48` during a search.
    ///
    /// If some elements stand for bursts, `17/30 of 48 photos`.
    /// While the list is incomplete, `17/5,000` or `2/12 in 60 of 5,000`, and `17/60…` if its length is unknown.
    func positionText(
        isSearching: Bool, isFolded: Bool = false, marked: Int = 0, isForReaders: Bool
    ) -> String {
        guard let counts else { return "" }
        let marks = marked > 0 ? UserFacingText.marked(marked) + "  " : ""
        let position = marks + countText(counts, isSearching, isFolded, isForReaders)
        return isSlow ? localized("\(position), loading") : position
    }

    private func countText(
        _ counts: GridCounts, _ isSearching: Bool, _ isFolded: Bool, _ isForReaders: Bool
    ) -> String {
        func position(in count: Int) -> String {
            isForReaders || count == 0
                ? UserFacingText.number(count) : UserFacingText.position(selection + 1, of: count)
        }
        if isFolded, counts.isComplete {
            let photos = UserFacingText.photos(counts.available)
            return counts.matching == counts.available
                ? position(in: counts.matching) : localized("\(position(in: counts.matching)) of \(photos)")
        }
        guard isSearching || isFolded else {
            if let total = counts.total, counts.matching > 0 { return position(in: total) }
            return counts.withMore(position(in: counts.matching > 0 ? counts.available : 0))
        }
        let found = position(in: counts.matching)
        return counts.isComplete
            ? localized("\(found) of \(counts.available)")
            : counts.withMore(localized("\(found) in \(counts.available)"))
    }
}

/// The number of elements in a list, matching and in total, as known so far.
struct GridCounts: Hashable, Sendable {
    var matching: Int
    var available: Int
    /// The final number of elements; nil while unknown.
    var total: Int?
    var isComplete: Bool

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
        return total.map { localized("\(known) of \($0)", context: "more to come") } ?? known + "\u{2026}"
    }
}

/// The loaded part of a long list.
struct ListWindow<Element: Sendable>: Sendable {
    let start: Int
    let items: [Element]

    /// The indices of the loaded elements.
    var range: Range<Int> { start..<(start + items.count) }

    init() {
        start = 0
        items = []
    }

    /// Creates the window of a page that was loaded for a range.
    init(_ page: Page<Element>, of range: Range<Int>) {
        start = range.lowerBound + page.offset
        items = page.items
    }

    /// The element at an index of the whole list; nil if it isn't loaded.
    subscript(index: Int) -> Element? {
        range.contains(index) ? items[index - start] : nil
    }

    /// Returns the IDs of the loaded elements after and before an index, nearest first.
    func neighbors(of index: Int) -> (after: [Element.ID], before: [Element.ID]) where Element: Identifiable {
        guard range.contains(index) else { return ([], []) }
        return (items[(index - start + 1)...].map(\.id), items[..<(index - start)].reversed().map(\.id))
    }

    /// Returns the loaded elements of a range.
    func elements(in requested: Range<Int>) -> ArraySlice<Element> {
        let available = requested.clamped(to: range)
        return items[(available.lowerBound - start)..<(available.upperBound - start)]
    }
}

/// The element that the user selected last, which stays selected when the list changes.
struct SelectionAnchor<ID: Hashable, Query: Hashable> {
    /// The number of moves so far. Shows whether the user has moved at all, or while a page was loading.
    private(set) var moves = 0
    /// The element that another screen showed last, if it isn't the selected one; selected by the next load.
    var shownElsewhere: ID?
    /// The element, in which list, and where in the view. Selected again whenever it's in the list, for example after a
    /// search.
    private var last: (id: ID, query: Query, position: GridCursor.ViewPosition)?
    /// The number of moves until `last` was set.
    private var lastMoves = 0

    /// Records a move of the user's.
    mutating func didMove() {
        moves += 1
        shownElsewhere = nil
    }

    /// Records the selected element if the user has moved since the last one.
    mutating func remember(_ id: ID, in query: Query, at position: GridCursor.ViewPosition) {
        guard moves > lastMoves else { return }
        lastMoves = moves
        // The same element has had its position in the list from which a search came.
        if id != last?.id || query == last?.query { last = (id, query, position) }
    }

    /// Records that the user has accepted the selection, so that loads in progress don't change it.
    mutating func didConfirm() {
        moves += 1
    }

    /// Returns the element to select in the same list: that of another screen, or else the selected one; nil before the
    /// first move.
    func elementToKeep(selected: ID?) -> ID? { moves == 0 ? nil : shownElsewhere ?? selected }

    /// The element to select in another list; nil before the first move.
    var keptInOtherList: ID? { moves == 0 ? nil : last?.id }

    /// Returns where the view showed the element in a list; nil if that was another list.
    func position(in query: Query) -> GridCursor.ViewPosition? {
        last.flatMap { $0.query == query ? $0.position : nil }
    }
}
