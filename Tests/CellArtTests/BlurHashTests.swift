import CellArt
import Testing

@Suite("BlurHash")
struct BlurHashTests {
    @Test("Decodes like the reference implementation", arguments: BlurHashVectors.decoded.indices)
    func vectors(index: Int) throws {
        let vector = BlurHashVectors.decoded[index]
        let bitmap = try #require(BlurHash(vector.hash)).bitmap(width: vector.width, height: vector.height)
        let hex = Array(vector.rgb)
        for pixel in 0..<vector.width * vector.height {
            for channel in 0..<3 {
                let start = 6 * pixel + 2 * channel
                let expected = try #require(Int(String(hex[start..<start + 2]), radix: 16))
                // The reference computes in single precision.
                #expect(abs(Int(bitmap.pixels[4 * pixel + channel]) - expected) <= 1)
            }
        }
    }

    @Test("An invalid hash is rejected", arguments: BlurHashVectors.invalid)
    func invalid(text: String) {
        #expect(BlurHash(text) == nil)
    }

    @Test("A hash with one component is a single color")
    func single() throws {
        #expect(try #require(BlurHash("00OZZy")).bitmap(width: 1, height: 1).pixels == [0xD5, 0x1E, 0x78, 0xFF])
    }
}
