import Albums
import CellArt
import Testing

@testable import Pictures

@Suite("WebP")
struct WebPDecoderTests {
    private let picture = Quadrants.upright

    @Test("A WebP decodes to the same picture at every scale", arguments: [1, 2, 4, 16])
    func scales(factor: Int) throws {
        let level = try decoded(SampleWebP.encode(picture), factor: factor)
        #expect(level.pictureSize == picture.size)
        #expect(level.bitmap.width == 96 / factor && level.bitmap.isOpaque)
        #expect(level.bitmap.looks(like: picture))
    }

    @Test("Alpha is kept unpremultiplied")
    func alpha() throws {
        let pixels = (0..<64).flatMap { _ in [200, 100, 50, 128] as [UInt8] }
        let bitmap = try decoded(SampleWebP.encode(pixels, width: 8, height: 8)).bitmap
        #expect(bitmap.pixel(x: 4, y: 4) == [200, 100, 50, 128])
        #expect(!bitmap.isOpaque)
    }

    @Test("A decoded region shows that part of the picture")
    func part() throws {
        let opened = try opened(SampleWebP.encode(picture))
        let part = try opened.level(of: PixelRegion(x: 40, y: 24, width: 30, height: 20), factor: 1)
        #expect(part.bitmap.width == 30 && part.bitmap.height == 20)
        #expect(part.bitmap.pixel(x: 0, y: 0) == [255, 0, 0, 255])
        #expect(part.bitmap.pixel(x: 29, y: 19) == [255, 255, 0, 255])
    }

    @Test("The first frame of an animation is at its offset on a transparent canvas")
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

    @Test("A WebP truncated in its header is damaged")
    func cutHeader() {
        let bytes = SampleWebP.encode(picture)
        for count in [16, 25, 32] { #expect(failure(Array(bytes[..<count])) == .damaged(format: "WebP")) }
    }

    @Test("A truncated WebP shows only its complete rows", arguments: [1, 4])
    func cut(factor: Int) throws {
        // Noise is incompressible, so half of the file contains about half of the rows.
        var state = UInt64(1)
        let noise = (0..<4 * 128 * 1024).map { index in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return index % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: state >> 40)
        }
        let bytes = SampleWebP.encode(noise, width: 128, height: 1024)
        let level = try decoded(Array(bytes[..<(bytes.count / 2)]), factor: factor)
        #expect(level.isTruncated && !level.bitmap.isOpaque)
        #expect(level.bitmap.pixel(x: 5, y: 5)[3] == 255)
        #expect(level.bitmap.pixel(x: 5, y: 1023 / factor) == [0, 0, 0, 0])
        #expect(try !decoded(bytes, factor: factor).isTruncated)
    }
}
