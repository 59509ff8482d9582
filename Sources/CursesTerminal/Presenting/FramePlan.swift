import TerminalUI

/// The rows of a frame that are still to be sent, in the order in which they are wanted.
///
/// A frame that the line carries at once goes whole, for ncurses to scroll what moved. Of a larger one the texts go
/// first, because they show what a key did; then the pictures, a few rows at a time.
struct FramePlan {
    /// What of its rows a piece of a frame has.
    enum Part: Equatable {
        case everything, texts
    }

    struct Piece: Equatable {
        let rows: [Int]
        let part: Part
        /// How many cells of pictures change.
        let pictureCells: Int
    }

    /// A row with how many of its cells change.
    private struct Change {
        let row: Int
        var texts = 0
        var pictures = 0
    }

    private var changes: [Change] = []
    private var textRows: [Change] = []
    private var isFresh = true
    private let isScrolled: Bool

    /// The bytes that a changed cell of text takes, in the middle.
    private static let textBytes = 4

    /// - Parameter lastRow: the row that was sent last of a frame that this one replaces; goes on below it, so that
    ///   frames that replace each other do not starve the lower rows.
    init(from shown: NumberedFrame, to frame: NumberedFrame, after lastRow: Int?) {
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
        isScrolled = changes.count > 3 && frame.isScrolled(from: shown)
    }

    var isEmpty: Bool { changes.isEmpty }

    /// Takes out what goes next: about `limit` bytes, or one row.
    /// - Parameter cellBytes: what a cell of a picture takes.
    mutating func next(limit: Int, cellBytes: Double) -> Piece {
        func cost(_ change: Change) -> Double {
            Double(change.texts * Self.textBytes) + Double(change.pictures) * cellBytes
        }
        defer { isFresh = false }
        let total = changes.reduce(0) { $0 + cost($1) }
        if total <= Double(limit) || isFresh && isScrolled {
            defer { (changes, textRows) = ([], []) }
            return Piece(
                rows: changes.map(\.row), part: .everything, pictureCells: changes.reduce(0) { $0 + $1.pictures })
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

    /// How many rows fit, at least one.
    private static func count(of changes: [Change], limit: Int, cost: (Change) -> Double) -> Int {
        var sum = 0.0
        let fitting = changes.prefix { change in
            sum += cost(change)
            return sum <= Double(limit)
        }
        return max(1, fitting.count)
    }
}
