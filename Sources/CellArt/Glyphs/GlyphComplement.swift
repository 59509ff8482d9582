/// Pairs of characters that look the same if their colors are swapped.
public enum GlyphComplement {
    /// Returns the character with ink exactly where `scalar` has none, if a terminal that has one also has the other;
    /// otherwise nil.
    public static func of(_ scalar: UInt32) -> UInt32? {
        switch scalar {
        case blocks.codePoints: blocks[scalar]
        case legacyComputing.codePoints: legacyComputing[scalar]
        case octants.codePoints: octants[scalar]
        default: nil
        }
    }

    private static let blocks = Table(0x2580...0x259F)
    private static let legacyComputing = Table(0x1FB00...0x1FBEF)
    private static let octants = Table(0x1CD00...0x1CEAF)

    /// The complements of a range of code points.
    private struct Table {
        let codePoints: ClosedRange<UInt32>
        private var complements: [UInt32?]

        init(_ codePoints: ClosedRange<UInt32>) {
            self.codePoints = codePoints
            complements = Array(repeating: nil, count: codePoints.count)
            for patterns in [PixelPatterns.quadrants, PixelPatterns.sextants, PixelPatterns.octants] {
                // Without the blank and the full block, which are drawn without swapping colors.
                for (glyph, complement) in zip(patterns, patterns.reversed()).dropFirst().dropLast() {
                    insert(glyph, complement)
                }
            }
            let bars = EighthBlocks.bars(eighths: 7, complements: .few)
            insertPair(bars.lower, bars.lowerComplement)
            insertPair(bars.left, bars.leftComplement)
            for wedge in Wedge.all { insertPair(wedge.character, wedge.complement) }
        }

        subscript(scalar: UInt32) -> UInt32? { complements[Int(scalar - codePoints.lowerBound)] }

        private mutating func insertPair(_ glyph: Unicode.Scalar, _ complement: Unicode.Scalar?) {
            guard let complement else { return }
            insert(glyph, complement)
            insert(complement, glyph)
        }

        private mutating func insert(_ glyph: Unicode.Scalar, _ complement: Unicode.Scalar) {
            guard codePoints.contains(glyph.value) else { return }
            complements[Int(glyph.value - codePoints.lowerBound)] = complement.value
        }
    }
}
