/// Items of different heights in columns, which scroll by lines.
///
/// Items are placed in order, and only when they are needed. Each section begins below the longest column of the
/// one before, with a heading line above it.
struct MasonryArrangement: Arrangement {
    private var layout: MasonryLayout
    private var firstLine = 0
    let lines: Int
    /// The line in view where the selection, or the heading right above it, began after the last move; nil before any.
    /// Another layout shows it there if it can.
    private(set) var selectedLine: Int?

    /// - Parameter starts: See `MasonryLayout.starts`.
    init(columns: Int, lines: Int, starts: [Int] = [], selectedLine: Int? = nil) {
        layout = MasonryLayout(columns: columns, starts: starts)
        self.lines = max(1, lines)
        self.selectedLine = selectedLine
    }

    /// The number of placed items.
    var known: Int { layout.frames.count }

    func isWaiting(for item: Int) -> Bool { item >= known }

    /// The items in view.
    var visible: [GridCursor.Item] {
        layout.items(in: firstLine..<firstLine + lines).map { index in
            let frame = layout.frames[index]
            return GridCursor.Item(
                index: index, column: frame.column, line: frame.line - firstLine, height: frame.height)
        }
    }

    /// The heading lines in view, each with the index of the item that begins its section.
    var headings: [(index: Int, line: Int)] {
        layout.headings(in: firstLine..<firstLine + lines).map {
            ($0, layout.frames[$0].line - MasonryLayout.headingLines - firstLine)
        }
    }

    func footerLine(of footerLines: Int) -> Int? {
        visible.contains { $0.index == known - 1 } ? lines - footerLines : nil
    }

    /// The items in view or around one that isn't placed yet, and at least 30 on each side.
    func nearbyRange(around selection: Int) -> Range<Int> {
        guard !isWaiting(for: selection) else {
            let margin = max(Self.minMargin, itemsPerView)
            return max(0, selection - margin)..<(selection + margin + 1)
        }
        let items = layout.items(in: firstLine..<firstLine + lines)
        let first = items.first ?? selection
        let end = (items.last ?? selection - 1) + 1
        let margin = max(Self.minMargin, items.count)
        // Items are placed in order, so the range must not begin after the first unplaced one.
        return max(0, min(first - margin, known))..<(end + margin)
    }

    private static let minMargin = 30

    /// About the number of items that a view has room for.
    private var itemsPerView: Int { layout.columns * (lines / Self.linesPerItem + 1) }

    /// The height of a small item.
    private static let linesPerItem = 8

    /// Discards the placement of all items; called when another list is shown.
    mutating func forget() {
        self = MasonryArrangement(columns: layout.columns, lines: lines)
    }

    /// Discards the placement of the first changed item in a range, and of all items after it.
    mutating func forgetChanged(in range: Range<Int>, selection: Int, height: (_ item: Int) -> Int?) {
        let changed = range.clamped(to: 0..<known).first { item in
            height(item).map { max(1, $0) != layout.frames[item].height } ?? false
        }
        if let changed { forget(from: changed, selection: selection) }
    }

    /// Discards the placement of the item at an index and of all after it. The selection waits until it is placed
    /// again.
    private mutating func forget(from index: Int, selection: Int) {
        guard index < known else { return }
        layout.removeItems(from: index)
        if isWaiting(for: selection) { show(selection) }
    }

    /// Adopts the number of items and their division into sections. Placed items move if theirs have changed.
    ///
    /// - Parameters:
    ///   - starts: See `MasonryLayout.starts`.
    ///   - isOther: whether the selection is another than before.
    mutating func update(count: Int, starts: [Int], selection: Int, isOther: Bool) {
        forget(from: count, selection: selection)
        if layout.divide(at: starts), known > 0 { restoreSelectedLine(of: selection) }
        if isOther || isWaiting(for: selection) { jump(to: selection) }
    }

    /// Places the next items: those in and around the view, or all up to a selection that waits and around it.
    ///
    /// - Parameters:
    ///   - count: the number of items in the list.
    ///   - estimate: returns an approximate height, which is enough for an item far above a selection that waits.
    ///   - height: returns the height of an item in lines; nil while it is unknown. Later items wait for it.
    mutating func place(
        count: Int, selection: Int, estimate: (_ item: Int) -> Int?, height: (_ item: Int) -> Int?
    ) {
        var before: Int
        repeat {
            before = known
            let estimated = isWaiting(for: selection) ? selection - itemsPerView : 0
            layout.place(upTo: min(nearbyRange(around: selection).upperBound, count)) { item in
                height(item) ?? (item < estimated ? estimate(item) : nil)
            }
            guard known > before else { return }
            // Only items below the selection allow some scroll positions.
            if !isWaiting(for: selection) { restoreSelectedLine(of: selection) }
        } while known < count
    }

    /// Scrolls so that an item, or the heading above it, begins at a line of the view, or as close as possible once all
    /// items around it are placed.
    mutating func scroll(to selection: Int, inLine line: Int) {
        selectedLine = line
        if !isWaiting(for: selection) { restoreSelectedLine(of: selection) }
    }

