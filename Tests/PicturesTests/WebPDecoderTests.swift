import Albums
import CellArt
import Testing

@testable import Pictures

@Suite("WebP")
struct WebPDecoderTests {
    private let picture = Quadrants.upright

    @Test("A WebP looks the same at every scale", arguments: [1, 2, 4, 16])
    func scales(factor: Int) throws {
        let level = try decoded(SampleWebP.encode(picture), factor: factor)
        #expect(level.pictureSize == picture.size)
        #expect(level.bitmap.width == 96 / factor && level.bitmap.isOpaque)
        #expect(level.bitmap.looks(like: picture))
    }

    @Test("Alpha is kept and not multiplied in")
    func alpha() throws {
        let pixels = (0..<64).flatMap { _ in [200, 100, 50, 128] as [UInt8] }
        let bitmap = try decoded(SampleWebP.encode(pixels, width: 8, height: 8)).bitmap
        #expect(bitmap.pixel(x: 4, y: 4) == [200, 100, 50, 128])
        #expect(!bitmap.isOpaque)
    }

    @Test("A part is the same as in the whole")
    func part() throws {
        let opened = try opened(SampleWebP.encode(picture))
        let part = try opened.level(of: PixelRegion(x: 40, y: 24, width: 30, height: 20), factor: 1)
        #expect(part.bitmap.width == 30 && part.bitmap.height == 20)
        #expect(part.bitmap.pixel(x: 0, y: 0) == [255, 0, 0, 255])
        #expect(part.bitmap.pixel(x: 29, y: 19) == [255, 255, 0, 255])
    }

    @Test("Of an animation, the first frame stands at its place on a transparent canvas")
    func animation() throws {
        let bytes = SampleWebP.animation(
            Quadrants(width: 20, height: 10, "RG/BY"), x: 40, y: 30, width: 100, height: 80)
        let bitmap = try decoded(bytes).bitmap
        #expect(bitmap.width == 100 && bitmap.height == 80)
        #expect(bitmap.pixel(x: 39, y: 30) == [0, 0, 0, 0])
        #expect(bitmap.pixel(x: 40, y: 30) == [255, 0, 0, 255])
        #expect(bitmap.pixel(x: 59, y: 39) == [255, 255, 0, 255])
        #expect(bitmap.pixel(x: 60, y: 39) == [0, 0, 0, 0])
    }

    @Test("A cut WebP is damaged")
    func cut() {
        let bytes = SampleWebP.encode(picture)
        #expect(failure(Array(bytes[..<(bytes.count / 2)])) == .damaged(format: "WebP"))
        #expect(failure(Array(bytes[..<16])) == .damaged(format: "WebP"))
    }
}
