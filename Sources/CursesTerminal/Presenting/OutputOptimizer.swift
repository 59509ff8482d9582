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
        var target = Style()
        var index = 0
        while index < bytes.count {
            let piece = bytes[index..<(bytes[index] == 0x1B ? EscapeSequence.end(in: bytes, at: index) : index + 1)]
            index = piece.endIndex
            let isControlSequence = piece.starts(with: [0x1B, UInt8(ascii: "[")])
            if isControlSequence, piece.last == UInt8(ascii: "m") {
                guard target.apply(piece.dropFirst(2).dropLast()) else { return bytes }
            } else {
                // Output processing (OPOST) is off, so the terminal receives a bare line feed.
                guard piece != moveDown[...] else {
                    output.append(UInt8(ascii: "\n"))
                    continue
                }
                if !isMove(piece, isControlSequence: isControlSequence) {
                    output += target.sequence(from: shown)
                    shown = target
                }
                output += piece
            }
        }
        return output + target.sequence(from: shown)
    }

    /// Whether this only moves the cursor.
    private static func isMove(_ piece: ArraySlice<UInt8>, isControlSequence: Bool) -> Bool {
        guard let last = piece.last else { return true }
        return (isControlSequence ? "ABCDGHd" : "\u{8}\n\r").utf8.contains(last)
    }

    private struct Style: Equatable {
        private var attributes: Set<Int> = []
        private var foreground: [Int] = []
        private var background: [Int] = []

        /// Applies SGR parameters; returns false if one is unknown.
        mutating func apply(_ parameters: ArraySlice<UInt8>) -> Bool {
            var numbers: ArraySlice<Int> = []
            for text in parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
                guard let number = text.isEmpty ? 0 : Int(String(decoding: text, as: UTF8.self)) else { return false }
                numbers.append(number)
            }
            while let number = numbers.first {
                var length = 1
                switch number {
                case 0: self = Style()
                case 1, 4, 7: attributes.insert(number)
                case 39: foreground = []
                case 49: background = []
                case 30...37, 90...97: foreground = [number]
                case 40...47, 100...107: background = [number]
                case 38, 48:
                    length = numbers.dropFirst().first == 2 ? 5 : 3
                    guard numbers.count >= length else { return false }
                    if number == 38 {
                        foreground = Array(numbers.prefix(length))
                    } else {
                        background = Array(numbers.prefix(length))
                    }
                default: return false
                }
                numbers = numbers.dropFirst(length)
            }
            return true
        }

        /// Returns the sequence that switches from `shown` to this style; empty if they are equal.
        func sequence(from shown: Style) -> [UInt8] {
            guard self != shown else { return [] }
            let isReset = !shown.attributes.isSubset(of: attributes) || self == Style()
            let base = isReset ? Style() : shown
            var numbers = isReset ? [0] : []
            numbers += attributes.subtracting(base.attributes).sorted()
            if foreground != base.foreground { numbers += foreground.isEmpty ? [39] : foreground }
            if background != base.background { numbers += background.isEmpty ? [49] : background }
            return Array("\u{1B}[\(numbers == [0] ? "" : numbers.map(String.init).joined(separator: ";"))m".utf8)
        }
    }
}

/// Escape sequences in ncurses' output.
enum EscapeSequence {
    /// Returns the index after the sequence that starts at `start`, or the end of the bytes if it is incomplete.
    static func end(in bytes: [UInt8], at start: Int) -> Int {
        guard start + 1 < bytes.count else { return bytes.count }
        var end = start + 1
        if bytes[end] == UInt8(ascii: "[") {
            repeat { end += 1 } while end < bytes.count && !(0x40...0x7E ~= bytes[end])
        } else {
            while end < bytes.count, 0x20...0x2F ~= bytes[end] { end += 1 }
        }
        return min(end + 1, bytes.count)
    }
}