    private mutating func restoreSelectedLine(of selection: Int) {
        if let selectedLine { firstLine = layout.top(of: min(selection, known - 1)) - selectedLine }
        show(selection)
    }

    /// Scrolls an item into view that was selected otherwise.
    mutating func jump(to selection: Int) {
        show(selection)
        if !isWaiting(for: selection) { rememberSelectedLine(of: selection) }
    }

    private mutating func rememberSelectedLine(of selection: Int) {
        selectedLine = known > 0 ? layout.top(of: selection) - firstLine : nil
    }

    /// Moves to another item and scrolls it into view; returns its index. Moves to the first and the last item are jumps.
    mutating func move(_ move: GridCursor.Move, from selection: Int) -> Int {
        guard known > 0 else { return selection }
        // A move ends waiting, at the last placed item.
        var selection = min(selection, known - 1)
        switch move {
        case .left: selection = layout.item(beside: selection, columnsAway: -1) ?? selection
        case .right: selection = layout.item(beside: selection, columnsAway: 1) ?? selection
        case .up: selection = layout.item(above: selection) ?? selection
        case .down: selection = layout.item(below: selection) ?? selection
        case .pageUp: selection = page(from: selection) { layout.item(above: $0) }
        case .pageDown: selection = page(from: selection) { layout.item(below: $0) }
        case .scrollUp: selection = scroll(by: -Self.linesPerNotch, from: selection)
        case .scrollDown: selection = scroll(by: Self.linesPerNotch, from: selection)
        case .first, .last: break
        }
        if !move.isScroll { show(selection) }
        rememberSelectedLine(of: selection)
        return selection
    }

    /// The number of lines that one notch of the wheel scrolls.
    private static let linesPerNotch = 3

    /// Scrolls the view. The selection stays in its column, as close as possible to its old position, or moves to the
    /// nearest column that has an item in view.
    private mutating func scroll(by lines: Int, from selection: Int) -> Int {
        firstLine = max(0, min(firstLine + lines, layout.height - min(self.lines, layout.height)))
        let column = layout.frames[selection].column
        let items = visible
        let whole = items.filter { $0.line >= 0 && $0.line + $0.height <= self.lines && $0.column == column }
        if let first = whole.first, let last = whole.last {
            return min(max(selection, first.index), last.index)
        }
        guard !items.contains(where: { $0.index == selection }) else { return selection }
        return items.min { abs($0.column - column) < abs($1.column - column) }?.index ?? selection
    }

    /// Returns the item that is up to the height of the view away in a column, and at least one item.
    private func page(from start: Int, _ next: (Int) -> Int?) -> Int {
        let line = layout.frames[start].line
        var selection = start
        while let item = next(selection), selection == start || abs(layout.frames[item].line - line) <= lines {
            selection = item
        }
        return selection
    }

    /// Scrolls an item into view, or the last placed one.
    private mutating func show(_ selection: Int) {
        guard known > 0 else { return }
        let item = max(0, min(selection, known - 1))
        let frame = layout.frames[item]
        firstLine = max(min(firstLine, layout.top(of: item)), frame.end - lines)
        firstLine = max(0, min(firstLine, frame.line, layout.height - min(lines, layout.height)))
    }
}

/// A masonry layout: items of different heights in columns of equal width. Each item goes into the shortest column so
/// far. A section begins below all columns of the one before, after a line for its heading.
struct MasonryLayout: Hashable, Sendable {
    /// The position of an item.
    struct Frame: Hashable, Sendable {
        let column: Int
        /// The offset from the top of the column, in lines.
        let line: Int
        /// The height in lines.
        let height: Int

        var end: Int { line + height }
        fileprivate var middle: Int { line + height / 2 }
    }

    /// The number of lines above a section that has a heading.
    static let headingLines = 1
    /// The number of empty lines above a heading, except for the first one.
    private static let gapLines = 1

    /// The items placed so far. Their lines never decrease, because the end of the shortest column doesn't.
    private(set) var frames: [Frame] = []
    /// The index of the first item of each section with a heading, ascending; it may be one that isn't placed yet. Empty
    /// if there are no headings.
    private(set) var starts: [Int]
    /// The height of each column, in lines.
    private var ends: [Int]
    /// The height of the highest item so far, in lines.
    private var maxHeight = 1

    init(columns: Int, starts: [Int] = []) {
        ends = Array(repeating: 0, count: max(1, columns))
        self.starts = starts
    }

    var columns: Int { ends.count }
    var height: Int { ends.max() ?? 0 }

    /// Places the next items up to an index, or up to the first one without a height. Heights are in lines.
    mutating func place(upTo end: Int, height: (_ item: Int) -> Int?) {
        var nextStart = starts.firstSorted { $0 >= frames.count }
        while frames.count < end, let height = height(frames.count).map({ max(1, $0) }) {
            if nextStart < starts.count, starts[nextStart] == frames.count {
                let gap = frames.isEmpty ? 0 : Self.gapLines
                ends = Array(repeating: self.height + gap + Self.headingLines, count: columns)
                nextStart += 1
            }
            var column = 0
            for other in 1..<max(1, columns) where ends[other] < ends[column] { column = other }
            frames.append(Frame(column: column, line: ends[column], height: height))
            ends[column] += height
            maxHeight = max(maxHeight, height)
        }
    }

