extension PictureFormat {
    /// Returns whether the structure of an encoded picture is complete. Truncated pictures can often be shown in part.
    func isComplete(_ bytes: UnsafeRawBufferPointer) -> Bool {
        switch self {
        case .jpeg: Self.endsAfterScan(bytes)
        // The last chunk is an empty IEND with its checksum; some programs append data.
        case .png: (12...4096).contains { bytes.hasASCII("IEND", at: bytes.count - $0 + 4) }
        case .gif: bytes.last { $0 != 0 } == UInt8(ascii: ";")
        case .webP:
            bytes.count >= 8
                && bytes.count - 8 >= Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
        case .heic, .avif: Self.hasWholeBoxes(bytes)
        // The parts of a TIFF may be in any order.
        case .tiff: true
        }
    }

    /// Returns whether the last SOS or EOI marker is an EOI; neither occurs within a scan.
    private static func endsAfterScan(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // Skips the segments before the first scan, because an embedded thumbnail has its own EOI.
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

    /// Returns whether the boxes of an ISO base media file (ISO/IEC 14496-12, 4.2) don't extend beyond the end of the
    /// file.
    private static func hasWholeBoxes(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        while bytes.count - offset >= 8 {
            let size = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            // A size of 0 means up to the end of the file, and 1 a 64-bit size, which no picture needs.
            guard size >= 8 else { return size < 2 }
            guard size <= bytes.count - offset else { return false }
            offset += size
        }
        return offset == bytes.count
    }
}
