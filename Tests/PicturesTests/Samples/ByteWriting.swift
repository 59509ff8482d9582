extension [UInt8] {
    mutating func append(big value: Int, bytes: Int) {
        for shift in (0..<bytes).reversed() { append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
    }

    mutating func append(little value: Int, bytes: Int) {
        for shift in 0..<bytes { append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
    }
}

/// Returns an ISO box of zeros with a size of 64 bits.
func longBox(_ kind: String, count: Int) -> [UInt8] {
    var box: [UInt8] = []
    box.append(big: 1, bytes: 4)
    box += Array(kind.utf8)
    box.append(big: 16 + count, bytes: 8)
    return box + [UInt8](repeating: 0, count: count)
}

/// Returns an EXIF block, starting at its TIFF header, that contains only an orientation.
func exif(orientation: Int) -> [UInt8] {
    SampleExif.encode([0x0112: .short(orientation)])
}
