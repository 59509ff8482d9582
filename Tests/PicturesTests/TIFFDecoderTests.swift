import Albums
import CellArt
import Testing

@testable import Pictures

@Suite("TIFF")
struct TIFFDecoderTests {
    private let picture = Quadrants.upright

    @Test("A TIFF in strips looks the same at every scale", arguments: [1, 2, 8])
    func scales(factor: Int) throws {
        let level = try decoded(SampleTIFF.encode(picture), factor: factor)
        #expect(level.pictureSize == picture.size)
        #expect(level.bitmap.width == 96 / factor && level.bitmap.isOpaque)
        #expect(level.bitmap.looks(like: picture))
    }

    @Test("Every row is in the right place")
    func rows() throws {
        let pixels = (0..<30).map { UInt8($0) }
        let bitmap = try decoded(SampleTIFF(width: 1, height: 30, samples: 1, rowsPerStrip: 7).encode(pixels)).bitmap
        #expect((0..<30).map { bitmap.pixel(x: 0, y: $0)[0] } == pixels)
    }

    @Test("16-bit gray becomes 8-bit")
    func sixteenBits() throws {
        let bytes = SampleTIFF(width: 2, height: 1, depth: 16, samples: 1).encode([0xFF, 0xFF, 0x80, 0x80])
        #expect(try decoded(bytes).bitmap.pixels == [255, 255, 255, 255, 128, 128, 128, 255])
    }

    @Test("Alpha is kept unpremultiplied")
    func alpha() throws {
        let bitmap = try decoded(SampleTIFF(width: 1, height: 1, samples: 4).encode([200, 100, 50, 128])).bitmap
        #expect(isNear(bitmap.pixels, [200, 100, 50, 128], 2))
        #expect(!bitmap.isOpaque)
    }

    @Test("A TIFF without its directory is damaged")
    func cut() {
        let bytes = SampleTIFF.encode(picture)
        #expect(failure(Array(bytes[..<1000])) == .damaged(format: "TIFF"))
    }

    @Test("A TIFF that libtiff does not support is reported")
    func strange() {
        let bytes = SampleTIFF(width: 1, height: 1, depth: 32, samples: 1).encode([0, 0, 0, 0])
        #expect(failure(bytes) == .unsupportedFormat("TIFF of this kind"))
    }
}
