import CellArt

/// Paints a coarse picture color by color, with few bytes. ncurses would go row by row, and send a color for each run.
struct CoarsePainter {
    private(set) var bytes: [UInt8] = []
    private let columns: Int
    /// Whether the terminal erases in the background color (ECH).
    private let erases: Bool
    private let parameters: (RGB, _ base: Int) -> String
    /// The cursor; nil if unknown, as after the last column.
    private var cursor: (row: Int, column: Int)?

    /// A longer run is erased instead of written.
    private static let maxWrittenCells = 4
    private static let upperHalf = Array("\u{2580}".utf8)
    private static let lowerHalf = Array("\u{2584}".utf8)

    /// - Parameters:
    ///   - columns: the number of columns of the terminal.
    ///   - parameters: returns the SGR parameters of a color; `base` is 30 for the foreground, and 40 for the background.
    init(columns: Int, erases: Bool, parameters: @escaping (RGB, _ base: Int) -> String) {
        self.columns = columns
        self.erases = erases
        self.parameters = parameters
    }

    mutating func paint(_ art: CoarseArt) {
        let background = paintWhole(art)
        paintHalves(art, over: background)
    }

    /// Paints the cells of one color, the most frequent color first. A run goes on over cells that are painted later anyway.
    /// - Returns: the palette index of the last background.
    private mutating func paintWhole(_ art: CoarseArt) -> Int? {
        var counts = [Int](repeating: 0, count: art.palette.count)
        for cell in art.cells where cell.upper == cell.lower { counts[cell.upper] += 1 }
        let order = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$0], $1) > (counts[$1], $0) }
        var ranks = [Int](repeating: 0, count: art.palette.count)
        for (rank, color) in order.enumerated() { ranks[color] = rank }
        let cellRanks = art.cells.map { $0.upper == $0.lower ? ranks[$0.upper] : .max }
        for (rank, color) in order.enumerated() {
            write("\u{1B}[\(parameters(art.palette[color], 40))m")
            var first = 0
            for span in art.spans {
                let cells = first..<first + span.columns.count
                first = cells.upperBound
                var index = cells.lowerBound
                while index < cells.upperBound {
                    guard cellRanks[index] == rank else {
                        index += 1
                        continue
                    }
                    let start = index
                    var end = index + 1
                    while index < cells.upperBound, cellRanks[index] >= rank {
                        if cellRanks[index] == rank { end = index + 1 }
                        index += 1
                    }
                    move(toRow: span.row, column: span.columns.lowerBound + start - cells.lowerBound)
                    fill(end - start)
                }
            }
        }
        return order.last
    }

    /// Paints the half blocks, in groups of the same two colors, so that a color often stays from group to group.
    private mutating func paintHalves(_ art: CoarseArt, over background: Int?) {
        var groups: [[Int]: [(row: Int, column: Int, cell: Int)]] = [:]
        var first = 0
        for span in art.spans {
            for (offset, column) in span.columns.enumerated() {
                let cell = art.cells[first + offset]
                guard cell.upper != cell.lower else { continue }
                let colors = [min(cell.upper, cell.lower), max(cell.upper, cell.lower)]
                groups[colors, default: []].append((span.row, column, first + offset))
            }
            first += span.columns.count
        }
        var (foreground, background): (Int?, Int?) = (nil, background)
        while let colors = groups.keys.min(by: {
            let (left, right) = (Self.changes($0, foreground, background), Self.changes($1, foreground, background))
            return left == right ? $0.lexicographicallyPrecedes($1) : left < right
        }) {
            let cells = groups.removeValue(forKey: colors) ?? []
            let keeps = background == colors[0] || foreground == colors[1]
            let new: (foreground: Int, background: Int) = keeps ? (colors[1], colors[0]) : (colors[0], colors[1])
            let changes = [
                new.foreground == foreground ? nil : parameters(art.palette[new.foreground], 30),
                new.background == background ? nil : parameters(art.palette[new.background], 40),
            ].compactMap { $0 }
            if !changes.isEmpty { write("\u{1B}[\(changes.joined(separator: ";"))m") }
            (foreground, background) = (new.foreground, new.background)
            for (row, column, cell) in cells {
                move(toRow: row, column: column)
                bytes += art.cells[cell].upper == foreground ? Self.upperHalf : Self.lowerHalf
                advance(1)
            }
        }
    }

    /// How many of two colors the terminal must change to.
    private static func changes(_ colors: [Int], _ foreground: Int?, _ background: Int?) -> Int {
        let isKept = colors.map { $0 == foreground || $0 == background }
        return isKept[0] && isKept[1] ? 0 : isKept[0] || isKept[1] ? 1 : 2
    }

    private mutating func fill(_ count: Int) {
        guard let cursor else { return }
        if erases, count > Self.maxWrittenCells || cursor.column + count == columns {
            write(count == 1 ? "\u{1B}[X" : "\u{1B}[\(count)X")
        } else {
            bytes += [UInt8](repeating: 0x20, count: count)
            advance(count)
        }
    }

    private mutating func advance(_ count: Int) {
        guard let cursor else { return }
        let column = cursor.column + count
        self.cursor = column < columns ? (cursor.row, column) : nil
    }

    mutating func move(toRow row: Int, column: Int) {
        defer { cursor = (row, column) }
        guard let cursor, 0...2 ~= row - cursor.row else { return write("\u{1B}[\(row + 1);\(column + 1)H") }
        // The terminal doesn't return to the first column.
        bytes += [UInt8](repeating: 0x0A, count: row - cursor.row)
        switch column - cursor.column {
        case 0: break
        case -3..<0: bytes += [UInt8](repeating: 0x08, count: cursor.column - column)
        case 1: write("\u{1B}[C")
        case 2..<10: write("\u{1B}[\(column - cursor.column)C")
        default: write("\u{1B}[\(column + 1)G")
        }
    }

    private mutating func write(_ text: String) { bytes += text.utf8 }
}
