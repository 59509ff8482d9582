import CZlib

/// Decompresses gzip and zlib streams piece by piece.
///
/// Replaces libcurl's decompression, which accepts a truncated body as complete.
final class Inflater {
    enum Failure: Error {
        case malformed
        case tooLarge
    }

    private static let pieceSize = 1 << 16

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: pieceSize)

    /// Whether the data so far is complete, with its checksum.
    private(set) var isAtEnd = false

    /// Returns nil if memory is exhausted.
    init?() {
        stream.initialize(to: z_stream())
        // The largest window; 32 detects the format by its header.
        let windowBits = MAX_WBITS + 32
        guard inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        piece.deallocate()
    }

    /// Decompresses `bytes` and appends the result to `output`. Throws if `output` would exceed `maxSize` bytes.
    func inflate(
        _ bytes: UnsafeRawBufferPointer, into output: inout [UInt8], maxSize: Int
    ) throws(Failure) {
        guard let start = bytes.baseAddress, let inputSize = UInt32(exactly: bytes.count) else { return }
        // zlib does not write to it.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: start.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = inputSize
        while true {
            if isAtEnd {
                guard stream.pointee.avail_in > 0 else { return }
                // A file may consist of several compressed parts (RFC 1952, section 2.2).
                inflateReset(stream)
                isAtEnd = false
            }
            stream.pointee.next_out = piece.baseAddress
            stream.pointee.avail_out = UInt32(Self.pieceSize)
            let status = CZlib.inflate(stream, Z_NO_FLUSH)
            guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else { throw .malformed }
            let size = Self.pieceSize - Int(stream.pointee.avail_out)
            guard output.count + size <= maxSize else { throw .tooLarge }
            output.append(contentsOf: piece[..<size])
            isAtEnd = status == Z_STREAM_END
            if !isAtEnd, stream.pointee.avail_out > 0 { return }
        }
    }
}
