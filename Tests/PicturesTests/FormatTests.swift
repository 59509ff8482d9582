import Albums
import CHEIF
import Testing

@testable import Pictures

@Suite("Format detection")
struct FormatTests {
    private static let unshown: [(name: String, head: [UInt8])] = [
        ("PSD", Array("8BPS".utf8) + [0, 1]),
        ("ICO", [0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 8, 0, 0, 0, 22, 0, 0, 0]),
        ("JPEG 2000", [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
        ("PDF", Array("%PDF-1.7".utf8)),
        ("SVG", Array("<svg width='1'/>".utf8)),
        ("SVG", Array("\u{FEFF}\n<?xml version='1.0'?><!-- a --><svg/>".utf8)),
        ("TGA", [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 4, 0, 24, 0]),
        ("TGA", [9, 9, 9] + Array("12345678TRUEVISION-XFILE.\0".utf8)),
    ]

    @Test("An unsupported format is reported by name", arguments: unshown)
    func named(name: String, head: [UInt8]) {
        #expect(failure(head) == .unsupportedFormat(name))
    }

    @Test(
        "Anything else has an unknown format",
        arguments: [
            "<html><svg></html>", "{\"error\": 1}", "PK\u{3}\u{4}", "x", "<?xml version='1.0'?><rss/>",
            "BM is no picture, only text", "P6 is", "P7 is",
        ])
    func unknown(text: String) {
        #expect(failure(Array(text.utf8)) == .unknownFormat)
    }

    @Test(
        "A truncated file is distinguished from a complete one",
        arguments: ["JPEG", "PNG", "GIF", "WebP", "HEIC", "AVIF", "BMP", "PNM"])
    func completeness(name: String) throws {
        let picture = Quadrants(width: 64, height: 64, "RG/BY")
        let bytes =
            switch name {
            case "JPEG": SampleJPEG.adding(0xE1, SampleJPEG.encode(picture), to: SampleJPEG.encode(picture))
            case "PNG": SamplePNG(width: 8, height: 8).encode(Array(repeating: 90, count: 3 * 8 * 8))
            case "GIF":
                SampleGIF(canvas: (8, 8), frame: (0, 0, 8, 8)).encode(Array(repeating: 1, count: 64))
            case "WebP": SampleWebP.encode(picture)
            case "HEIC": SampleHEIF().encode(picture)
            case "BMP": SampleBMP.encode(picture)
            case "PNM": Array("P6 64 64 255\n".utf8) + picture.rgb
            default: SampleHEIF(compression: heif_compression_AV1).encode(picture)
            }
        func isComplete(_ bytes: [UInt8]) throws -> Bool {
            try bytes.withUnsafeBytes { try #require(PictureFormat.matching($0)).isComplete($0) }
        }
        #expect(try isComplete(bytes))
        for count in [bytes.count * 2 / 3, bytes.count - 1] { #expect(try !isComplete(Array(bytes.prefix(count)))) }
    }

    @Test("Folders list the files of each format, by its extensions")
    func extensions() {
        let known = Set(PictureFormat.all.flatMap(\.fileExtensions))
        #expect(known == FileKind.picture.extensions.union(FileKind.raw.extensions))
    }

    @Test("A file of zeros has an unknown format")
    func zeros() {
        #expect(failure([UInt8](repeating: 0, count: 10_000)) == .unknownFormat)
    }

    @Test("An MP4 video is not mistaken for a picture")
    func video() {
        let head = [0, 0, 0, 20] + Array("ftypisom".utf8) + [0, 0, 2, 0] + Array("mp42".utf8)
        #expect(failure(head) == .unsupportedFormat("MP4"))
    }

    @Test("A compatible brand distinguishes AVIF from HEIC")
    func brands() throws {
        let head: [UInt8] = [0, 0, 0, 24] + Array("ftypmif1".utf8) + [0, 0, 0, 0] + Array("miafavif".utf8)
        #expect(head.withUnsafeBytes { PictureFormat.matching($0) } == .avif)
        let other: [UInt8] = [0, 0, 0, 20] + Array("ftypmif1".utf8) + [0, 0, 0, 0] + Array("heic".utf8)
        #expect(other.withUnsafeBytes { PictureFormat.matching($0) } == .heic)
    }
}
