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
