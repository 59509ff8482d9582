import Basics

/// Walks the boxes of an ISO base media file: MP4, QuickTime, HEIF, AVIF and JPEG XL (ISO/IEC 14496-12, 4.2).
///
/// Callers descend one level per call, along the paths that they know, so a file can't choose the depth.
struct ISOBoxReader {
    struct Box {
        /// Four characters of Latin-1, such as `moov` and `©xyz`.
        let kind: String
        let content: Range<Int>
    }

    /// The number of boxes that may still be read, at all levels.
    private var remaining: Int

    /// - Parameter maxBoxes: the default suits movies, because a table is one box however long it is.
    init(maxBoxes: Int = 4096) {
        remaining = maxBoxes
    }

    /// Returns the box at a position and moves to the next; nil at the end of the range, or after too many boxes. A box
    /// that extends beyond the end is cut.
    ///
    /// - Parameter read: returns bytes at an offset; nil if they aren't all there.
    mutating func next(
        at position: inout Int, before end: Int, reading read: (_ offset: Int, _ count: Int) throws -> [UInt8]?
    ) rethrows -> Box? {
        guard remaining > 0, end - position >= 8, let head = try read(position, 8) else { return nil }
        remaining -= 1
        var (headBytes, size) = (8, Count(head.bigEndian(4, at: 0) ?? 0).value)
        if size == 1 {
            guard let long = try read(position + 8, 8) else { return nil }
            (headBytes, size) = (16, Count(long.bigEndian(8, at: 0) ?? .max).value)
        } else if size == 0 {
            // Up to the end of the file.
            size = end - position
        }
        guard size >= headBytes, headBytes <= end - position else { return nil }
        let start = position
        position = min(end - start, size) + start
        let kind = String(String.UnicodeScalarView(head[4...].map { Unicode.Scalar($0) }))
        return Box(kind: kind, content: start + headBytes..<position)
    }

    /// Returns the next box of a file.
    mutating func next(at position: inout Int, before end: Int, in window: inout FileWindow) throws -> Box? {
        try next(at: &position, before: end) { try window.bytes(at: $0, $1) }
    }
}
