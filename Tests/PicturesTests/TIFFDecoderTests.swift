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

    private func grays(_ sample: SampleTIFF, _ bytes: [UInt8]) throws -> [Int] {
        let bitmap = try decoded(sample.encode(bytes)).bitmap
        return (0..<bitmap.width).map { Int(bitmap.pixel(x: $0, y: 0)[0]) }
    }

    private func bytes(_ floats: [Float]) -> [UInt8] {
        floats.flatMap { value in (0..<4).map { UInt8($0 * 8 < 32 ? value.bitPattern >> UInt32($0 * 8) & 0xFF : 0) } }
    }

    @Test("Floating-point samples are linear light, and values beyond white are tone mapped")
    func floats() throws {
        var sample = SampleTIFF(width: 4, height: 1, depth: 32, samples: 1)
        sample.format = 3
        #expect(try grays(sample, bytes([0, 0.2140, 1, .nan])) == [0, 127, 255, 0])
        let bright = try grays(sample, bytes([0.2140, 1, 2, 4]))
        #expect(bright[0] == 127 && bright[1] > 200 && bright[1] + 5 < bright[2] && bright[2] + 5 < bright[3])
        // In any unit: the middle is gray.
        let candelas = try grays(sample, bytes([50, 1000, 1000, 4000]))
        #expect(candelas[0] < 60 && (100...140).contains(candelas[1]) && candelas[3] > candelas[1] + 40)
        var color = SampleTIFF(width: 1, height: 1, depth: 32, samples: 3)
        color.format = 3
        #expect(try decoded(color.encode(bytes([1, 0, 0.2140]))).bitmap.pixels == [255, 0, 127, 255])
    }

    @Test("Half floats are linear light")
    func halfFloats() throws {
        var sample = SampleTIFF(width: 2, height: 1, depth: 16, samples: 1)
        sample.format = 3
        // 0.5 and 1.
        #expect(try grays(sample, [0x00, 0x38, 0x00, 0x3C]) == [188, 255])
    }

    @Test("32-bit integers use the range that their values need")
    func thirtyTwoBits() throws {
        let sample = SampleTIFF(width: 3, height: 1, depth: 32, samples: 1)
        func bytes(_ values: [UInt32]) -> [UInt8] {
            values.flatMap { value in (0..<4).map { UInt8(value >> UInt32($0 * 8) & 0xFF) } }
        }
        #expect(try grays(sample, bytes([0, .max / 2, .max])) == [0, 128, 255])
        #expect(try grays(sample, bytes([0, 128, 255])) == [0, 128, 255])
        #expect(try grays(sample, bytes([0, 32_896, 65_535])) == [0, 128, 255])
    }

    @Test("Packed samples of 12 and 14 bits are read", arguments: [12, 14])
    func packed(depth: Int) throws {
        let values = [0, 1 << (depth - 1), 1 << depth - 1, 1 << (depth - 2)]
        let bits = values.flatMap { value in (0..<depth).reversed().map { value >> $0 & 1 } }
        let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
            (start..<start + 8).reduce(UInt8(0)) { $0 << 1 | UInt8($1 < bits.count ? bits[$1] : 0) }
        }
        var sample = SampleTIFF(width: 4, height: 1, depth: depth, samples: 1)
        #expect(try grays(sample, bytes) == [0, 128, 255, 64])
        sample.photometric = 0
        #expect(try grays(sample, bytes) == [255, 127, 0, 191])
    }

    @Test("A palette of 65,536 colors is looked up")
    func largePalette() throws {
        var sample = SampleTIFF(width: 2, height: 1, depth: 16, samples: 1)
        sample.photometric = 3
        sample.palette = Array(repeating: 0, count: 3 << 16)
        for (channel, value) in [200, 100, 50].enumerated() { sample.palette[channel << 16 + 40_000] = value * 257 }
        let bitmap = try decoded(sample.encode([0x40, 0x9C, 0, 0])).bitmap
        #expect(bitmap.pixels == [200, 100, 50, 255, 0, 0, 0, 255])
    }

    @Test("A TIFF of a kind that can't be shown is named")
    func strange() {
        // L*u*v* in 48 bits.
        var sample = SampleTIFF(width: 1, height: 1, depth: 24, samples: 2)
        sample.photometric = 32845
        #expect(failure(sample.encode([0, 0, 0, 0, 0, 0])) == .unsupportedFormat("TIFF of this kind"))
    }

    @Test("A strip that claims more samples than it has is cut, and a huge one is refused")
    func hostileStrips() throws {
        var sample = SampleTIFF(width: 1 << 20, height: 1 << 20, depth: 32, samples: 1, rowsPerStrip: 1 << 20)
        sample.format = 3
        #expect(failure(sample.encode([UInt8](repeating: 0, count: 1 << 20))) != nil)
    }
}
