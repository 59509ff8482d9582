import CTextWidth

/// Keeps the text after joined emoji (ZWJ sequences) in its columns.
///
/// The C library and ncurses count the columns of both emoji in 👩‍🚀, as many terminals do; other terminals join them
/// into two columns. So the columns are erased first, and after the emoji the cursor is set to an absolute column.
struct JoinedEmoji {
    /// The cursor's column, from 0; nil if unknown.
    private var column: Int?
    private let columns: Int
    private var output: [UInt8] = []
    /// A sequence of emoji that may be joined: index of its first byte, its column, and the number of emoji.
    private var cluster: (start: Int, column: Int, count: Int)?
    private var isJoining = false
    private var lastWidth = 1

    private static let joiner: UInt32 = 0x200D

    /// Returns whether there are joined emoji.
    static func isIn(_ marks: [CombiningMarks]) -> Bool {
        marks.contains { any($0.values .== joiner) }
    }

    /// Anchors the emoji in a frame's bytes.
    /// - Parameter column: the cursor's column.
    static func anchored(_ bytes: [UInt8], from column: Int?, columns: Int) -> [UInt8] {
        var anchoring = JoinedEmoji(column: column, columns: columns)
        return anchoring.anchor(bytes)
    }

    private init(column: Int?, columns: Int) {
        self.column = column
        self.columns = columns
    }

    private mutating func anchor(_ bytes: [UInt8]) -> [UInt8] {
        output.reserveCapacity(bytes.count + 64)
        var index = 0
        while index < bytes.count {
            let end =
                bytes[index] == 0x1B ? EscapeSequence.end(in: bytes, at: index) : Self.endOfCharacter(bytes, at: index)
            let piece = bytes[index..<end]
            if piece.count == 1, piece[index] < 0x20 || piece[index] == 0x7F {
                endCluster()
                moveByControl(piece[index])
            } else if bytes[index] == 0x1B {
                endCluster()
                move(by: piece)
            } else {
                consume(piece)
                index = end
                continue
            }
            output += piece
            index = end
        }
        endCluster()
        return output
    }

    /// Processes a character of text.
    private mutating func consume(_ bytes: ArraySlice<UInt8>) {
        let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first?.value ?? 0xFFFD
        let width = scalar < 0x7F ? 1 : Int(max(0, text_width_of_scalar(scalar)))
        if width == 0 {
            isJoining = scalar == Self.joiner && cluster != nil
        } else {
            // A skin tone modifier belongs to the preceding emoji.
            if !(isJoining && width == 2), !(0x1F3FB...0x1F3FF ~= scalar) { endCluster() }
            if width == 2, let column {
                cluster = cluster.map { ($0.start, $0.column, $0.count + 1) } ?? (output.count, column, 1)
            }
            isJoining = false
            lastWidth = width
            advance(by: width)
        }
        output += bytes
    }

    private mutating func endCluster() {
        defer {
            cluster = nil
            isJoining = false
        }
        guard let cluster, cluster.count > 1, let column else { return }
        output.insert(contentsOf: "\u{1B}[\(column - cluster.column)X".utf8, at: cluster.start)
        output += Array("\u{1B}[\(column + 1)G".utf8)
    }

    /// After the last column, terminals differ in the cursor's position.
    private mutating func advance(by width: Int) {
        column = column.flatMap { $0 + width < columns ? $0 + width : nil }
    }

    private mutating func moveByControl(_ byte: UInt8) {
        switch byte {
        case 0x0D: column = 0
        case 0x08: column = column.map { max(0, $0 - 1) }
        case 0x0A, 0x07, 0x0E, 0x0F: break
        default: column = nil
        }
    }

    private mutating func move(by sequence: ArraySlice<UInt8>) {
        guard sequence.count > 2, let final = sequence.last else {
            column = nil
            return
        }
        guard sequence[sequence.startIndex + 1] == UInt8(ascii: "[") else {
            // Character set selection is part of resetting attributes.
            if !(0x20...0x2F ~= sequence[sequence.startIndex + 1]) { column = nil }
            return
        }
        let numbers = sequence.dropFirst(2).dropLast().split(
            separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
        )
        .map { Int(String(decoding: $0, as: UTF8.self)) }
        func number(_ index: Int) -> Int { max(1, numbers.count > index ? numbers[index] ?? 1 : 1) }
        switch final {
        case UInt8(ascii: "H"), UInt8(ascii: "f"): column = number(1) - 1
        case UInt8(ascii: "G"), UInt8(ascii: "`"): column = number(0) - 1
        case UInt8(ascii: "C"): column = column.map { min(columns - 1, $0 + number(0)) }
        case UInt8(ascii: "D"): column = column.map { max(0, $0 - number(0)) }
        case UInt8(ascii: "b"): advance(by: number(0) * lastWidth)
        case UInt8(ascii: "A"), UInt8(ascii: "B"), UInt8(ascii: "d"), UInt8(ascii: "J"), UInt8(ascii: "K"),
            UInt8(ascii: "X"), UInt8(ascii: "P"), UInt8(ascii: "@"), UInt8(ascii: "m"), UInt8(ascii: "h"),
            UInt8(ascii: "l"), UInt8(ascii: "S"), UInt8(ascii: "T"):
            break
        default: column = nil
        }
    }

    private static func endOfCharacter(_ bytes: [UInt8], at start: Int) -> Int {
        let count =
            switch bytes[start] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        return min(start + count, bytes.count)
    }
}
