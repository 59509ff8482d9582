/// An EXIF block: a TIFF header and directories of tags (EXIF 2.32, 4.6; TIFF 6.0, section 2). Invalid data is treated
/// as missing.
struct ExifBlock {
    private let bytes: UnsafeRawBufferPointer
    private let isBigEndian: Bool

    /// Returns nil without a TIFF header. The identifier of a JPEG segment may precede it.
    init?(_ block: UnsafeRawBufferPointer) {
        bytes = UnsafeRawBufferPointer(rebasing: block[(block.hasASCII("Exif\0\0", at: 0) ? 6 : 0)...])
        if bytes.hasASCII("MM", at: 0) {
            isBigEndian = true
        } else if bytes.hasASCII("II", at: 0) {
            isBigEndian = false
        } else {
            return nil
        }
        guard short(at: 2) == 42 else { return nil }
    }

    /// The directory that describes the picture itself.
    var main: ExifDirectory { directory(at: long(at: 4)) }

    /// Returns the directory at an offset; empty if there is none.
    func directory(at offset: Int?) -> ExifDirectory {
        var entryOffsets: [UInt16: Int] = [:]
        if let offset, let count = short(at: offset) {
            for entry in 0..<Int(count) {
                let entryOffset = offset + 2 + 12 * entry
                guard let tag = short(at: entryOffset) else { break }
                if entryOffsets[tag] == nil { entryOffsets[tag] = entryOffset }
            }
        }
        return ExifDirectory(block: self, entryOffsets: entryOffsets)
    }

    func byte(at offset: Int) -> UInt8? {
        bytes.indices.contains(offset) ? bytes[offset] : nil
    }

    func short(at offset: Int) -> UInt16? {
        guard offset >= 0, offset <= bytes.count - 2 else { return nil }
        let value = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
        return isBigEndian ? value.bigEndian : value.littleEndian
    }

    func long(at offset: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - 4 else { return nil }
        let value = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return Int(isBigEndian ? value.bigEndian : value.littleEndian)
    }
}
