import CellArt

/// A picture in at most as many colors as a terminal shows at a time, for its control sequences (Sixel).
struct SixelGraphics {
    let width: Int
    let height: Int
    private let palette: AdaptivePalette
    /// The color of each pixel, or `AdaptivePalette.transparent`.
    private let indexes: [UInt16]

    /// - Parameter maxColors: the number of the terminal's color registers. More than 256 don't look better.
    init(_ bitmap: Bitmap, maxColors: Int) {
        width = bitmap.width
        height = bitmap.height
        palette = AdaptivePalette(bitmap, maxColors: min(max(2, maxColors), Self.maxColors))
        indexes = palette.dithered(bitmap)
    }

    /// Creates a picture in a larger size by repeating pixels, which takes much less time than to find colors for more.
    init(repeatingPixelsOf bitmap: Bitmap, width: Int, height: Int, maxColors: Int) {
        let small = SixelGraphics(bitmap, maxColors: maxColors)
        palette = small.palette
        self.width = width
        self.height = height
        let columns = (0..<width).map { $0 * small.width / width }
        indexes = [UInt16](unsafeUninitializedCapacity: width * height) { target, count in
            small.indexes.withUnsafeBufferPointer { source in
                for row in 0..<height {
                    let start = row * small.height / height * small.width
                    for column in 0..<width { target[row * width + column] = source[start + columns[column]] }
                }
            }
            count = width * height
        }
    }

    private static let maxColors = 256
    /// The number of rows that a character of Sixel has.
    private static let sixelRows = 6

    /// Returns the sequence that draws a part of the picture with its upper left corner at the cursor. The
    /// screen does not change outside the part, nor where the picture is transparent.
    func sequence(columns: Range<Int>, rows: Range<Int>) -> [UInt8] {
        var output = SixelOutput()
        output.append("\u{1B}P0;1;0q\"1;1;\(columns.count);\(rows.count)")
        // The color registers of this part have no gaps. tmux defines missing ones itself, in a way that xterm refuses.
        let used = usedColors(columns: columns, rows: rows)
        var registers = [Int](repeating: 0, count: palette.percentages.count)
        for (register, color) in used.enumerated() {
            registers[color] = register
            let percent = palette.percentages[color]
            output.append("#\(register);2;\(percent.x);\(percent.y);\(percent.z)")
        }
        // For each color a row of characters, and the columns that it has.
        var masks = [UInt8](repeating: 0, count: used.count * columns.count)
        var extents = [(first: Int, last: Int)](repeating: (Int.max, -1), count: used.count)
        // For each column, the pixels of which the color hasn't been drawn.
        var pending = [UInt8](repeating: 0, count: columns.count)
        var strokes = Strokes(columns: columns.count)
        for top in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.sixelRows) {
            if top > rows.lowerBound { output.append(UInt8(ascii: "-")) }
            for row in top..<min(top + Self.sixelRows, rows.upperBound) {
                let bit = UInt8(1) << UInt8(row - top)
                for column in columns {
                    let index = indexes[row * width + column]
                    guard index != AdaptivePalette.transparent else { continue }
                    let color = registers[Int(index)]
                    let position = column - columns.lowerBound
                    masks[color * columns.count + position] |= bit
                    pending[position] |= bit
                    extents[color] = (min(extents[color].first, position), max(extents[color].last, position))
                }
            }
            strokes.removeAll(keepingCapacity: true)
            // Of those in a column, the stroke that is added last comes first. A frequent color can run over many others.
            for color in extents.indices.reversed() where extents[color].last >= 0 {
                strokes.add(of: color, masks, columns: columns.count, extents[color].first...extents[color].last)
            }
            output.append(strokes, masks, &pending)
            for color in extents.indices where extents[color].last >= 0 {
                for position in extents[color].first...extents[color].last {
                    masks[color * columns.count + position] = 0
                }
                extents[color] = (.max, -1)
            }
        }
        output.append("\u{1B}\\")
        return output.bytes
    }

    private func usedColors(columns: Range<Int>, rows: Range<Int>) -> [Int] {
        var isUsed = [Bool](repeating: false, count: palette.percentages.count)
        for row in rows {
            for column in columns {
                let color = Int(indexes[row * width + column])
                if color < isUsed.count { isUsed[color] = true }
            }
        }
        return isUsed.indices.filter { isUsed[$0] }
    }
}

