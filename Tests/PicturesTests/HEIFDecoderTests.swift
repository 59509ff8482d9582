import Albums
import Basics
import CHEIF
import CellArt
import Testing

@testable import Pictures

@Suite("HEIC and AVIF")
struct HEIFDecoderTests {
    private let picture = Quadrants(width: 192, height: 128, "RG/BY")

    @Test(
        "HEIC and AVIF decode to the same picture at every scale",
        arguments: [heif_compression_HEVC, heif_compression_AV1], [1, 4])
    func scales(compression: heif_compression_format, factor: Int) throws {
        let level = try decoded(SampleHEIF(compression: compression).encode(picture), factor: factor)
        #expect(level.pictureSize == picture.size)
        #expect(level.bitmap.width == 192 / factor && level.bitmap.isOpaque)
        #expect(level.bitmap.looks(like: picture, tolerance: 24))
    }

    @Test("The container's rotation is applied, and the EXIF orientation is ignored")
    func turn() throws {
        let sample = SampleHEIF(
            orientation: heif_orientation_rotate_90_cw, exif: Array("Exif\0\0".utf8) + exif(orientation: 3))
        let level = try decoded(sample.encode(Quadrants(width: 128, height: 192, "GY/RB")))
        #expect(level.pictureSize == PixelSize(width: 192, height: 128))
        #expect(level.bitmap.looks(like: picture, tolerance: 24))
    }

    @Test("A reduced picture uses the embedded thumbnail if it is large enough")
    func thumbnail() throws {
        let bytes = SampleHEIF(thumbnailSide: 64).encode(picture)
        let other = Quadrants(width: 192, height: 128, "YB/GR")
        #expect(try decoded(bytes, factor: 4).bitmap.looks(like: other, tolerance: 24))
        #expect(try decoded(bytes, factor: 2).bitmap.looks(like: picture, tolerance: 24))
        #expect(try decoded(bytes).bitmap.looks(like: picture, tolerance: 24))
    }

    @Test("The embedded thumbnail is shown before the picture")
    func preview() async throws {
        let files = TemporaryFiles()
        let path = files.path(of: SampleHEIF(thumbnailSide: 64).encode(picture))
        let views = PictureLoader().view(
            of: PhotoVersion("a"), from: { .file(path: path) },
            as: ViewRequest(
                part: PixelRect(x: 0, y: 0, width: 192, height: 128), columns: 80, rows: 40,
                style: ArtStyle(symbols: .half, colors: .trueColor)))
        var isSharp: [Bool] = []
        for try await view in views { isSharp.append(view.isSharp) }
        #expect(isSharp == [false, true])
    }

