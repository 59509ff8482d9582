import TerminalUI

/// The unsent rows of a frame, in sending order.
///
/// If the connection can carry the frame at once, it is sent whole, so that ncurses can scroll. Otherwise texts are
/// sent first, because they show the effect of a key press, followed by pictures, a few rows at a time.
struct FramePlan {
    /// Which cells of its rows a piece contains.
    enum Part: Equatable {
        case everything, texts
    }

    struct Piece: Equatable {
        let rows: [Int]
        let part: Part
        /// The number of picture cells that change.
        let pictureCells: Int
        /// Whether most of the frame is the previous one, scrolled.
        var isScrolled = false
    }

    /// A row with the number of its changed cells.
    private struct Change {
        let row: Int
        var texts = 0
        var pictures = 0
    }

    private var changes: [Change] = []
    private var textRows: [Change] = []
    private var isFresh = true
    private let isScrolled: Bool

    /// The average number of bytes for a changed text cell.
    private static let textBytes = 4

    /// - Parameters:
    ///   - lastRow: the last row sent of the frame that this one replaces. Starts below it, so that frames that
    ///     replace each other don't starve the lower rows.
    ///   - scrolls: whether ncurses may scroll.
    init(from shown: NumberedFrame, to frame: NumberedFrame, after lastRow: Int?, scrolls: Bool = true) {
        for row in 0..<frame.size.rows {
            var change = Change(row: row)
            for index in frame.cells(ofRow: row) where !frame.isSame(shown, at: index) {
                if frame.isPicture(at: index) { change.pictures += 1 } else { change.texts += 1 }
            }
            if change.texts + change.pictures > 0 { changes.append(change) }
        }
        textRows = changes.filter { $0.texts > 0 }
        if let lastRow, let next = changes.firstIndex(where: { $0.row > lastRow }) {
            changes = Array(changes[next...] + changes[..<next])
        }
        isScrolled = scrolls && changes.count > 3 && frame.isScrolled(from: shown)
    }

    var isEmpty: Bool { changes.isEmpty }

    /// Removes and returns the next piece: about `limit` bytes, but at least one row.
    /// - Parameter cellBytes: the number of bytes per picture cell.
    mutating func next(limit: Int, cellBytes: Double) -> Piece {
        func cost(_ change: Change) -> Double {
            Double(change.texts * Self.textBytes) + Double(change.pictures) * cellBytes
        }
        defer { isFresh = false }
        let total = changes.reduce(0) { $0 + cost($1) }
        if total <= Double(limit) || isFresh && isScrolled {
            defer { (changes, textRows) = ([], []) }
            return Piece(
                rows: changes.map(\.row), part: .everything, pictureCells: changes.reduce(0) { $0 + $1.pictures },
                isScrolled: isScrolled)
        }
        if !textRows.isEmpty {
            let count = Self.count(of: textRows, limit: limit) { Double($0.texts * Self.textBytes) }
            let rows = textRows.prefix(count).map(\.row)
            textRows.removeFirst(count)
            for row in rows { finishTexts(ofRow: row) }
            return Piece(rows: rows, part: .texts, pictureCells: 0)
        }
        let count = Self.count(of: changes, limit: limit, cost: cost)
        let taken = changes.prefix(count)
        changes.removeFirst(count)
        return Piece(
            rows: taken.map(\.row), part: .everything, pictureCells: taken.reduce(0) { $0 + $1.pictures })
    }

    private mutating func finishTexts(ofRow row: Int) {
        guard let index = changes.firstIndex(where: { $0.row == row }) else { return }
        changes[index].texts = 0
        if changes[index].pictures == 0 { changes.remove(at: index) }
    }

    /// Returns how many rows fit, but at least one.
    private static func count(of changes: [Change], limit: Int, cost: (Change) -> Double) -> Int {
        var sum = 0.0
        let fitting = changes.prefix { change in
            sum += cost(change)
            return sum <= Double(limit)
        }
        return max(1, fitting.count)
    }
}