    /// Removes the item at an index and all after it.
    mutating func removeItems(from index: Int) {
        frames.removeLast(frames.count - index)
        ends = columnEnds
    }

    /// The end of each column, as the frames have it.
    private var columnEnds: [Int] {
        guard let last = frames.indices.last else { return Array(repeating: 0, count: columns) }
        let section = frames[section(of: last)]
        var ends = [Int?](repeating: nil, count: columns)
        var missing = columns
        for frame in section.reversed() where ends[frame.column] == nil {
            ends[frame.column] = frame.end
            missing -= 1
            if missing == 0 { break }
        }
        // The first item of a section is at its top.
        let top = section.first?.line ?? 0
        return ends.map { $0 ?? top }
    }

    /// Sets `starts`. Returns whether placed items may have moved.
    mutating func divide(at new: [Int]) -> Bool {
        let sameCount = zip(starts, new).prefix { $0 == $1 }.count
        let changed = [starts, new].compactMap { $0.dropFirst(sameCount).first }.min() ?? frames.count
        starts = new
        guard changed < frames.count else { return false }
        let heights = frames[changed...].map(\.height)
        removeItems(from: changed)
        place(upTo: changed + heights.count) { heights[$0 - changed] }
        return true
    }

    /// Returns the items that intersect a range of lines, in order.
    func items(in lines: Range<Int>) -> [Int] {
        let first = frames.firstSorted { $0.line > lines.lowerBound - maxHeight }
        let end = frames.firstSorted { $0.line >= lines.upperBound }
        return (first..<max(first, end)).filter { frames[$0].end > lines.lowerBound }
    }

    /// Returns the items in a range of lines that have the heading of their section above them there.
    func headings(in lines: Range<Int>) -> [Int] {
        let first = starts.firstSorted { $0 >= frames.count || frames[$0].line - Self.headingLines >= lines.lowerBound }
        return Array(
            starts[first...].prefix { $0 < frames.count && frames[$0].line - Self.headingLines < lines.upperBound })
    }

    /// Returns the first line of an item or, if it is at the top of its section, of the heading above it.
    func top(of item: Int) -> Int {
        let (line, start) = (frames[item].line, section(of: item).lowerBound)
        return line == frames[start].line && startsSection(start) ? line - Self.headingLines : line
    }

    /// Returns the next item in the same column, or at the top of the next section in the column nearest to it.
    func item(below item: Int) -> Int? {
        let section = section(of: item)
        let column = frames[item].column
        if let below = frames[item + 1..<section.upperBound].firstIndex(where: { $0.column == column }) { return below }
        let next = section.upperBound
        guard next < frames.count else { return nil }
        // The first items of a section are one in each column.
        return min(next + column, self.section(of: next).upperBound - 1)
    }

    /// Returns the previous item in the same column, or at the bottom of the previous section in the column nearest to
    /// it.
    func item(above item: Int) -> Int? {
        let section = section(of: item)
        let column = frames[item].column
        if let above = frames[section.lowerBound..<item].lastIndex(where: { $0.column == column }) { return above }
        guard section.lowerBound > 0 else { return nil }
        let previous = self.section(of: section.lowerBound - 1)
        let nearest = min(column, previous.count - 1)
        return frames[previous].lastIndex { $0.column == nearest }
    }

    /// Returns the item of the same section that is nearest in vertical position, `columnsAway` to the right; nil if
    /// there is none.
    func item(beside item: Int, columnsAway: Int) -> Int? {
        let (frame, section) = (frames[item], section(of: item))
        let column = frame.column + columnsAway
        return items(in: frame.line - maxHeight..<frame.end + maxHeight)
            .filter { section.contains($0) && frames[$0].column == column }
            .min { distance(from: item, to: $0) < distance(from: item, to: $1) }
    }

    private func distance(from item: Int, to other: Int) -> Int {
        abs(frames[item].middle - frames[other].middle)
    }

    private func startsSection(_ item: Int) -> Bool {
        let index = starts.firstSorted { $0 >= item }
        return index < starts.count && starts[index] == item
    }

    /// Returns the placed items of the section that an item is in.
    private func section(of item: Int) -> Range<Int> {
        let next = starts.firstSorted { $0 > item }
        let start = next > 0 ? starts[next - 1] : 0
        return start..<(next < starts.count ? min(starts[next], frames.count) : frames.count)
    }

}

extension Array {
    /// Returns the index of the first element that satisfies a condition, or `endIndex`; a binary search. All elements after
    /// it must satisfy the condition, too.
    fileprivate func firstSorted(where isAfter: (Element) -> Bool) -> Int {
        var range = 0..<count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = isAfter(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound
    }
}
