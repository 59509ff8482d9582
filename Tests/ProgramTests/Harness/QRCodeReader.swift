/// Reads a QR code (ISO/IEC 18004) of version 1 to 6 in byte mode, like a phone. A screen damages nothing, so there is
/// no error correction.
struct QRCodeReader {
    /// The reason why a code cannot be read.
    struct Unreadable: Error {
        let reason: String
    }

    private let isDark: [[Bool]]
    private var width: Int { isDark.count }
    private var version: Int { (width - 17) / 4 }

    /// - Parameter isDark: The modules row by row, without the quiet zone.
    init(_ isDark: [[Bool]]) throws {
        guard (21...41).contains(isDark.count), isDark.count % 4 == 1, isDark.allSatisfy({ $0.count == isDark.count })
        else {
            throw Unreadable(reason: "\(isDark.count) modules a side")
        }
        self.isDark = isDark
    }

    /// Decodes the text.
    func text() throws -> String {
        let format = try self.format()
        let words = dataWords(of: codeWords(mask: format.mask), correction: format.correction)
        var bits = words.flatMap { word in (0..<8).map { word >> (7 - $0) & 1 } }[...]
        func take(_ count: Int) -> Int {
            defer { bits = bits.dropFirst(count) }
            return bits.prefix(count).reduce(0) { $0 << 1 | Int($1) }
        }
        let mode = take(4)
        guard mode == 0b0100 else { throw Unreadable(reason: "mode \(mode)") }
        let count = take(8)
        return String(decoding: (0..<count).map { _ in UInt8(take(8)) }, as: UTF8.self)
    }

    /// Returns the error correction level, 0 to 3 as encoded, and the mask, both from around the upper-left corner.
    private func format() throws -> (correction: Int, mask: Int) {
        let column8 = [0, 1, 2, 3, 4, 5, 7, 8].map { isDark[$0][8] }
        let row8 = [7, 5, 4, 3, 2, 1, 0].map { isDark[8][$0] }
        let written = (column8 + row8).reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) } ^ 0b101_0100_0001_0010
        var remainder = written
        for bit in stride(from: 14, through: 10, by: -1) where remainder >> bit & 1 == 1 {
            remainder ^= 0b101_0011_0111 << (bit - 10)
        }
        guard remainder == 0 else { throw Unreadable(reason: "damaged format") }
        return (written >> 13, written >> 10 & 7)
    }

    /// Returns the codewords in placement order: in columns two modules wide, alternately up and down, from the
    /// right.
    private func codeWords(mask: Int) -> [UInt8] {
        var bits: [Bool] = []
        var right = width - 1
        var hasParentComponent = true
        while right > 0 {
            if right == 6 { right -= 1 }
            for step in 0..<width {
                let row = hasParentComponent ? width - 1 - step : step
                for column in [right, right - 1] where !isFunction(column, row) {
                    bits.append(isDark[row][column] != Self.isMasked(column, row, mask))
                }
            }
            hasParentComponent.toggle()
            right -= 2
        }
        return stride(from: 0, to: bits.count - 7, by: 8).map { start in
            bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }

    /// Whether a module belongs to a finder, timing or alignment pattern or to the format information.
    private func isFunction(_ column: Int, _ row: Int) -> Bool {
        let isCorner = (column < 9 && row < 9) || (column >= width - 8 && row < 9) || (column < 9 && row >= width - 8)
        let center = width - 7
        let isSquare = version > 1 && abs(column - center) <= 2 && abs(row - center) <= 2
        return isCorner || column == 6 || row == 6 || isSquare
    }

    private static func isMasked(_ column: Int, _ row: Int, _ mask: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }

    /// Returns the data codewords of all blocks in sequence; they are interleaved, longer blocks last.
    private func dataWords(of words: [UInt8], correction: Int) -> [UInt8] {
        let lengths = Self.blocks[version - 1][correction]
        var blocks = lengths.map { _ in [UInt8]() }
        var next = words.makeIterator()
        for index in 0..<(lengths.max() ?? 0) {
            for block in blocks.indices where index < lengths[block] {
                if let word = next.next() { blocks[block].append(word) }
            }
        }
        return blocks.flatMap { $0 }
    }

    /// The number of data codewords per block, by version from 1 and encoded level: M, L, H, Q (table 9).
    private static let blocks: [[[Int]]] = [
        [[16], [19], [9], [13]],
        [[28], [34], [16], [22]],
        [[44], [55], [13, 13], [17, 17]],
        [[32, 32], [80], [9, 9, 9, 9], [24, 24]],
        [[43, 43], [108], [11, 11, 12, 12], [15, 15, 16, 16]],
        [[27, 27, 27, 27], [68, 68], [15, 15, 15, 15], [19, 19, 19, 19]],
    ]
}
