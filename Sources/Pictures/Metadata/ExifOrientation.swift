/// Reads the orientation out of EXIF: a TIFF header and a directory of tags (EXIF 2.32, 4.6; TIFF 6.0, section 2).
enum ExifOrientation {
    private static let orientationTag: UInt16 = 0x0112
    private static let shortType: UInt16 = 3

    /// The orientation of an EXIF block that begins with its TIFF header; upright when it has none or makes no sense.
    static func read(_ exif: UnsafeRawBufferPointer) -> Orientation {
        let isBigEndian: Bool
        if exif.hasASCII("MM", at: 0) {
            isBigEndian = true
        } else if exif.hasASCII("II", at: 0) {
            isBigEndian = false
        } else {
            return .upright
        }
        func short(at offset: Int) -> UInt16? {
            guard offset >= 0, offset <= exif.count - 2 else { return nil }
            let value = exif.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
            return isBigEndian ? value.bigEndian : value.littleEndian
        }
        guard exif.count >= 8, short(at: 2) == 42 else { return .upright }
        let offset = exif.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
        let directory = Int(isBigEndian ? offset.bigEndian : offset.littleEndian)
        guard let count = short(at: directory) else { return .upright }
        for entry in stride(from: directory + 2, to: directory + 2 + 12 * Int(count), by: 12) {
            guard let tag = short(at: entry) else { break }
            guard tag == orientationTag else { continue }
            guard short(at: entry + 2) == shortType, let value = short(at: entry + 8) else { break }
            return Orientation(exif: Int(value))
        }
        return .upright
    }
}
