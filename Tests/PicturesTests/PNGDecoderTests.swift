import Albums
import CellArt
import Testing

@testable import Pictures

@Suite("PNG")
struct PNGDecoderTests {
    private let picture = Quadrants.upright

    @Test("A PNG decodes to its size and colors, interlaced or not", arguments: [false, true])
    func colors(isInterlaced: Bool) throws {
        let bytes = SamplePNG(picture, isInterlaced: isInterlaced).encode(picture.rgb)
        let level = try decoded(bytes)
        #expect(level.pictureSize == picture.size)
        #expect(level.bitmap.pixels == picture.rgba && level.bitmap.isOpaque)
        #expect(try decoded(bytes, factor: 4).bitmap.looks(like: picture))
    }

    @Test("16-bit samples become 8-bit")
    func sixteenBits() throws {
        let bytes = SamplePNG(width: 1, height: 1, depth: 16).encode([0xFF, 0xFF, 0x80, 0x80, 0, 0])
        #expect(try decoded(bytes).bitmap.pixels == [255, 128, 0, 255])
    }

    @Test("1-bit gray is black and white")
    func oneBit() throws {
        let bytes = SamplePNG(width: 2, height: 1, depth: 1, color: .gray).encode([0b0100_0000])
        #expect(try decoded(bytes).bitmap.pixels == [0, 0, 0, 255, 255, 255, 255, 255])
    }

    @Test("Palette colors and their alpha are looked up")
    func palette() throws {
        var png = SamplePNG(width: 2, height: 1, color: .palette)
        png.before = [("PLTE", [9, 8, 7, 1, 2, 3]), ("tRNS", [255, 100])]
        let bitmap = try decoded(png.encode([0, 1])).bitmap
        #expect(bitmap.pixels == [9, 8, 7, 255, 1, 2, 3, 100])
        #expect(!bitmap.isOpaque)
    }

    @Test("Alpha is kept unpremultiplied, and a fully opaque picture is marked opaque")
    func alpha() throws {
        let half = SamplePNG(width: 1, height: 1, color: .rgba).encode([200, 100, 50, 128])
        #expect(try decoded(half).bitmap.pixels == [200, 100, 50, 128])
        #expect(try !decoded(half).bitmap.isOpaque)
        let full = SamplePNG(width: 1, height: 1, color: .grayAlpha).encode([40, 255])
        #expect(try decoded(full).bitmap.isOpaque)
    }

    @Test("Transparent pixels do not tint a reduced picture")
    func reducedAlpha() throws {
        let pixels: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 0]
        let bitmap = try decoded(SamplePNG(width: 2, height: 1, color: .rgba).encode(pixels), factor: 2).bitmap
        #expect(bitmap.pixels == [255, 0, 0, 128])
    }

    @Test("A PNG with a wrong checksum or truncated before its pixels is damaged")
    func damaged() {
        let bytes = SamplePNG(picture).encode(picture.rgb)
        var flipped = bytes
        flipped[200] ^= 1
        #expect(failure(flipped) == .damaged(format: "PNG"))
        #expect(failure(Array(bytes[..<33])) == .damaged(format: "PNG"))
        #expect(failure(Array(bytes[..<100])) == .damaged(format: "PNG"))
    }

    @Test("A truncated PNG shows its complete rows only")
    func cut() throws {
        let tall = Quadrants(width: 64, height: 512, "RG/BY")
        let bytes = SamplePNG(tall).encode(tall.rgb)
        let level = try decoded(Array(bytes[..<(bytes.count / 2)]))
        #expect(level.isTruncated && level.bitmap.height == 512)
        #expect(level.bitmap.pixel(x: 10, y: 10) == [255, 0, 0, 255])
        #expect(level.bitmap.pixel(x: 60, y: 200) == [0, 255, 0, 255])
        #expect(level.bitmap.pixel(x: 10, y: 510) == [0, 0, 0, 0])
        #expect(try decoded(Array(bytes[..<(bytes.count / 2)]), factor: 8).isTruncated)
    }

    @Test("An interlaced PNG truncated after its first passes is coarse but covers the whole picture")
    func cutInterlaced() throws {
        let tall = Quadrants(width: 64, height: 512, "RG/BY")
        let bytes = SamplePNG(tall, isInterlaced: true).encode(tall.rgb)
        let level = try decoded(Array(bytes[..<(bytes.count / 2)]))
        #expect(level.isTruncated && level.bitmap.looks(like: tall))
    }

    @Test("A PNG that ends right after its pixels is complete")
    func withoutEnd() throws {
        let bytes = SamplePNG(picture).encode(picture.rgb)
        let level = try decoded(Array(bytes.dropLast(12)))
        #expect(!level.isTruncated && level.bitmap.pixels == picture.rgba)
    }

    @Test("Compressed text chunks are not inflated")
    func text() throws {
        var png = SamplePNG(width: 1, height: 1, color: .gray)
        png.before = [("zTXt", Array("a\0\0".utf8) + SamplePNG.stored([UInt8](repeating: 0, count: 10_000)))]
        var limits = DecodeLimits.default
        limits.profileBytes = 1000
        #expect(try decoded(png.encode([7]), limits: limits).bitmap.pixels == [7, 7, 7, 255])
    }
}
