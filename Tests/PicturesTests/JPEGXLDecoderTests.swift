import Basics
import CellArt
import Testing

@testable import Pictures

@Suite("JPEG XL")
struct JPEGXLDecoderTests {
    private let picture = Quadrants.upright

    @Test("A picture looks the same at every scale, lossless or not", arguments: [1, 2, 8], [true, false])
    func scales(factor: Int, isLossless: Bool) throws {
        let level = try decoded(SampleJPEGXL(isLossless: isLossless).encode(picture), factor: factor)
        #expect(level.pictureSize == picture.size)
        #expect(level.bitmap.width == 96 / factor && level.bitmap.isOpaque && !level.isTruncated)
        #expect(level.bitmap.looks(like: picture, tolerance: 48))
    }

    @Test("The orientation is applied")
    func orientation() throws {
        let level = try decoded(SampleJPEGXL(orientation: 6).encode(picture))
        #expect(level.pictureSize == PixelSize(width: 64, height: 96))
        #expect(level.bitmap.looks(like: Quadrants(width: 64, height: 96, "BR/YG")))
    }

    @Test("Gray becomes RGB, and alpha is kept straight")
    func channels() throws {
        let gray = SampleJPEGXL().encode([7, 200], width: 2, height: 1, channels: 1)
        #expect(try decoded(gray).bitmap.pixels == [7, 7, 7, 255, 200, 200, 200, 255])
        let bitmap = try decoded(SampleJPEGXL().encode([200, 100, 50, 128], width: 1, height: 1, channels: 4)).bitmap
        #expect(bitmap.pixels == [200, 100, 50, 128] && !bitmap.isOpaque)
    }

    @Test("A profile converts colors")
    func profile() throws {
        let sample = SampleJPEGXL(profile: SampleProfile.swappingRedAndGreen)
        let bytes = sample.encode(picture.rgb, width: 96, height: 64, channels: 3)
        #expect(try decoded(bytes).bitmap.looks(like: Quadrants(width: 96, height: 64, "GR/BY"), tolerance: 24))
    }

    @Test("Of an animation, the first frame is shown")
    func animation() throws {
        #expect(try decoded(SampleJPEGXL(frames: 3).encode(picture)).bitmap.looks(like: picture))
    }

    @Test("EXIF and XMP in boxes are read")
    func metadata() throws {
        let boxes = [("Exif", [0, 0, 0, 0] + SampleExif.camera), ("xml ", SampleMetadata.wholeXMP)]
        let bytes = SampleJPEGXL(boxes: boxes).encode(picture)
        let description = try InProcessDecoding().describe(
            DecodingRequest(.memory(bytes)), cancellation: DecodeCancellation())
        #expect(description.size == picture.size)
        #expect(description.details.camera == "NIKON D3100" && description.details.title == "A lighthouse")
    }

    @Test("A truncated picture shows its decoded part, or is damaged")
    func cut() throws {
        let noise = (0..<(300 * 300 * 3)).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        let bytes = SampleJPEGXL(isLossless: false).encode(noise, width: 300, height: 300, channels: 3)
        #expect(try decoded(Array(bytes[..<(bytes.count * 9 / 10)])).isTruncated)
        #expect(failure(Array(bytes[..<20])) == .damaged(format: "JPEG XL"))
    }

    @Test("A worker decodes it without further rights")
    func worker() throws {
        let request = DecodingRequest(.memory(SampleJPEGXL(isLossless: false).encode(picture)))
        let level = try DecodingWorkers.ofBuiltProgram().render(
            request, .covering(picture.size), cancellation: DecodeCancellation())
        #expect(level.bitmap.looks(like: picture, tolerance: 48))
    }
}
