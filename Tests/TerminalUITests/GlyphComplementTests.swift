import TerminalUI
import Testing

@Suite("Characters and their reverse")
struct GlyphComplementTests {
    @Test("The complement of a complement is the character itself")
    func complements() {
        var count = 0
        for scalar in UInt32(0)...0x1FFFF {
            guard let other = GlyphComplement.of(scalar) else { continue }
            count += 1
            #expect(other != scalar)
            #expect(GlyphComplement.of(other) == scalar)
        }
        // Half blocks, two pairs of eighths and ten quadrants; sextants, mosaics; octants and ten of their elders.
        #expect(count == 4 + 4 + 10 + 60 + 52 + 230 + 10)
    }

    @Test("Sextants change places with their reverse")
    func sextants() {
        #expect(GlyphComplement.of(0x1FB00) == 0x1FB3B)
        // Upper row (1FB02) and the two rows below it (1FB39).
        #expect(GlyphComplement.of(0x1FB02) == 0x1FB39)
    }

    @Test("Octants change places with their reverse, also with one that is older than octants")
    func octants() {
        // The upper left eighth, and all but that: the first pattern of all and the last of the new characters.
        #expect(GlyphComplement.of(0x1CEA8) == 0x1CDE5)
        // The upper quarter, and the lower three quarters.
        #expect(GlyphComplement.of(0x1FB82) == 0x2586)
    }

    @Test("Mosaics change places with their reverse")
    func mosaics() {
        // The lower left corner below a diagonal, and all above it.
        #expect(GlyphComplement.of(0x1FB3C) == 0x1FB52)
        #expect(GlyphComplement.of(0x1FB6F) == 0x1FB6B)
    }
}
