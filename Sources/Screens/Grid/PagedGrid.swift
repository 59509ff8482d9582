import Albums

/// A searchable grid over a list of any length, of which only the part around the view is held.
@MainActor
final class PagedGrid<Element: Identifiable & Sendable, Query: Hashable & Sendable> where Element.ID: Sendable {
    /// Called when what the grid shows has changed.
    var onChange: () -> Void = {}

    private(set) var contents = GridContents<Element>()

    /// How often an element is located anew in a list that changes meanwhile.
    private static var maxAttempts: Int { 3 }

    private let source: Source
    private let sign: ProgressSign
    /// What is listed; nothing is asked for until that is known.
    private var query: Query?
    /// What the contents answer; nil before there are any.
    private var answered: Query?
    private var loading: Task<Void, Never>?
    private var isOutdated = false
    /// Whether what comes next is to be waited for, because a person wants that.
    private var isInsisting = false
    /// The range asked for last, which the list may end before.
    private var loadedRange = 0..<0
    /// How many lines an element takes in a waterfall; nil as long as that is not known.
    private var height: (Element) -> Int? = { _ in 1 }
    /// What was selected before nothing matched.
    private var lastSelected: Element.ID?
    /// Moves so far: tells whether a person moved while a page was on its way, or has moved at all.
    private var moves = 0

    init(query: Query?, source: Source, clock: any Clock<Duration>) {
        self.query = query
        self.source = source
        sign = ProgressSign(clock: clock)
        sign.onChange = { [weak self] in self?.signChanged() }
    }

    /// Arranges the elements in rows of the same height, the last `gap` lines of each empty.
    func layOut(columns: Int, lines: Int, linesPerRow: Int, gap: Int = 0) {
        contents.arrangement.layOut(columns: columns, lines: lines, linesPerRow: linesPerRow, gap: gap)
        loadIfNeeded()
    }

    /// Arranges the elements in columns, each as high as it asks; those whose height is not known are to be placed later.
    func layOutWaterfall(columns: Int, lines: Int, height: @escaping (Element) -> Int?) {
        self.height = height
        contents.arrangement.layOutWaterfall(columns: columns, lines: lines)
        place()
    }

    /// Places the elements whose heights are known by now.
    func place() {
        placeKnown()
        loadIfNeeded()
    }

    /// Moves the selection; returns why it stays where it is.
    @discardableResult
    func move(_ move: GridCursor.Move) -> NoEffect? {
        moves += 1
        let before = contents.arrangement.selection
        contents.seeksEnd = move == .last && isEndElsewhere
        contents.arrangement.move(move)
        // Who moves on in a list that was cut short still wants what comes next.
        let asksAgain = contents.cutShort != nil || contents.seeksEnd
        if asksAgain { reload() } else { loadIfNeeded() }
        onChange()
        guard !asksAgain, !contents.isSeeking, contents.arrangement.selection == before else { return nil }
        let reason = move.noEffect(at: before, of: contents.arrangement.cursor.count)
        return reason == .listStart || reason == nil || !isLoadingMore ? reason : .stillLoading
    }

    /// Stays at the last element that has come, on the way to the end.
    func stopSeeking() {
        moves += 1
        contents.seeksEnd = false
        contents.arrangement.stopWaiting()
        loadIfNeeded()
        onChange()
    }

    /// Selects an index, which may not be at hand yet.
    func select(_ index: Int) {
        moves += 1
        contents.seeksEnd = false
        contents.arrangement.select(index)
        loadIfNeeded()
        onChange()
    }

    /// Shows what matches; the selected element stays selected if it does, unless the list is to be seen from its top.
    func show(_ wanted: Query, fromTop: Bool = false) {
        guard wanted != query else { return }
        if fromTop { forget() }
        query = wanted
        contents.seeksEnd = false
        contents.arrangement.forgetPlaces()
        loading?.cancel()
        loading = nil
        reload()
    }

    /// Asks again for what failed; returns whether anything had.
    @discardableResult
    func retry() -> Bool {
        let hasFailed = contents.failure != nil || contents.cutShort != nil
        // Pressed twice, it is still meant while the first waits for what is under way.
        isInsisting = isInsisting || contents.cutShort != nil
        contents.failure = nil
        contents.cutShort = nil
        reload()
        onChange()
        return hasFailed
    }

