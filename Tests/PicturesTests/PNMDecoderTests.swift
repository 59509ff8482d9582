import Albums
import CellArt
import Testing

@testable import Pictures

@Suite("Portable anymaps")
struct PNMDecoderTests {
    private let picture = Quadrants.upright

    private func pixels(_ header: String, _ samples: [UInt8] = []) throws -> [UInt8] {
        try decoded(Array(header.utf8) + samples).bitmap.pixels
    }

    @Test("A PPM looks the same at every scale", arguments: [1, 2, 8])
    func scales(factor: Int) throws {
        let level = try decoded(Array("P6 96 64 255\n".utf8) + picture.rgb, factor: factor)
        #expect(level.pictureSize == picture.size)
        #expect(level.bitmap.width == 96 / factor && level.bitmap.isOpaque && !level.isTruncated)
        #expect(level.bitmap.looks(like: picture))
    }

    @Test("Bits are black if they are set, and rows start with a byte", arguments: ["P1", "P4"])
    func bits(magic: String) throws {
        let pixels = try pixels(magic + "\n3 2\n" + (magic == "P1" ? "101\n0 1 0" : ""), [0b1010_0000, 0b0100_0000])
        #expect(stride(from: 0, to: 24, by: 4).map { pixels[$0] } == [0, 255, 0, 255, 0, 255])
    }

    @Test("Text may have comments, and samples of any maximum")
    func text() throws {
        #expect(try pixels("P2 # gray\n# two\n2 1 # wide\n4\n2 4") == [128, 128, 128, 255, 255, 255, 255, 255])
        #expect(try pixels("P3 1 1 65535 65535 0 32768") == [255, 0, 128, 255])
    }

    @Test("16-bit samples are big-endian")
    func sixteenBits() throws {
        #expect(try pixels("P5 2 1 65535 ", [0xFF, 0xFF, 0x80, 0x00]) == [255, 255, 255, 255, 128, 128, 128, 255])
        #expect(try pixels("P6 1 1 1023\n", [3, 255, 0, 0, 1, 255]) == [255, 0, 127, 255])
    }

    @Test("A PAM has one to four channels")
    func channels() throws {
        func pam(_ depth: Int, _ kind: String, _ samples: [UInt8]) throws -> [UInt8] {
            try pixels(
                "P7\n# made by hand\nWIDTH 1\nHEIGHT 1\nDEPTH \(depth)\nMAXVAL 255\nTUPLTYPE \(kind)\nENDHDR\n", samples
            )
        }
        #expect(try pam(1, "GRAYSCALE", [9]) == [9, 9, 9, 255])
        #expect(try pam(2, "GRAYSCALE_ALPHA", [9, 128]) == [9, 9, 9, 128])
        #expect(try pam(3, "RGB", [1, 2, 3]) == [1, 2, 3, 255])
        #expect(try pam(4, "RGB_ALPHA", [1, 2, 3, 4]) == [1, 2, 3, 4])
        #expect(throws: PictureFailure.unsupportedFormat("PAM of this kind")) { try pam(4, "CMYK", [1, 2, 3, 4]) }
        #expect(throws: PictureFailure.unsupportedFormat("PAM of this kind")) { try pam(5, "x", [1, 2, 3, 4, 5]) }
    }

    @Test("A truncated anymap shows the rows that it has")
    func cut() throws {
        let bytes = Array("P6 96 64 255\n".utf8) + picture.rgb
        let level = try decoded(Array(bytes[..<(bytes.count / 2)]))
        #expect(level.isTruncated)
        #expect(level.bitmap.pixel(x: 10, y: 3) == [255, 0, 0, 255] && level.bitmap.pixel(x: 10, y: 60)[3] == 0)
        #expect(try decoded(Array("P2 1 2 255 7".utf8)).isTruncated)
    }

    @Test(
        "An anymap without a valid header or any row is damaged",
        arguments: [
            "P6 4", "P6 0 4 255\n", "P6 4 4 0\n", "P6 4 4 65536\n", "P5 4 4 255\n", "P3 1 1 255 1 2 x",
            "P7\nWIDTH 1\nENDHDR\n",
        ])
    func invalid(text: String) {
        #expect(failure(Array(text.utf8)) == .damaged(format: "PNM"))
    }
}
