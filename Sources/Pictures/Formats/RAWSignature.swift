/// Detects camera RAW formats by content.
///
/// Most of them are TIFF files with proprietary tags or compressions in the first directory.
enum RAWSignature {
    /// Returns whether the first bytes of a file are those of a RAW format.
    static func matches(_ head: UnsafeRawBufferPointer) -> Bool {
        if signatures.contains(where: { head.starts(with: $0) }) { return true }
        if head.hasASCII("ftypcrx ", at: 4) || head.hasASCII("HEAPCCDR", at: 6) { return true }
        guard let offset = directoryOffset(head), offset < head.count else { return false }
        // Canon's CR2 and Phase One's IIQ.
        if head.hasASCII("CR", at: 8) || head.hasASCII("IIII", at: 8) || head.hasASCII("MMMM", at: 8) { return true }
        return matches(head, directory: UnsafeRawBufferPointer(rebasing: head[offset...]))
    }

    /// Returns the offset of a TIFF's first directory; nil for other files.
    static func directoryOffset(_ head: UnsafeRawBufferPointer) -> Int? {
        guard head.count >= 8, head.starts(with: [0x49, 0x49, 42, 0]) || head.starts(with: [0x4D, 0x4D, 0, 42]) else {
            return nil
        }
        return Int(long(head, at: 4, isBigEndian: head[0] == 0x4D))
    }

    /// Returns whether the first directory of a TIFF is that of a raw format.
    /// - Parameter directory: the bytes from the start of the directory.
    static func matches(_ head: UnsafeRawBufferPointer, directory: UnsafeRawBufferPointer) -> Bool {
        guard head.count >= 8, directory.count >= 2 else { return false }
        let isBigEndian = head[0] == 0x4D
        let count = Int(short(directory, at: 0, isBigEndian: isBigEndian))
        var (isReduced, hasSubdirectories) = (false, false)
        for start in stride(from: 2, to: min(2 + 12 * count, directory.count - 11), by: 12) {
            let isShort = short(directory, at: start + 2, isBigEndian: isBigEndian) == 3
            let value =
                isShort
                ? UInt32(short(directory, at: start + 8, isBigEndian: isBigEndian))
                : long(directory, at: start + 8, isBigEndian: isBigEndian)
            switch short(directory, at: start, isBigEndian: isBigEndian) {
            // The version of DNG.
            case 0xC612: return true
            // The sensor's values, or linear ones.
            case 0x0106 where value == 32803 || value == 34892: return true
            case 0x0103 where compressions.contains(value): return true
            case 0x00FE: isReduced = value & 1 != 0
            case 0x014A: hasSubdirectories = true
            default: break
            }
        }
        // The first picture is only a preview of those in the subdirectories.
        return isReduced && hasSubdirectories
    }

    /// Of Fujifilm, Minolta, Olympus, Panasonic and Sigma.
    private static let signatures: [[UInt8]] = [
        Array("FUJIFILMCCD-RAW".utf8), [0] + Array("MRM".utf8), Array("IIRO".utf8), Array("IIRS".utf8),
        Array("MMOR".utf8), [0x49, 0x49, 0x55, 0], Array("FOVb".utf8),
    ]

    /// Compressions of Sony, Nikon, Kodak and Pentax.
    private static let compressions: Set<UInt32> = [32767, 34713, 65000, 65535]

    private static func short(_ bytes: UnsafeRawBufferPointer, at offset: Int, isBigEndian: Bool) -> UInt16 {
        let value = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
        return isBigEndian ? value.bigEndian : value.littleEndian
    }

    private static func long(_ bytes: UnsafeRawBufferPointer, at offset: Int, isBigEndian: Bool) -> UInt32 {
        let value = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return isBigEndian ? value.bigEndian : value.littleEndian
    }
}
