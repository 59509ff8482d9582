import Albums
import CellArt
import Testing

@testable import Pictures

@Suite("BMP")
struct BMPDecoderTests {
    private let picture = Quadrants.upright
    private static let palette: [[UInt8]] = [[0, 0, 255], [0, 255, 0], [255, 0, 0], [0, 255, 255]]

    @Test("A BMP looks the same at every scale, from the bottom or the top", arguments: [1, 2, 8], [false, true])
    func scales(factor: Int, isTopDown: Bool) throws {
        let level = try decoded(SampleBMP.encode(picture, isTopDown: isTopDown), factor: factor)
        #expect(level.pictureSize == picture.size)
        #expect(level.bitmap.width == 96 / factor && level.bitmap.isOpaque && !level.isTruncated)
        #expect(level.bitmap.looks(like: picture))
    }

    @Test("Palette indices of all sizes become colors", arguments: [(1, 0b1001_0000), (2, 0b0111_0100), (4, 0x12)])
    func palettes(depth: Int, byte: Int) throws {
        let sample = SampleBMP(width: 2, height: 1, depth: depth, palette: Self.palette)
        let expected: [UInt8] =
            depth == 1
            ? [0, 255, 0, 255, 255, 0, 0, 255]
            : depth == 2 ? [0, 255, 0, 255, 255, 255, 0, 255] : [0, 255, 0, 255, 0, 0, 255, 255]
        #expect(try decoded(sample.encode(rows: [[UInt8(byte)]])).bitmap.pixels == expected)
    }

    @Test("A palette of eight bits may be shorter than its indices")
    func shortPalette() throws {
        let sample = SampleBMP(width: 3, height: 1, depth: 8, palette: Self.palette)
        let pixels = try decoded(sample.encode(rows: [[3, 2, 9]])).bitmap.pixels
        #expect(Array(pixels[..<8]) == [255, 255, 0, 255, 0, 0, 255, 255])
    }

    @Test("16 bits have five for each color, or as many as the masks say")
    func sixteenBits() throws {
        let plain = SampleBMP(width: 2, height: 1, depth: 16).encode(rows: [[0x00, 0x7C, 0xFF, 0x7F]])
        #expect(try decoded(plain).bitmap.pixels == [255, 0, 0, 255, 255, 255, 255, 255])
        let masked = SampleBMP(width: 2, height: 1, depth: 16, compression: 3, masks: [0xF800, 0x07E0, 0x001F])
        #expect(
            try decoded(masked.encode(rows: [[0xE0, 0x07, 0x1F, 0x00]])).bitmap.pixels
                == [0, 255, 0, 255, 0, 0, 255, 255])
    }

    @Test("32 bits have alpha only if their header says so and any pixel has it")
    func alpha() throws {
        let plain = SampleBMP(width: 1, height: 1, depth: 32)
        #expect(try decoded(plain.encode(rows: [[30, 20, 10, 0]])).bitmap.pixels == [10, 20, 30, 255])
        let masks = [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000]
        let masked = SampleBMP(width: 2, height: 1, depth: 32, compression: 3, masks: masks)
        let half = try decoded(masked.encode(rows: [[30, 20, 10, 128, 0, 0, 0, 0]])).bitmap
        #expect(half.pixels == [10, 20, 30, 128, 0, 0, 0, 0] && !half.isOpaque)
        let unused = try decoded(masked.encode(rows: [[30, 20, 10, 0, 0, 0, 0, 0]])).bitmap
        #expect(unused.pixels == [10, 20, 30, 255, 0, 0, 0, 255])
    }

    @Test("Channels of ten bits become eight")
    func tenBits() throws {
        let sample = SampleBMP(
            width: 1, height: 1, depth: 32, compression: 3, masks: [0x3FF0_0000, 0x000F_FC00, 0x3FF])
        #expect(try decoded(sample.encode(rows: [[0xFF, 0x03, 0xF0, 0x3F]])).bitmap.pixels == [255, 0, 255, 255])
    }

    @Test("Runs look the same at every scale", arguments: [1, 2, 8])
    func runs(factor: Int) throws {
        let level = try decoded(SampleBMP.encodeRuns(picture), factor: factor)
        #expect(level.bitmap.looks(like: picture) && level.bitmap.isOpaque && !level.isTruncated)
    }

    @Test("Runs of four bits alternate, literal pixels are padded, and skipped pixels are transparent")
    func nibbles() throws {
        let sample = SampleBMP(width: 5, height: 2, depth: 4, compression: 2, palette: Self.palette)
        // A run of three, the end of the row, two skipped pixels, and three literal ones.
        let bitmap = try decoded(sample.encode([3, 0x12, 0, 0, 0, 2, 2, 0, 0, 3, 0x01, 0x20, 0, 1])).bitmap
        let (red, green, blue): ([UInt8], [UInt8], [UInt8]) = ([255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255])
        let none: [UInt8] = [0, 0, 0, 0]
        #expect(Array(bitmap.pixels[..<20]) == none + none + red + green + blue)
        #expect(Array(bitmap.pixels[20...]) == green + blue + green + none + none)
    }

    @Test("The header of OS/2 is read")
    func core() throws {
        var bytes = Array("BM".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 26, 0, 0, 0, 12, 0, 0, 0, 1, 0, 1, 0, 1, 0, 24, 0]
        bytes += [3, 2, 1, 0]
        #expect(try decoded(bytes).bitmap.pixels == [1, 2, 3, 255])
    }

    @Test("An embedded profile converts colors")
    func profile() throws {
        let level = try decoded(SampleBMP.encode(picture, profile: SampleProfile.swappingRedAndGreen))
        #expect(level.bitmap.looks(like: Quadrants(width: 96, height: 64, "GR/BY"), tolerance: 24))
    }

    @Test("A truncated BMP shows the rows that it has, which are the lower ones")
    func cut() throws {
        let bytes = SampleBMP.encode(picture)
        let level = try decoded(Array(bytes[..<(bytes.count / 2)]))
        #expect(level.isTruncated)
        #expect(level.bitmap.pixel(x: 10, y: 60) == [0, 0, 255, 255] && level.bitmap.pixel(x: 10, y: 3)[3] == 0)
        let runs = SampleBMP.encodeRuns(picture)
        #expect(try decoded(Array(runs[..<(runs.count / 2)])).isTruncated)
    }

    @Test("A BMP without a size is damaged, and one with a JPEG in it unsupported")
    func invalid() {
        #expect(failure(SampleBMP(width: 0, height: 4).encode([])) == .damaged(format: "BMP"))
        #expect(failure(SampleBMP(width: 4, height: 4, depth: 5).encode([])) == .damaged(format: "BMP"))
        #expect(
            failure(SampleBMP(width: 4, height: 4, depth: 24, compression: 4).encode([]))
                == .unsupportedFormat("BMP of this kind"))
        #expect(
            failure(SampleBMP(width: 3_000_000, height: 2_000_000).encode([]))
                == .tooLarge(width: 3_000_000, height: 2_000_000))
    }
}
