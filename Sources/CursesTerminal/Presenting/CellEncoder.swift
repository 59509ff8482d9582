import CNcurses
import Glibc
import TerminalUI

/// Converts rows of a frame to ncurses cells, and defines the color pairs that they need.
struct CellEncoder {
    private let hasColors: Bool
    private var pairs: PairTable
    private var row: [cchar_t] = []

    init(hasColors: Bool, size: Size) {
        self.hasColors = hasColors
        pairs = PairTable(capacity: 0)
        makeRoom(for: size)
    }

    /// Reserves pairs for two frames of this size: the one on the screen and its successor.
    mutating func makeRoom(for size: Size) {
        guard hasColors else { return }
        pairs.grow(to: 2 * size.columns * size.rows + 400)
        // Defining the highest pair first makes ncurses allocate its table only once.
        init_extended_pair(Int32(pairs.capacity), Int32(ColorNumber.terminal), Int32(ColorNumber.terminal))
    }

    /// Begins a frame. Its rows can follow in any order.
    /// - Parameter shown: the frame on the screen; its pairs stay unchanged.
    mutating func beginFrame(over shown: NumberedFrame) {
        pairs.beginFrame()
        for index in shown.scalars.indices where shown.scalars[index] != 0 {
            _ = pairNumber(shown.foregrounds[index], shown.backgrounds[index])
        }
    }

    /// Returns the cells of a row without the right halves of wide characters, which ncurses doesn't expect.
    mutating func cells(ofRow line: Int, in frame: NumberedFrame) -> [cchar_t] {
        row.removeAll(keepingCapacity: true)
        for index in line * frame.size.columns..<(line + 1) * frame.size.columns where frame.scalars[index] != 0 {
            let pair = pairNumber(frame.foregrounds[index], frame.backgrounds[index])
            var cell = cchar_t()
            cell.attr =
                Self.attributeBits[Int(frame.attributes[index].rawValue & 7)] | curses_pair_attribute(pair)
            cell.ext_color = pair
            cell.chars.0 = wchar_t(bitPattern: frame.scalars[index])
            if frame.scalars[index] != 0xFFFD {
                let marks = SIMD4<wchar_t>(truncatingIfNeeded: frame.marks[index].values)
                (cell.chars.1, cell.chars.2, cell.chars.3, cell.chars.4) = (marks.x, marks.y, marks.z, marks.w)
            }
            row.append(cell)
        }
        return row
    }

    private mutating func pairNumber(_ foreground: Int32, _ background: Int32) -> Int32 {
        // Pair 0 is the terminal's own colors.
        guard hasColors, foreground != ColorNumber.terminal || background != ColorNumber.terminal else { return 0 }
        guard let pair = pairs.pair(foreground, background) else { return 0 }
        if pair.isNew { init_extended_pair(pair.number, foreground, background) }
        return pair.number
    }

    private static let attributeBits: [attr_t] = (UInt8(0)..<8).map { bits in
        let attributes = Attributes(rawValue: bits)
        return (attributes.contains(.bold) ? curses_bold() : 0)
            | (attributes.contains(.underline) ? curses_underline() : 0)
            | (attributes.contains(.reverse) ? curses_reverse() : 0)
    }
}

/// Maps pairs of colors to ncurses color pair numbers.
///
/// In direct color, ncurses never frees a pair by itself, and a pair on the screen must not be redefined. So the table
/// stores a time stamp for each pair. When none is free, a sweep keeps the pairs of the current frame and frees the
/// rest. Therefore every frame must begin by requesting all pairs that are on the screen. With twice as many pairs as
/// cells, the table never runs out.
struct PairTable {
    /// Enough for a terminal of half a million cells.
    static let maxPairs = 0x10_0000

    /// The maximum number of pairs in use at the same time, numbered from 1.
    private(set) var capacity: Int
    private var frame: UInt32 = 1
    /// For each pair number: its two colors (0 if the pair is free) and the last frame that used it.
    private var colors: [UInt64]
    private var stamps: [UInt32]
    /// Open addressing: pair numbers by the hash of their colors, 0 for empty slots.
    private var slots: [Int32] = []
    private var free: [Int32] = []

    init(capacity: Int) {
        self.capacity = min(capacity, Self.maxPairs - 1)
        colors = Array(repeating: 0, count: self.capacity + 1)
        stamps = Array(repeating: 0, count: self.capacity + 1)
        rebuild()
    }

    /// Increases the capacity if necessary.
    mutating func grow(to newCapacity: Int) {
        let newCapacity = min(newCapacity, Self.maxPairs - 1)
        guard newCapacity > capacity else { return }
        colors += Array(repeating: 0, count: newCapacity - capacity)
        stamps += Array(repeating: 0, count: newCapacity - capacity)
        capacity = newCapacity
        rebuild()
    }

    mutating func beginFrame() {
        frame += 1
    }

    /// Returns the pair of two colors (positive numbers), and whether ncurses must (re)define it; nil if all pairs are
    /// in use.
    mutating func pair(_ foreground: Int32, _ background: Int32) -> (number: Int32, isNew: Bool)? {
        let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
        var slot = slotIndex(of: key)
        if slots[slot] != 0 {
            stamps[Int(slots[slot])] = frame
            return (slots[slot], false)
        }
        if free.isEmpty {
            sweep()
            slot = slotIndex(of: key)
        }
        guard let number = free.popLast() else { return nil }
        slots[slot] = number
        colors[Int(number)] = key
        stamps[Int(number)] = frame
        return (number, true)
    }

    /// Returns the slot that contains the colors, or the empty one for inserting them.
    private func slotIndex(of key: UInt64) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
        while slots[slot] != 0, colors[Int(slots[slot])] != key { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func sweep() {
        for number in 1...capacity where stamps[number] < frame { colors[number] = 0 }
        rebuild()
    }

    private mutating func rebuild() {
        var size = 1024
        while size < 2 * capacity { size *= 2 }
        slots = Array(repeating: 0, count: size)
        free.removeAll(keepingCapacity: true)
        for number in stride(from: capacity, through: 1, by: -1) {
            if colors[number] == 0 {
                free.append(Int32(number))
            } else {
                slots[slotIndex(of: colors[number])] = Int32(number)
            }
        }
    }
}