/// The pieces of a row of characters that are drawn in one color, by where they start.
private struct Strokes {
    struct Stroke {
        let color: Int
        let first: Int
        let last: Int
        /// The index of the next one that starts in the same column.
        let next: Int?
    }

    private(set) var all: [Stroke] = []
    /// For each column, the index of the first stroke that starts there.
    private(set) var starts: [Int?]

    /// In columns, up to which gap a stroke is continued.
    private static let maxGap = 8

    init(columns: Int) {
        starts = Array(repeating: nil, count: columns)
    }

    mutating func removeAll(keepingCapacity: Bool) {
        for stroke in all { starts[stroke.first] = nil }
        all.removeAll(keepingCapacity: keepingCapacity)
    }

    /// Adds the strokes of a color, of which the first and the last column in its masks are known.
    mutating func add(of color: Int, _ masks: [UInt8], columns: Int, _ extent: ClosedRange<Int>) {
        var (first, last) = (extent.lowerBound, extent.lowerBound)
        for column in extent where masks[color * columns + column] != 0 {
            if column > last + Self.maxGap {
                add(Stroke(color: color, first: first, last: last, next: starts[first]))
                first = column
            }
            last = column
        }
        add(Stroke(color: color, first: first, last: last, next: starts[first]))
    }

    private mutating func add(_ stroke: Stroke) {
        starts[stroke.first] = all.count
        all.append(stroke)
    }

    /// Removes and returns the first stroke that starts at a column.
    mutating func popFirst(at column: Int) -> Stroke? {
        guard let index = starts[column] else { return nil }
        starts[column] = all[index].next
        return all[index]
    }
}

/// Sixel data with its repetitions shortened.
private struct SixelOutput {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ text: String) {
        bytes += text.utf8
    }

    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// Appends a row of characters: in each pass from left to right all strokes that fit after one another.
    /// - Parameter pending: for each column, the pixels of the row that are still to be drawn; cleared on return.
    mutating func append(_ strokes: Strokes, _ masks: [UInt8], _ pending: inout [UInt8]) {
        let columns = pending.count
        var strokes = strokes
        var remaining = strokes.all.count
        var color: Int?
        var isFirst = true
        while remaining > 0 {
            if !isFirst { append(UInt8(ascii: "$")) }
            isFirst = false
            var (column, end) = (0, 0)
            while column < columns {
                guard let stroke = strokes.popFirst(at: column) else {
                    column += 1
                    continue
                }
                if stroke.color != color { append("#\(stroke.color)") }
                color = stroke.color
                appendRun(of: 0, count: stroke.first - end)
                let start = stroke.color * columns
                append(masks[start..<start + columns], stroke.first...stroke.last, pending)
                for column in stroke.first...stroke.last { pending[column] &= ~masks[start + column] }
                end = stroke.last + 1
                column = end
                remaining -= 1
            }
        }
    }

    /// Appends the characters for the masks of these columns. Pixels that other strokes will draw over may have the color,
    /// too, which makes longer repetitions.
    mutating func append(_ masks: ArraySlice<UInt8>, _ range: ClosedRange<Int>, _ pending: [UInt8]) {
        var column = range.lowerBound
        while column <= range.upperBound {
            let start = column
            var (needed, allowed) = (UInt8(0), UInt8.max)
            while column <= range.upperBound {
                let wider = needed | masks[masks.startIndex + column]
                let narrower = allowed & pending[column]
                guard wider & ~narrower == 0 else { break }
                (needed, allowed) = (wider, narrower)
                column += 1
            }
            appendRun(of: needed, count: column - start)
        }
    }

    mutating func appendRun(of mask: UInt8, count: Int) {
        let character = mask + 0x3F
        guard count > 3 else {
            for _ in 0..<count { bytes.append(character) }
            return
        }
        bytes.append(UInt8(ascii: "!"))
        var divisor = 1
        while count / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(count / divisor % 10))
            divisor /= 10
        }
        bytes.append(character)
    }
}
