/// The characters for all patterns of pixels in two columns, indexed by pattern. Bit 0 of a pattern is the upper left
/// pixel, bit 1 the pixel to its right, and so on row by row.
enum PixelPatterns {
    /// U+2580 to U+259F.
    static let quadrants: [Unicode.Scalar] = [
        " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
    ]

    /// U+1FB00 to U+1FB3B in order, except four patterns that older characters already cover.
    static let sextants: [Unicode.Scalar] = characters(
        count: 64, first: 0x1FB00, elsewhere: [0: " ", 21: "▌", 42: "▐", 63: "█"])

    /// U+1CD00 to U+1CDE5 in order, except 26 patterns that are encoded elsewhere.
    static let octants: [Unicode.Scalar] = characters(
        count: 256, first: 0x1CD00,
        elsewhere: [
            0x00: " ", 0x05: "▘", 0x0A: "▝", 0x0F: "▀", 0x50: "▖", 0x55: "▌", 0x5A: "▞", 0x5F: "▛",
            0xA0: "▗", 0xA5: "▚", 0xAA: "▐", 0xAF: "▜", 0xF0: "▄", 0xF5: "▙", 0xFA: "▟", 0xFF: "█",
            0xC0: "▂", 0xFC: "▆", 0x03: "\u{1FB82}", 0x3F: "\u{1FB85}", 0x14: "\u{1FBE6}", 0x28: "\u{1FBE7}",
            0x01: "\u{1CEA8}", 0x02: "\u{1CEAB}", 0x40: "\u{1CEA3}", 0x80: "\u{1CEA0}",
        ])

    /// U+2800 to U+28FF. In a code point, bits 0 to 2 are the upper three dots on the left from the top, bits 3 to 5
    /// those on the right, and bits 6 and 7 the bottom row.
    static let braille: [Unicode.Scalar] = (0..<256).map { pattern in
        let bitOfPixel = [0, 3, 1, 4, 2, 5, 6, 7]
        let bits = (0..<8).reduce(0) { $0 | (pattern >> $1 & 1) << bitOfPixel[$1] }
        return Unicode.Scalar(UInt32(0x2800 + bits)) ?? " "
    }

    private static func characters(
        count: Int, first: UInt32, elsewhere: [Int: Unicode.Scalar]
    ) -> [Unicode.Scalar] {
        var next = first
        return (0..<count).map { pattern in
            if let character = elsewhere[pattern] { return character }
            defer { next += 1 }
            return Unicode.Scalar(next) ?? " "
        }
    }
}

/// Bars of one to seven eighths of a cell (U+2580 to U+2595 and U+1FB82 to U+1FB8B).
enum EighthBlocks {
    /// Which bars exist at the upper and the right side.
    enum Complements {
        /// One eighth and one half (Unicode 1.1).
        case few
        /// All of them (Unicode 13).
        case all
    }

    private static let upper: [Unicode.Scalar] = [
        "▔", "\u{1FB82}", "\u{1FB83}", "▀", "\u{1FB84}", "\u{1FB85}", "\u{1FB86}",
    ]
    private static let right: [Unicode.Scalar] = [
        "▕", "\u{1FB87}", "\u{1FB88}", "▐", "\u{1FB89}", "\u{1FB8A}", "\u{1FB8B}",
    ]
    private static let lower: [Unicode.Scalar] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"]
    private static let left: [Unicode.Scalar] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    /// Returns the bars of a thickness of 1 to 7 eighths.
    static func bars(eighths: Int, complements: Complements) -> (
        lower: Unicode.Scalar, lowerComplement: Unicode.Scalar?, left: Unicode.Scalar, leftComplement: Unicode.Scalar?
    ) {
        let hasComplement = complements == .all || eighths == 7 || eighths == 4
        return (
            lower[eighths - 1], hasComplement ? upper[7 - eighths] : nil,
            left[eighths - 1], hasComplement ? right[7 - eighths] : nil
        )
    }
}
