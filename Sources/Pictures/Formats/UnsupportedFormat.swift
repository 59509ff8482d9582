/// Unsupported formats that are recognized, so that error messages can name them.
enum UnsupportedFormat {
    /// Returns the name of a picture's format; nil if unknown.
    /// - Parameters:
    ///   - head: the first bytes of the file.
    ///   - tail: the last 26 bytes of the file, which contain the signature of a TGA.
    static func name(head: UnsafeRawBufferPointer, tail: UnsafeRawBufferPointer) -> String? {
        for (name, magic) in signatures where head.starts(with: magic) {
            return name
        }
        if isSVG(head) { return "SVG" }
        if isIcon(head) { return "ICO" }
        if tail.hasASCII("TRUEVISION-XFILE.", at: tail.count - 18) || isOldTGA(head) { return "TGA" }
        return nil
    }

    private static let signatures: [(String, [UInt8])] = [
        ("PSD", Array("8BPS".utf8)),
        ("JPEG 2000", [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
        ("JPEG 2000", [0xFF, 0x4F, 0xFF, 0x51]),
        ("PDF", Array("%PDF-".utf8)),
        ("PostScript", Array("%!PS".utf8)),
        ("XCF", Array("gimp xcf".utf8)),
        ("OpenEXR", [0x76, 0x2F, 0x31, 0x01]),
        ("DDS", Array("DDS ".utf8)),
        ("QOI", Array("qoif".utf8)),
    ]

    /// XML with an `svg` root element, or at least one near the start.
    private static func isSVG(_ head: UnsafeRawBufferPointer) -> Bool {
        let text = String(decoding: head.prefix(4096), as: UTF8.self)
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return start.hasPrefix("<svg") || (start.hasPrefix("<?xml") || start.hasPrefix("<!")) && start.contains("<svg")
    }

    /// An icon or cursor: a directory with at least one entry that has zero as its fourth byte.
    private static func isIcon(_ head: UnsafeRawBufferPointer) -> Bool {
        guard head.count >= 22, head.starts(with: [0, 0, 1, 0]) || head.starts(with: [0, 0, 2, 0]) else { return false }
        return (head[4] != 0 || head[5] != 0) && head[9] == 0
    }

    /// A TGA without a signature, recognized by a plausible header (Truevision TGA File Format Specification 2.0).
    private static func isOldTGA(_ head: UnsafeRawBufferPointer) -> Bool {
        guard head.count >= 18 else { return false }
        let (hasPalette, kind, depth) = (head[1], head[2], head[16])
        let width = Int(head[12]) | Int(head[13]) << 8
        let height = Int(head[14]) | Int(head[15]) << 8
        let descriptor = head[17]
        guard width > 0, height > 0, descriptor & 0xC0 == 0 else { return false }
        switch (kind, hasPalette) {
        case (1, 1), (9, 1):
            return depth == 8 && [15, 16, 24, 32].contains(head[7])
        case (2, 0), (10, 0):
            return [15, 16, 24, 32].contains(depth) && head[3..<8].allSatisfy { $0 == 0 }
        case (3, 0), (11, 0):
            return depth == 8 && head[3..<8].allSatisfy { $0 == 0 }
        default:
            return false
        }
    }
}
