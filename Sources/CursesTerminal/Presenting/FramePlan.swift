import TerminalUI

/// The unsent rows of a frame, in sending order.
///
/// If the connection can carry the frame at once, it is sent whole, so that ncurses can scroll. Otherwise texts are
/// sent first, because they show the effect of a key press, followed by pictures, a few rows at a time, or in rings from
/// their centers outward.
struct FramePlan {
    /// Which cells of its rows a piece contains.
    enum Part: Equatable {
        case everything, texts
        /// The pictures in these cells.
        case pictures([Range<Int>])
    }

    struct Piece: Equatable {
        let rows: [Int]
        let part: Part
        /// The number of picture cells that change.
        let pictureCells: Int
        /// Whether most of the frame is the previous one, scrolled.
        var isScrolled = false
    }

    /// A row, or a part of one, with the number of its changed cells.
    private struct Change {
        let row: Int
        /// The indices of its cells in the frame.
        let cells: Range<Int>
        /// The number of rings between it and a center; 0 for a whole row.
        let ring: Int
        var texts = 0
        var pictures = 0

        init(row: Int, cells: Range<Int>, ring: Int = 0, from shown: NumberedFrame, to frame: NumberedFrame) {
            self.row = row
            self.cells = cells
            self.ring = ring
            for index in cells where !frame.isSame(shown, at: index) {
                if frame.isPicture(at: index) { pictures += 1 } else { texts += 1 }
            }
        }
    }

    private var changes: [Change] = []
    private var textRows: [Change] = []
    private var isFresh = true
    private let isScrolled: Bool
    /// Whether `changes` are parts of rows.
    private let hasRings: Bool

    /// The columns and rows by which a ring extends the one within it: about as far in each direction.
    private static let ring = Size(columns: 12, rows: 6)
    /// The average number of bytes for a changed text cell.
    private static let textBytes = 4

    /// - Parameters:
    ///   - lastRow: the last row sent of the frame that this one replaces. Starts below it, so that frames that
    ///     replace each other don't starve the lower rows.
    ///   - centers: the positions around which pictures are sent first; empty to send them row by row.
    ///   - scrolls: whether ncurses may scroll.
    init(
        from shown: NumberedFrame, to frame: NumberedFrame, after lastRow: Int?, centers: [Position] = [],
        scrolls: Bool = true
    ) {
        hasRings = !centers.isEmpty
        changes = (0..<frame.size.rows)
            .map { Change(row: $0, cells: frame.cells(ofRow: $0), from: shown, to: frame) }
            .filter { $0.texts + $0.pictures > 0 }
        textRows = changes.filter { $0.texts > 0 }
        isScrolled = scrolls && changes.count > 3 && !frame.rowsScrolled(from: shown).isEmpty
        if hasRings {
            changes = changes.flatMap { change in
                Self.runs(ofRow: change.row, in: change.cells, around: centers).map {
                    Change(row: change.row, cells: $0.cells, ring: $0.ring, from: shown, to: frame)
                }
            }
            .filter { $0.texts + $0.pictures > 0 }
            .sorted { ($0.ring, $0.cells.lowerBound) < ($1.ring, $1.cells.lowerBound) }
        } else if let lastRow, let next = changes.firstIndex(where: { $0.row > lastRow }) {
            changes = Array(changes[next...] + changes[..<next])
        }
    }

    /// Splits a row into the parts that belong to the same ring around the nearest center.
    private static func runs(
        ofRow row: Int, in cells: Range<Int>, around centers: [Position]
    ) -> [(ring: Int, cells: Range<Int>)] {
        var runs: [(ring: Int, cells: Range<Int>)] = []
        for index in cells {
            let column = index - cells.lowerBound
            let rings = centers.lazy.map { center in
                max(abs(column - center.column) / ring.columns, abs(row - center.row) / ring.rows)
            }
            let nearest = rings.min() ?? 0
            if let last = runs.last, last.ring == nearest {
                runs[runs.count - 1].cells = last.cells.lowerBound..<index + 1
            } else {
                runs.append((nearest, index..<index + 1))
            }
        }
        return runs
    }

    var isEmpty: Bool { changes.isEmpty }

    /// Whether the texts have been sent.
    var isPastTexts: Bool { textRows.isEmpty }

    /// Whether the texts and the pictures at the centers have been sent.
    var isPastCenters: Bool { hasRings && textRows.isEmpty && changes.first.map { $0.ring > 0 } ?? false }

