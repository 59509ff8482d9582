import CellArt
import Testing

@Suite("Glyph complements")
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
        // Half blocks, two pairs of eighths, ten quadrants; sextants; mosaics; octants and ten older characters.
        #expect(count == 4 + 4 + 10 + 60 + 52 + 230 + 10)
    }

    @Test("Sextants map to their complement")
    func sextants() {
        #expect(GlyphComplement.of(0x1FB00) == 0x1FB3B)
        // The upper row (1FB02) and the two rows below it (1FB39).
        #expect(GlyphComplement.of(0x1FB02) == 0x1FB39)
    }

    @Test("Octants map to their complement, even to a character older than octants")
    func octants() {
        // The upper-left eighth and the rest: the first pattern and the last new character.
        #expect(GlyphComplement.of(0x1CEA8) == 0x1CDE5)
        // The upper quarter and the lower three quarters.
        #expect(GlyphComplement.of(0x1FB82) == 0x2586)
    }

    @Test("Mosaics map to their complement")
    func mosaics() {
        // The lower-left corner below a diagonal, and everything above it.
        #expect(GlyphComplement.of(0x1FB3C) == 0x1FB52)
        #expect(GlyphComplement.of(0x1FB6F) == 0x1FB6B)
    }
}
