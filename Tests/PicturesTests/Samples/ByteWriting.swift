extension [UInt8] {
    mutating func append(big value: Int, bytes: Int) {
        for shift in (0..<bytes).reversed() { append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
    }

    mutating func append(little value: Int, bytes: Int) {
        for shift in 0..<bytes { append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
    }
}

/// Returns an EXIF block, starting at its TIFF header, that contains only an orientation.
func exif(orientation: Int) -> [UInt8] {
    SampleExif.encode([0x0112: .short(orientation)])
}
