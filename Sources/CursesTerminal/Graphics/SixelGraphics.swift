import CellArt
import Dispatch
import Synchronization

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
    /// How many rows of characters one thread encodes at a time.
    private static let linesPerPart = 16

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
        let tops = Array(stride(from: rows.lowerBound, to: rows.upperBound, by: Self.sixelRows))
        let count = (tops.count + Self.linesPerPart - 1) / Self.linesPerPart
        let parts = Mutex([[UInt8]](repeating: [], count: count))
        DispatchQueue.concurrentPerform(iterations: count) { [registers] part in
            let tops = tops[part * Self.linesPerPart..<min((part + 1) * Self.linesPerPart, tops.count)]
            let bytes = lines(tops, columns: columns, endRow: rows.upperBound, registers, colors: used.count)
            parts.withLock { $0[part] = bytes }
        }
        output.append(parts.withLock { Array($0.joined(separator: [UInt8(ascii: "-")])) })
        output.append("\u{1B}\\")
        return output.bytes
    }

    /// Returns the rows of characters that begin at these rows of pixels.
    private func lines(
        _ tops: ArraySlice<Int>, columns: Range<Int>, endRow: Int, _ registers: [Int], colors: Int
    ) -> [UInt8] {
        var output = SixelOutput()
        var line = SixelLine(columns: columns.count, colors: colors)
        indexes.withUnsafeBufferPointer { indexes in
            for top in tops {
                if top > tops[tops.startIndex] { output.append(UInt8(ascii: "-")) }
                let bottom = min(top + Self.sixelRows, endRow)
                for column in columns {
                    for row in top..<bottom {
                        let index = indexes[row * width + column]
                        guard index != AdaptivePalette.transparent else { continue }
                        line.add(row: row - top, column: column - columns.lowerBound, color: registers[Int(index)])
                    }
                }
                line.endStrokes()
                output.append(&line)
            }
        }
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

/// A row of characters in all its colors, and the strokes in which each color is drawn.
private struct SixelLine {
    /// The columns that are drawn in one color without a larger gap.
    struct Stroke {
        let color: Int
        let first: Int
        let last: Int
        /// The index of the next one that starts in the same column; -1 if none does.
        var next: Int
    }

    let columns: Int
    /// For each color, the pixels of each column.
    private(set) var masks: [UInt8]
    /// For each column, the pixels that haven't been drawn in their color.
    var pending: [UInt8]
    /// The number of strokes that haven't been drawn.
    private(set) var remaining = 0
    private var strokes: [Stroke] = []
    /// For each column, the index of the first stroke that starts there, or -1.
    private var starts: [Int]
    /// For each color, the columns of its latest stroke.
    private var open: [(first: Int, last: Int)]

    /// The widest gap within a stroke, in columns.
    private static let maxGap = 8
    private static let noStroke = (first: 0, last: -1)

    init(columns: Int, colors: Int) {
        self.columns = columns
        masks = Array(repeating: 0, count: colors * columns)
        pending = Array(repeating: 0, count: columns)
        starts = Array(repeating: -1, count: columns)
        open = Array(repeating: Self.noStroke, count: colors)
    }

    /// Adds a pixel. The columns come in order.
    mutating func add(row: Int, column: Int, color: Int) {
        let bit = UInt8(1) << UInt8(row)
        masks[color * columns + column] |= bit
        pending[column] |= bit
        let (first, last) = open[color]
        guard column > last else { return }
        if last >= 0, column <= last + Self.maxGap {
            open[color].last = column
        } else {
            if last >= 0 { addStroke(of: color, first, last) }
            open[color] = (column, column)
        }
    }

    mutating func endStrokes() {
        for color in open.indices where open[color].last >= 0 {
            addStroke(of: color, open[color].first, open[color].last)
            open[color] = Self.noStroke
        }
    }

    private mutating func addStroke(of color: Int, _ first: Int, _ last: Int) {
        var stroke = Stroke(color: color, first: first, last: last, next: starts[first])
        // A frequent color comes first, because it can run over many others.
        var previous = -1
        while stroke.next >= 0, strokes[stroke.next].color < color {
            previous = stroke.next
            stroke.next = strokes[previous].next
        }
        if previous < 0 { starts[first] = strokes.count } else { strokes[previous].next = strokes.count }
        strokes.append(stroke)
        remaining += 1
    }

    /// Removes and returns the first stroke that starts at a column or after it; nil if none does.
    mutating func popFirst(from column: Int) -> Stroke? {
        var column = column
        while column < columns {
            let index = starts[column]
            if index >= 0 {
                starts[column] = strokes[index].next
                remaining -= 1
                return strokes[index]
            }
            column += 1
        }
        return nil
    }

    /// Removes the pixels of a stroke from those that are pending.
    mutating func finish(_ stroke: Stroke) {
        for column in stroke.first...stroke.last { pending[column] &= ~masks[stroke.color * columns + column] }
    }

    /// Empties the line, of which all strokes have been drawn.
    mutating func removeAll() {
        for stroke in strokes {
            for column in stroke.first...stroke.last { masks[stroke.color * columns + column] = 0 }
        }
        strokes.removeAll(keepingCapacity: true)
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

    mutating func append(_ more: [UInt8]) {
        bytes += more
    }

    /// Appends a row of characters, and empties it: in each pass from left to right all strokes that fit after one another.
    mutating func append(_ line: inout SixelLine) {
        var color: Int?
        var isFirst = true
        while line.remaining > 0 {
            if !isFirst { append(UInt8(ascii: "$")) }
            isFirst = false
            var end = 0
            while let stroke = line.popFirst(from: end) {
                if stroke.color != color { append("#\(stroke.color)") }
                color = stroke.color
                appendRun(of: 0, count: stroke.first - end)
                let start = stroke.color * line.columns
                append(line.masks[start..<start + line.columns], stroke.first...stroke.last, line.pending)
                line.finish(stroke)
                end = stroke.last + 1
            }
        }
        line.removeAll()
    }

    /// Appends the characters for the masks of these columns. Also draws pixels that later strokes will overwrite, if
    /// that makes repetitions longer.
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
