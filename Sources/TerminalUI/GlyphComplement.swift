/// Pairs of characters that look the same if their colors are swapped.
public enum GlyphComplement {
    /// Returns the character with ink exactly where `scalar` has none, if a terminal that has one also has the other;
    /// otherwise nil.
    public static func of(_ scalar: UInt32) -> UInt32? {
        switch scalar {
        case 0x2580: 0x2584
        case 0x2584: 0x2580
        case 0x258C: 0x2590
        case 0x2590: 0x258C
        case 0x2587: 0x2594
        case 0x2594: 0x2587
        case 0x2589: 0x2595
        case 0x2595: 0x2589
        case 0x2596...0x259F: quadrants[Int(scalar - 0x2596)]
        case 0x1FB00...0x1FB3B: sextant(63 - pattern(ofSextant: scalar))
        // Smooth mosaics and triangles: the second half of a range contains the complements of the first, in the same
        // order.
        case 0x1FB3C...0x1FB51: scalar + 22
        case 0x1FB52...0x1FB67: scalar - 22
        case 0x1FB68...0x1FB6B: scalar + 4
        case 0x1FB6C...0x1FB6F: scalar - 4
        case 0x2582, 0x2586, 0x1FB82, 0x1FB85, 0x1FBE6, 0x1FBE7, 0x1CEA0, 0x1CEA3, 0x1CEA8, 0x1CEAB, 0x1CD00...0x1CDE5:
            octantPatterns[scalar].map { octants[255 - $0] }
        default: nil
        }
    }

    /// The complements of ▖▗▘▙▚▛▜▝▞▟, in code point order.
    private static let quadrants: [UInt32] = [
        0x259C, 0x259B, 0x259F, 0x259D, 0x259E, 0x2597, 0x2596, 0x2599, 0x259A, 0x2598,
    ]

    /// Returns the pattern of a sextant character in six bits, the upper left one lowest. The patterns 0, 21, 42 and 63
    /// are encoded elsewhere.
    private static func pattern(ofSextant scalar: UInt32) -> UInt32 {
        let index = scalar - 0x1FB00
        return index + (index < 20 ? 1 : index < 40 ? 2 : 3)
    }

    private static func sextant(_ pattern: UInt32) -> UInt32 {
        0x1FB00 + pattern - 1 - (pattern > 21 ? 1 : 0) - (pattern > 42 ? 1 : 0)
    }

    /// The character for each pattern of eight bits, row by row with the upper left one lowest (Unicode 16). Some
    /// patterns had characters before; the others start at U+1CD00.
    private static let octants: [UInt32] = {
        let elsewhere: [Int: UInt32] = [
            0: 0x20, 1: 0x1CEA8, 2: 0x1CEAB, 3: 0x1FB82, 5: 0x2598, 10: 0x259D, 15: 0x2580, 20: 0x1FBE6, 40: 0x1FBE7,
            63: 0x1FB85, 64: 0x1CEA3, 80: 0x2596, 85: 0x258C, 90: 0x259E, 95: 0x259B, 128: 0x1CEA0, 160: 0x2597,
            165: 0x259A, 170: 0x2590, 175: 0x259C, 192: 0x2582, 240: 0x2584, 245: 0x2599, 250: 0x259F, 252: 0x2586,
            255: 0x2588,
        ]
        var next: UInt32 = 0x1CD00
        return (0..<256).map { pattern in
            if let scalar = elsewhere[pattern] { return scalar }
            defer { next += 1 }
            return next
        }
    }()

    private static let octantPatterns = Dictionary(
        uniqueKeysWithValues: octants.enumerated().map { ($1, $0) })
}