    /// The list has changed: reads what is shown again.
    func reload() {
        guard let query else { return updateSign() }
        guard loading == nil else {
            isOutdated = true
            return
        }
        isOutdated = false
        if contents.counts?.matching != 0 { lastSelected = contents.selected?.id }
        let keep = moves > 0 ? lastSelected : nil
        let successor = query == answered ? contents.arrangement.selection : 0
        let movesBefore = moves
        let seeksEnd = contents.seeksEnd
        let next = isInsisting ? firstMissing : seeksEnd ? lastReadable : nil
        isInsisting = false
        loading = Task { [weak self, source] in
            do {
                // Asked for alone, an element is waited for; whether it came is seen below.
                if let next { _ = try? await source.load(query, next..<next + 1) }
                var place: Int?
                var range = 0..<0
                var page: Page<Element>
                var attempts = 0
                repeat {
                    let located = if let keep { try await source.locate(keep, query) } else { nil as Int? }
                    // Of the same list, the next one takes the place of one that is gone.
                    place = keep == nil ? nil : located ?? successor
                    guard var arrangement = self?.contents.arrangement else { return }
                    let known = try await source.knownSections(query)
                    arrangement.update(sections: known, selection: seeksEnd ? known.reduce(0, +) - 1 : place)
                    range = arrangement.nearbyRange
                    page = try await source.load(query, range)
                    attempts += 1
                    // The list may have changed since the element was located.
                    guard let located, let keep else { break }
                    let found = ListWindow(page, of: range)[located]
                    guard found == nil ? located >= page.matching : found?.id != keep else { break }
                } while attempts < Self.maxAttempts
                // A range may have brought more of the list to light.
                let sections = try await source.knownSections(query)
                guard !Task.isCancelled, let self else { return }
                let hasStayed = self.moves == movesBefore
                // The user moved on in a list that has changed meanwhile: the index is that of another element now.
                if !hasStayed, query == self.answered, let seen = self.contents.selected,
                    let found = ListWindow(page, of: range)[self.contents.arrangement.selection], found.id != seen.id
                {
                    self.loading = nil
                    return self.reload()
                }
                self.answered = query
                self.show(page, of: range, sections: sections, selection: hasStayed ? place : nil)
            } catch {
                guard !Task.isCancelled, let self else { return }
                self.fail(error)
            }
        }
        updateSign()
    }

    /// Every element that matches, as far as the list is known.
    func matching() async throws -> [Element] {
        guard let query else { return [] }
        // What is shown may still be the answer to the query before.
        let count = try await source.load(query, 0..<0).matching
        var found: [Element] = []
        // Where some in between are still to be read, each question brings those up to the next gap.
        while found.count < count {
            let page = try await source.load(query, found.count..<count)
            if page.first == nil { break }
            found += page.items
        }
        return found
    }

    /// Waits for nothing any more.
    func stop() {
        loading?.cancel()
        loading = nil
        contents.seeksEnd = false
        sign.update(isBusy: false)
    }

    /// Shows nothing of the list until it is read.
    private func forget() {
        moves = 0
        lastSelected = nil
        let arrangement = contents.arrangement
        contents = GridContents()
        contents.arrangement = arrangement
        contents.arrangement.update(sections: [], selection: 0)
        onChange()
    }

    private func show(_ page: Page<Element>, of range: Range<Int>, sections: [Int], selection: Int?) {
        loading = nil
        loadedRange = range
        contents.failure = nil
        contents.cutShort = page.failure.map(Words.library)
        contents.counts = GridCounts(page)
        contents.window = ListWindow(page, of: range)
        let end = sections.reduce(0, +) - 1
        contents.arrangement.update(
            sections: sections, selection: contents.seeksEnd ? end : selection, footer: page.failure == nil ? 0 : 1)
        contents.seeksEnd = contents.seeksEnd && isEndElsewhere && page.failure == nil
        placeKnown()
        if isOutdated { reload() } else { loadIfNeeded() }
        onChange()
    }

    private func fail(_ error: any Error) {
        loading = nil
        contents.failure = Words.failure(error)
        contents.seeksEnd = false
        updateSign()
        onChange()
    }

    /// Places the elements at hand that come next in the waterfall.
    private func placeKnown() {
        contents.arrangement.place { [window = contents.window, height] in window[$0].flatMap(height) }
    }

    private func loadIfNeeded() {
        let wanted = contents.arrangement.nearbyRange
        if contents.counts == nil || wanted.clamped(to: loadedRange) != wanted { reload() } else { updateSign() }
    }

    private func updateSign() {
        sign.update(isBusy: query == nil || loading != nil || isReadOn || contents.isSeeking)
        contents.isSlow = sign.isShown
    }

    /// Whether elements are on their way.
    private var isLoadingMore: Bool { contents.counts == nil && contents.failure == nil || isReadOn }

    /// Whether the list is being read on, because the view comes near the end of what is known of it.
    private var isReadOn: Bool {
        guard let query, let counts = contents.counts, !counts.isComplete, contents.cutShort == nil else {
            return false
        }
        let end = contents.arrangement.nearbyRange.upperBound
        let isMissing =
            counts.isEndKnown
            ? min(end, counts.matching) > contents.window.range.upperBound : end > counts.matching
        return isMissing && source.readsOn(query)
    }

    /// Whether the list goes on after what is known of it, and is read on.
    private var isEndElsewhere: Bool {
        guard let query, let counts = contents.counts else { return false }
        return !counts.isEndKnown && source.readsOn(query)
    }

    /// The index of the last element, where that can be read without those before it.
    private var lastReadable: Int? {
        guard contents.arrangement.waterfall == nil, let query, source.skipsPages(query),
            let total = contents.counts?.total
        else { return nil }
        return total - 1
    }

    /// The index of the first element near the view that has not come.
    private var firstMissing: Int? {
        guard let counts = contents.counts else { return nil }
        return contents.arrangement.nearbyRange.upperBound > contents.window.range.upperBound
            ? min(contents.window.range.upperBound, counts.matching) : counts.matching
    }

    private func signChanged() {
        contents.isSlow = sign.isShown
        onChange()
    }
}
