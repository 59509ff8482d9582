import Albums
import CTurboJPEG
import CellArt
import Testing

@testable import Pictures

@Suite("JPEG")
struct JPEGDecoderTests {
    private let picture = Quadrants.upright

    @Test("A baseline JPEG decodes to its size and colors")
    func baseline() throws {
        let level = try decoded(SampleJPEG.encode(picture))
        #expect(level.pictureSize == picture.size)
        #expect(level.bitmap.width == 96 && level.bitmap.height == 64 && level.bitmap.isOpaque)
        #expect(level.bitmap.looks(like: picture))
    }

    @Test("A progressive JPEG looks the same at every scale", arguments: [1, 2, 4, 8])
    func progressive(factor: Int) throws {
        let level = try decoded(SampleJPEG.encode(picture, flags: TJFLAG_PROGRESSIVE), factor: factor)
        #expect(level.bitmap.width == 96 / factor)
        #expect(level.bitmap.looks(like: picture))
    }

    @Test("A reduced size that is not a multiple of 8 is rounded up")
    func oddSize() throws {
        let odd = Quadrants(width: 101, height: 67, "RG/BY")
        let level = try decoded(SampleJPEG.encode(odd), factor: 8)
        #expect(level.bitmap.width == 13 && level.bitmap.height == 9)
        #expect(level.bitmap.looks(like: odd))
    }

    @Test("A grayscale JPEG is gray")
    func gray() throws {
        let bytes = SampleJPEG.encode(
            [UInt8](repeating: 77, count: 400), size: (20, 20), format: TJPF_GRAY, sampling: TJSAMP_GRAY)
        #expect(isNear(try decoded(bytes).bitmap.pixel(x: 10, y: 10), [77, 77, 77, 255], 2))
    }

    @Test(
        "Kinds of JPEG that libjpeg doesn't decode are named, not called damaged",
        arguments: [
            (0xC3, 8, "Lossless JPEG"), (0xC1, 12, "12-bit JPEG"), (0xF7, 8, "JPEG-LS"),
            (0xC5, 8, "Hierarchical JPEG"),
        ] as [(UInt8, UInt8, String)])
    func unsupported(marker: UInt8, precision: UInt8, name: String) throws {
        var bytes = SampleJPEG.encode(picture)
        let frame = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
        (bytes[frame + 1], bytes[frame + 4]) = (marker, precision)
        #expect(failure(bytes) == .unsupportedFormat(name))
    }

    @Test("A truncated JPEG shows its complete rows only")
    func cut() throws {
        let tall = Quadrants(width: 64, height: 512, "RG/BY")
        let bytes = SampleJPEG.encode(tall)
        let level = try decoded(Array(bytes[..<(bytes.count / 2)]))
        #expect(level.isTruncated)
        #expect(try !decoded(bytes).isTruncated)
        #expect(try !decoded(bytes.dropLast(2)).isTruncated)
        let bitmap = level.bitmap
        #expect(bitmap.width == 64 && bitmap.height == 512)
        #expect(isNear(bitmap.pixel(x: 10, y: 10), [255, 0, 0, 255]))
        #expect(!bitmap.isOpaque && bitmap.pixel(x: 10, y: 510) == [0, 0, 0, 0])
    }

    @Test("A truncated progressive JPEG is recognized")
    func cutProgressive() throws {
        let bytes = SampleJPEG.encode(Quadrants(width: 64, height: 512, "RG/BY"), flags: TJFLAG_PROGRESSIVE)
        #expect(try decoded(Array(bytes[..<(bytes.count * 9 / 10)])).isTruncated)
        #expect(try !decoded(bytes).isTruncated)
    }

    @Test("A JPEG truncated in its header is damaged")
    func cutHeader() {
        #expect(failure(Array(SampleJPEG.encode(picture)[..<100])) == .damaged(format: "JPEG"))
        #expect(failure([0xFF, 0xD8]) == .damaged(format: "JPEG"))
    }

    @Test("Endless scans are refused")
    func scans() {
        let progressive = SampleJPEG.encode(picture, flags: TJFLAG_PROGRESSIVE)
        let bomb = SampleJPEG.repeatingLastScan(of: progressive, times: 600)
        #expect(failure(bomb) == .tookTooLong)
    }

    @Test("A region looks the same as in the whole picture")
    func part() throws {
        let opened = try opened(SampleJPEG.encode(picture))
        let part = try opened.level(of: PixelRegion(x: 40, y: 24, width: 30, height: 20), factor: 1)
        #expect(part.bitmap.width == 30 && part.bitmap.height == 20)
        #expect(isNear(part.bitmap.pixel(x: 0, y: 0), [255, 0, 0, 255]))
        #expect(isNear(part.bitmap.pixel(x: 29, y: 19), [255, 255, 0, 255]))
    }
}
