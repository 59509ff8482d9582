/// What a PNG's chunks say beside its pixels.
enum PNGMetadata {
    /// The orientation in the chunk eXIf, which may stand before the pixels or after (PNG 3rd edition, 11.3.3.2).
    static func orientation(of file: UnsafeRawBufferPointer) -> Orientation {
        var position = 8
        while position + 12 <= file.count {
            let length = Int(file.loadUnaligned(fromByteOffset: position, as: UInt32.self).bigEndian)
            let content = position + 8
            guard length <= file.count - content else { break }
            if file.hasASCII("eXIf", at: position + 4) {
                return ExifOrientation.read(UnsafeRawBufferPointer(rebasing: file[content..<content + length]))
            }
            position = content + length + 4
        }
        return .upright
    }
}