    /// Returns a file with the brands and the movie box of a sequence with this number of frames.
    private func sequence(_ bytes: [UInt8], frames: Int, handler: String = "pict", brand: String = "avis") -> [UInt8] {
        func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
            var box: [UInt8] = []
            box.append(big: content.count + 8, bytes: 4)
            return box + Array(kind.utf8) + content
        }
        var sizes = [UInt8](repeating: 0, count: 8)
        sizes.append(big: frames, bytes: 4)
        let description = [UInt8](repeating: 0, count: 8) + Array(handler.utf8) + [UInt8](repeating: 0, count: 13)
        let table = box("minf", box("stbl", box("stsz", sizes)))
        let movie = box("moov", box("trak", box("mdia", box("hdlr", description) + table)))
        // The first brand is replaced. Items are at absolute offsets, so that the movie follows.
        return bytes[..<8] + Array(brand.utf8) + bytes[12...] + movie
    }

    @Test("The frames of an image sequence are counted, and a still picture has none")
    func frames() throws {
        func count(_ bytes: [UInt8]) throws -> Int? {
            try InProcessDecoding().describe(DecodingRequest(.memory(bytes)), cancellation: DecodeCancellation())
                .details.frameCount
        }
        let still = SampleHEIF(compression: heif_compression_AV1).encode(picture)
        #expect(try count(still) == nil)
        #expect(try count(sequence(still, frames: 48)) == 48)
        #expect(try count(sequence(still + longBox("free", count: 40), frames: 48)) == 48, "a size of 64 bits")
        #expect(try count(sequence(still, frames: 1)) == nil)
        #expect(try count(sequence(still, frames: 48, handler: "soun")) == nil)
        #expect(try count(sequence(still, frames: 48, brand: "avif")) == nil)
        // Through a worker.
        let worker = DecodingWorkers.ofBuiltProgram()
        let request = DecodingRequest(.memory(sequence(still, frames: 48)))
        #expect(try worker.describe(request, cancellation: DecodeCancellation()).details.frameCount == 48)
    }

    @Test("A picture that is too large shows its embedded thumbnail")
    func tooLarge() throws {
        var limits = DecodeLimits.default
        limits.pixels = 10_000
        let bytes = SampleHEIF(thumbnailSide: 64).encode(picture)
        let level = try decoded(bytes, limits: limits)
        #expect(level.bitmap.width == 64 && level.pictureSize == picture.size)
        #expect(level.region == PixelRegion(all: picture.size))
        #expect(failure(SampleHEIF().encode(picture), limits: limits) == .tooLarge(width: 192, height: 128))
    }

    @Test("A thumbnail nearly as large as the picture is ignored", arguments: [128, 190] as [Int32])
    func largeThumbnail(side: Int32) throws {
        let bytes = SampleHEIF(thumbnailSide: side).encode(picture)
        #expect(try opened(bytes).preview() == nil)
        #expect(try decoded(bytes, factor: 2).bitmap.looks(like: picture, tolerance: 24))
    }

    @Test("A picture with fewer pixels than declared is shown if libheif decodes it")
    func fewerPixels() throws {
        var bytes = SampleHEIF().encode(picture)
        let box = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("ispe".utf8)) })
        bytes.replaceSubrange(box + 8..<box + 16, with: [0, 0, 3, 0, 0, 0, 2, 0])
        do {
            let level = try decoded(bytes)
            #expect(level.pictureSize == PixelSize(width: 768, height: 512))
            #expect(level.bitmap.width == 192 && level.bitmap.looks(like: picture, tolerance: 24))
        } catch {
            // As by libheif 1.23.
            #expect(error as? PictureFailure == .damaged(format: "HEIC"))
        }
        bytes.replaceSubrange(box + 8..<box + 16, with: [0, 0, 3, 0, 0, 0, 3, 0])
        #expect(failure(bytes) == .damaged(format: "HEIC"))
    }

    @Test("Decoding only to find the rotated size respects the memory limit")
    func turnBeyondMemory() throws {
        var bytes = SampleHEIF(orientation: heif_orientation_rotate_90_cw)
            .encode(Quadrants(width: 128, height: 192, "GY/RB"))
        let box = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("ispe".utf8)) })
        bytes.replaceSubrange(box + 8..<box + 16, with: [0, 0, 0, 128, 0, 0, 0, 192])
        var limits = DecodeLimits.default
        limits.memory = 100_000
        // Versions of libheif also disagree on whether the rotation applies to the size.
        let sizes = [PixelSize(width: 128, height: 192), PixelSize(width: 192, height: 128)]
        #expect(sizes.map { .tooLarge(width: $0.width, height: $0.height) }.contains(failure(bytes, limits: limits)))
    }

    @Test("A truncated file is damaged", arguments: [(heif_compression_HEVC, "HEIC"), (heif_compression_AV1, "AVIF")])
    func cut(compression: heif_compression_format, name: String) {
        let bytes = SampleHEIF(compression: compression).encode(picture)
        #expect(failure(Array(bytes[..<(bytes.count - 40)])) == .damaged(format: name))
        #expect(failure(Array(bytes[..<60])) == .damaged(format: name))
    }

    @Test("A quarter turn is applied, whether the file stores the size before or after rotation")
    func turnBeforeSize() throws {
        var bytes = SampleHEIF(orientation: heif_orientation_rotate_90_cw)
            .encode(Quadrants(width: 128, height: 192, "GY/RB"))
        // libheif stores the rotation, then the size after it; other encoders store the size before rotation.
        let box = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("ispe".utf8)) })
        bytes.replaceSubrange(box + 8..<box + 16, with: [0, 0, 0, 128, 0, 0, 0, 192])
        let level = try decoded(bytes)
        #expect(level.pictureSize == picture.size)
        #expect(level.bitmap.looks(like: picture, tolerance: 24))
    }

    @Test(
        "A codec that libheif doesn't know is unsupported, not damage",
        arguments: [("unci", "Uncompressed HEIF"), ("j2k1", "HEIF with JPEG 2000")])
    func unknownCodec(kind: String, name: String) throws {
        var bytes = SampleHEIF().encode(picture)
        let item = try #require(bytes.indices.first { bytes[$0...].starts(with: "hvc1".utf8) })
        bytes.replaceSubrange(item..<item + 4, with: kind.utf8)
        #expect(failure(bytes) == .unsupportedFormat(name))
    }
}
