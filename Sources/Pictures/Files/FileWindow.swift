import Basics

/// Reads parts of a file through a buffer.
struct FileWindow {
    private let file: any EncodedPicture
    private let cancellation: DecodeCancellation
    private var buffer: FileBytes?
    private var start = 0

    /// Enough for the headers and a short EXIF block; a longer block takes another read. Reading more would make the kernel
    /// fetch most of a small file from the disk.
    static let firstBytes = 16 << 10
    private static let laterBytes = 4 << 10

    init(_ file: any EncodedPicture, cancellation: DecodeCancellation) {
        self.file = file
        self.cancellation = cancellation
    }

    var fileSize: Int { file.size }

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

/// A file that reads its first bytes once, and serves them to all readers.
struct FileWithHead: EncodedPicture {
    private let file: any EncodedPicture
    private let head: FileBytes

    init(_ file: any EncodedPicture, cancellation: DecodeCancellation) throws {
        self.file = file
        head = try file.read(FileWindow.firstBytes, at: 0, cancellation: cancellation)
    }

    var size: Int { file.size }
    var version: IdentifiedFile? { file.version }

    func read(_ count: Int, at offset: Int, cancellation: DecodeCancellation) throws -> FileBytes {
        let count = min(count, max(0, size - offset))
        guard offset + count <= head.count else { return try file.read(count, at: offset, cancellation: cancellation) }
        if count == head.count { return head }
        return count == 0 ? FileBytes(capacity: 0) { _ in 0 } : FileBytes(offset..<offset + count, of: head)
    }

    func mapped() -> FileBytes? { file.mapped() }
}
