extension PictureFormat {
    /// Whether an encoded picture of this format reaches its end, by its structure; a cut one can often be shown in part.
    func isComplete(_ bytes: UnsafeRawBufferPointer) -> Bool {
        switch self {
        case .jpeg: Self.endsAfterScan(bytes)
        // Its last chunk, an empty IEND with its checksum; some programs append bytes of their own.
        case .png: (12...4096).contains { bytes.hasASCII("IEND", at: bytes.count - $0 + 4) }
        case .gif: bytes.last { $0 != 0 } == UInt8(ascii: ";")
        case .webP:
            bytes.count >= 8
                && bytes.count - 8 >= Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
        case .heic, .avif: Self.hasWholeBoxes(bytes)
        // Its parts may stand in any order.
        case .tiff: true
        }
    }

    /// Whether the last marker of a start of scan or an end of image is the latter; within a scan neither occurs.
    private static func endsAfterScan(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // The segments before the first scan are skipped: a thumbnail in one of them has an end of its own.
        var start = 2
        while start + 4 <= bytes.count, bytes[start] == 0xFF, bytes[start + 1] != 0xDA {
            start += 2 + (Int(bytes[start + 2]) << 8 | Int(bytes[start + 3]))
        }
        var index = bytes.count - 2
        while index >= start {
            if bytes[index] == 0xFF {
                if bytes[index + 1] == 0xD9 { return true }
                if bytes[index + 1] == 0xDA { return false }
            }
            index -= 1
        }
        return false
    }

    /// Whether the boxes of an ISO base media file (ISO/IEC 14496-12, 4.2) end where the file does, or before.
    private static func hasWholeBoxes(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        while bytes.count - offset >= 8 {
            let size = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            // 0 is a box up to the end, 1 one whose size is written in 64 bits, which no picture needs.
            guard size >= 8 else { return size < 2 }
            guard size <= bytes.count - offset else { return false }
            offset += size
        }
        return offset == bytes.count
    }
}
