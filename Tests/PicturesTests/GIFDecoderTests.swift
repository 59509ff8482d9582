import Albums
import CellArt
import Testing

@testable import Pictures

@Suite("GIF")
struct GIFDecoderTests {
    private let picture = Quadrants.upright

    @Test("A GIF decodes to its size and colors, interlaced or not", arguments: [false, true])
    func colors(isInterlaced: Bool) throws {
        let level = try decoded(SampleGIF.encode(picture, isInterlaced: isInterlaced))
        #expect(level.pictureSize == picture.size)
        #expect(level.bitmap.pixels == picture.rgba)
        #expect(level.bitmap.isOpaque)
    }

    @Test("The first frame is at its offset, and its transparent color is transparent")
    func transparent() throws {
        let gif = SampleGIF(canvas: (10, 6), frame: (2, 1, 4, 2), transparent: 1)
        let bitmap = try decoded(gif.encode([0, 1, 2, 3, 0, 1, 2, 3])).bitmap
        #expect(bitmap.width == 10 && bitmap.height == 6 && !bitmap.isOpaque)
        #expect(bitmap.pixel(x: 1, y: 1) == [0, 0, 0, 0])
        #expect(bitmap.pixel(x: 2, y: 1) == [255, 0, 0, 255])
        #expect(bitmap.pixel(x: 3, y: 1) == [0, 0, 0, 0])
        #expect(bitmap.pixel(x: 5, y: 2) == [255, 255, 0, 255])
    }

    @Test("A frame is clipped to the canvas")
    func beyond() throws {
        let gif = SampleGIF(canvas: (2, 2), frame: (1, 1, 4, 4))
        let bitmap = try decoded(gif.encode([UInt8](repeating: 2, count: 16))).bitmap
        #expect(bitmap.width == 2 && bitmap.height == 2)
        #expect(bitmap.pixel(x: 1, y: 1) == [0, 0, 255, 255])
    }

    @Test("A truncated GIF shows its complete rows")
    func cut() throws {
        let tall = Quadrants(width: 200, height: 400, "RG/BY")
        let bytes = SampleGIF.encode(tall)
        let bitmap = try decoded(Array(bytes[..<(bytes.count / 2)])).bitmap
        #expect(bitmap.pixel(x: 10, y: 10) == [255, 0, 0, 255])
        #expect(bitmap.pixel(x: 10, y: 399) == [0, 0, 0, 0])
    }

    @Test("A GIF without a frame is damaged")
    func noFrame() {
        #expect(failure(Array("GIF89a".utf8) + [4, 0, 4, 0, 0, 0, 0, 0x3B]) == .damaged(format: "GIF"))
    }

    @Test("A huge canvas is refused before it is allocated")
    func hugeCanvas() {
        let gif = SampleGIF(canvas: (65_535, 65_535), frame: (0, 0, 1, 1))
        #expect(failure(gif.encode([0])) == .tooLarge(width: 65_535, height: 65_535))
    }
}
