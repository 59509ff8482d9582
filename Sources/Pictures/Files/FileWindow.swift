/// Reads parts of a file through a buffer.
struct FileWindow {
    private let file: any EncodedPicture
    private let cancellation: DecodeCancellation
    private var buffer: FileBytes?
    private var start = 0

    /// Contains all metadata of most photos, and the header of many videos.
    private static let firstBytes = 64 << 10
    private static let laterBytes = 4 << 10

    init(_ file: any EncodedPicture, cancellation: DecodeCancellation) {
        self.file = file
        self.cancellation = cancellation
    }

    /// Returns `count` bytes from `offset`; nil beyond the end.
    mutating func bytes(at offset: Int, _ count: Int) throws -> [UInt8]? {
        guard offset >= 0, count >= 0, count <= file.size - offset else { return nil }
        if !isBuffered(offset, count) {
            let capacity = max(count, buffer == nil ? Self.firstBytes : Self.laterBytes)
            start = buffer == nil && offset + count <= capacity ? 0 : offset
            buffer = try file.read(capacity, at: start, cancellation: cancellation)
        }
        guard let buffer, isBuffered(offset, count) else { return nil }
        return Array(buffer.bytes[offset - start..<offset - start + count])
    }

    private func isBuffered(_ offset: Int, _ count: Int) -> Bool {
        guard let buffer else { return false }
        return offset >= start && offset + count <= start + buffer.count
    }
}
