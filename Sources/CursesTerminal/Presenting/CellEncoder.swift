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
