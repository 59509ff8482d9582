extension [UInt8] {
    mutating func append(big value: Int, bytes: Int) {
        for shift in (0..<bytes).reversed() { append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
    }

    mutating func append(little value: Int, bytes: Int) {
        for shift in 0..<bytes { append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
    }
}

/// An EXIF block from its TIFF header on, with nothing but an orientation.
func exif(orientation: Int) -> [UInt8] {
    var bytes = Array("MM".utf8)
    bytes.append(big: 42, bytes: 2)
    bytes.append(big: 8, bytes: 4)
    bytes.append(big: 1, bytes: 2)
    bytes.append(big: 0x0112, bytes: 2)
    bytes.append(big: 3, bytes: 2)
    bytes.append(big: 1, bytes: 4)
    bytes.append(big: orientation, bytes: 2)
    bytes.append(big: 0, bytes: 6)
    return bytes
}
