/// Characters that look the same when their two colors change places.
enum GlyphComplement {
    /// The character whose ink is where the other's paper is; nil when there is none.
    static func of(_ scalar: UInt32) -> UInt32? {
        switch scalar {
        case 0x2580: 0x2584
        case 0x2584: 0x2580
        case 0x258C: 0x2590
        case 0x2590: 0x258C
        case 0x2596...0x259F: quadrants[Int(scalar - 0x2596)]
        case 0x1FB00...0x1FB3B: sextant(63 - pattern(ofSextant: scalar))
        default: nil
        }
    }

    /// For ▖▗▘▙▚▛▜▝▞▟, in the order of their code points.
    private static let quadrants: [UInt32] = [
        0x259C, 0x259B, 0x259F, 0x259D, 0x259E, 0x2597, 0x2596, 0x2599, 0x259A, 0x2598,
    ]

    /// The six bits of a sextant character, the upper left one lowest; 0, 21, 42 and 63 are characters elsewhere.
    private static func pattern(ofSextant scalar: UInt32) -> UInt32 {
        let place = scalar - 0x1FB00
        return place + (place < 20 ? 1 : place < 40 ? 2 : 3)
    }

    private static func sextant(_ pattern: UInt32) -> UInt32 {
        0x1FB00 + pattern - 1 - (pattern > 21 ? 1 : 0) - (pattern > 42 ? 1 : 0)
    }
}
