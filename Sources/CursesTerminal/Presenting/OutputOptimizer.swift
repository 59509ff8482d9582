/// Shortens ncurses' output: drops unused style changes (SGR) and moves down with line feeds.
///
/// ncurses resets the style after each update and sets it again in the next one.
enum OutputOptimizer {
    /// The sequence ncurses uses to move down one row.
    static let moveDown = Array("\u{1B}[B".utf8)

    /// Returns shorter output that draws the same.
    ///
    /// - Parameter bytes: complete updates, which start and end in the default style.
    static func optimized(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var shown = Style()
        var wanted = Style()
        var index = 0
        while index < bytes.count {
            let end = endOfControlSequence(in: bytes, at: index)
            let piece = bytes[index..<(end ?? index + 1)]
            index = piece.endIndex
            if end != nil, piece.last == UInt8(ascii: "m") {
                guard wanted.apply(piece.dropFirst(2).dropLast()) else { return bytes }
            } else {
                // Output processing (OPOST) is off, so the terminal receives a bare line feed.
                guard piece != moveDown[...] else {
                    output.append(UInt8(ascii: "\n"))
                    continue
                }
                if !isMove(piece) { output += wanted.sequence(after: &shown) }
                output += piece
            }
        }
        return output + wanted.sequence(after: &shown)
    }

    private static func endOfControlSequence(in bytes: [UInt8], at index: Int) -> Int? {
        guard bytes[index] == 0x1B, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "[") else { return nil }
        return bytes[(index + 2)...].firstIndex { 0x40...0x7E ~= $0 }.map { $0 + 1 }
    }

    /// Whether this only moves the cursor.
    private static func isMove(_ piece: ArraySlice<UInt8>) -> Bool {
        guard let last = piece.last else { return true }
        return piece.count == 1 ? "\u{8}\n\r".utf8.contains(last) : "ABCDGHd".utf8.contains(last)
    }

    private struct Style: Equatable {
        private var attributes: Set<Int> = []
        private var foreground: [Int] = []
        private var background: [Int] = []

        /// Applies SGR parameters; returns false if one is unknown.
        mutating func apply(_ parameters: ArraySlice<UInt8>) -> Bool {
            var rest: ArraySlice<Int> = []
            for text in parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
                guard let number = text.isEmpty ? 0 : Int(String(decoding: text, as: UTF8.self)) else { return false }
                rest.append(number)
            }
            while let number = rest.first {
                var length = 1
                switch number {
                case 0: self = Style()
                case 1, 4, 7: attributes.insert(number)
                case 39: foreground = []
                case 49: background = []
                case 30...37, 90...97: foreground = [number]
                case 40...47, 100...107: background = [number]
                case 38, 48:
                    length = rest.dropFirst().first == 2 ? 5 : 3
                    guard rest.count >= length else { return false }
                    if number == 38 {
                        foreground = Array(rest.prefix(length))
                    } else {
                        background = Array(rest.prefix(length))
                    }
                default: return false
                }
                rest = rest.dropFirst(length)
            }
            return true
        }

        /// Returns the sequence that switches from `shown` to this style; empty if they are equal.
        func sequence(after shown: inout Style) -> [UInt8] {
            guard self != shown else { return [] }
            var numbers: [Int] = []
            if !shown.attributes.isSubset(of: attributes) || self == Style() {
                numbers.append(0)
                shown = Style()
            }
            numbers += attributes.subtracting(shown.attributes).sorted()
            if foreground != shown.foreground { numbers += foreground.isEmpty ? [39] : foreground }
            if background != shown.background { numbers += background.isEmpty ? [49] : background }
            shown = self
            return Array("\u{1B}[\(numbers == [0] ? "" : numbers.map(String.init).joined(separator: ";"))m".utf8)
        }
    }
}