    /// Removes and returns the next piece: about `limit` bytes, but at least one row.
    /// - Parameter cellBytes: the number of bytes per picture cell.
    mutating func next(limit: Int, cellBytes: Double) -> Piece {
        func cost(_ change: Change) -> Double {
            Double(change.texts * Self.textBytes) + Double(change.pictures) * cellBytes
        }
        defer { isFresh = false }
        let total = changes.reduce(0) { $0 + cost($1) }
        // How many bytes pictures take is only an estimate, and a piece goes row by row.
        let isSmall = total <= Double(limit) && !(hasRings && changes.contains { $0.pictures > 0 })
        if isSmall || isFresh && isScrolled {
            defer { (changes, textRows) = ([], []) }
            return Piece(
                rows: Self.rows(of: changes), part: .everything,
                pictureCells: changes.reduce(0) { $0 + $1.pictures }, isScrolled: isScrolled)
        }
        if !textRows.isEmpty {
            let count = Self.count(of: textRows, limit: limit) { Double($0.texts * Self.textBytes) }
            let rows = textRows.prefix(count).map(\.row)
            textRows.removeFirst(count)
            for row in rows { finishTexts(ofRow: row) }
            return Piece(rows: rows, part: .texts, pictureCells: 0)
        }
        let ring = changes.first?.ring
        let count = Self.count(of: changes.prefix { $0.ring == ring }, limit: limit, cost: cost)
        let taken = changes.prefix(count)
        changes.removeFirst(count)
        return Piece(
            rows: Self.rows(of: taken), part: hasRings ? .pictures(taken.map(\.cells)) : .everything,
            pictureCells: taken.reduce(0) { $0 + $1.pictures })
    }

    /// Returns the rows of changes once each, in the order of the changes.
    private static func rows(of changes: some Sequence<Change>) -> [Int] {
        var seen: Set<Int> = []
        return changes.map(\.row).filter { seen.insert($0).inserted }
    }

    private mutating func finishTexts(ofRow row: Int) {
        for index in changes.indices where changes[index].row == row { changes[index].texts = 0 }
        changes.removeAll { $0.texts + $0.pictures == 0 }
    }

    /// Returns how many rows fit, but at least one.
    private static func count(of changes: some Collection<Change>, limit: Int, cost: (Change) -> Double) -> Int {
        var sum = 0.0
        let fitting = changes.prefix { change in
            sum += cost(change)
            return sum <= Double(limit)
        }
        return max(1, fitting.count)
    }
}

/// Orders the changed cells of a small update by style and column, which takes fewer bytes than row by row.
///
/// Row by row, the selection frame around a photo takes two moves and two style changes per row. Column by column, each
/// cell takes a backspace and a line feed.
enum StrokeOrder {
    /// Larger updates, such as pictures, go row by row.
    static let maxCells = 256

    /// Returns the indices of the changed cells in these rows, grouped in the order to send them.
    ///
    /// Returns nil for larger updates and for those with wide characters or combining marks.
    static func groups(rows: [Int], from shown: NumberedFrame, to frame: NumberedFrame) -> [[Int]]? {
        guard shown.marks.allSatisfy(\.isEmpty), frame.marks.allSatisfy(\.isEmpty) else { return nil }
        var strokes: [Style: [Int: [Int]]] = [:]
        var count = 0
        for row in rows {
            var start: (style: Style, column: Int, next: Int)?
            for index in frame.cells(ofRow: row) where !frame.isSame(shown, at: index) {
                count += 1
                guard count <= maxCells, frame.scalars[index] != 0, shown.scalars[index] != 0 else { return nil }
                let style = Style(frame, at: index)
                if start?.style != style || start?.next != index {
                    start = (style, index % frame.size.columns, index)
                }
                strokes[style, default: [:]][start?.column ?? 0, default: []].append(index)
                start?.next = index + 1
            }
        }
        return strokes.sorted { $0.key < $1.key }.flatMap { $0.value.sorted { $0.key < $1.key }.map(\.value) }
    }

    private struct Style: Hashable, Comparable {
        let numbers: [Int32]

        init(_ frame: NumberedFrame, at index: Int) {
            let attributes = Int32(frame.attributes[index].subtracting(.picture).rawValue)
            numbers = [attributes, frame.foregrounds[index], frame.backgrounds[index]]
        }

        static func < (one: Style, other: Style) -> Bool { one.numbers.lexicographicallyPrecedes(other.numbers) }
    }
}
