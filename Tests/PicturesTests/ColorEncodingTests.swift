import Albums
import CHEIF
import CellArt
import Glibc
import Testing

@testable import Pictures

/// Colors that are described by numbers or code points instead of a profile, and HDR.
@Suite("Color encodings")
struct ColorEncodingTests {
    typealias Chunk = (kind: String, content: [UInt8])

    /// Returns the pixel of a PNG with 16 bits per sample.
    private func pixel(_ chunks: [Chunk], _ samples: [Double]) throws -> [UInt8] {
        try #require(try pixels(chunks, samples).first)
    }

    private func pixels(_ chunks: [Chunk], _ samples: [Double]) throws -> [[UInt8]] {
        var png = SamplePNG(width: samples.count / 3, height: 1, depth: 16)
        png.before = chunks
        let bytes = samples.flatMap { value -> [UInt8] in
            let number = UInt16(value * 65_535 + 0.5)
            return [UInt8(number >> 8), UInt8(number & 0xFF)]
        }
        let bitmap = try decoded(png.encode(bytes)).bitmap
        return (0..<bitmap.width).map { Array(bitmap.pixel(x: $0, y: 0).prefix(3)) }
    }

    private func gAMA(_ gamma: Double) -> Chunk { ("gAMA", numbers([gamma])) }

    private func numbers(_ values: [Double]) -> [UInt8] {
        values.reduce(into: []) { $0.append(big: Int($1 * 100_000 + 0.5), bytes: 4) }
    }

    /// The primaries of sRGB with red and green swapped.
    private var swapped: Chunk { ("cHRM", numbers([0.3127, 0.329, 0.3, 0.6, 0.64, 0.33, 0.15, 0.06])) }
    private let sRGB: Chunk = ("sRGB", [0])

    private func cICP(_ primaries: UInt8, _ transfer: UInt8, isFull: Bool = true) -> Chunk {
        ("cICP", [primaries, transfer, 0, isFull ? 1 : 0])
    }

    private func iCCP(_ profile: [UInt8]) -> Chunk { ("iCCP", Array("p\0\0".utf8) + SamplePNG.stored(profile)) }

    /// Encodes luminance in cd/m² (SMPTE ST 2084).
    private func pq(_ luminance: Double) -> Double {
        let power = pow(luminance / 10_000, 2610.0 / 16_384)
        return pow((3424.0 / 4096 + 2413.0 / 128 * power) / (1 + 2392.0 / 128 * power), 2523.0 / 32)
    }

    /// Encodes a color of sRGB, given in light, as PQ in BT.2020 with white at 203 cd/m².
    private func hdr(_ red: Double, _ green: Double, _ blue: Double) -> [Double] {
        // ITU-R BT.2087.
        [
            0.6274 * red + 0.3293 * green + 0.0433 * blue, 0.0691 * red + 0.9195 * green + 0.0114 * blue,
            0.0164 * red + 0.0880 * green + 0.8956 * blue,
        ].map { pq(203 * $0) }
    }

    // MARK: PNG

    @Test("A gamma of 1 is linear light, and dark tones keep their 16 bits")
    func gamma() throws {
        #expect(try isNear(pixel([gAMA(1)], [0.5, 0.2140, 0]), [188, 127, 0], 1))
        let dark = (0..<8).flatMap { Array(repeating: Double($0) / 3000, count: 3) }
        #expect(try Set(pixels([gAMA(1)], dark)).count == 8)
    }

    @Test("A gamma of about 1/2.2 is that of sRGB", arguments: [0.45455, 0.46])
    func gammaOfSRGB(gamma: Double) throws {
        #expect(try pixel([gAMA(gamma)], [0.5, 0.25, 1]) == [128, 64, 255])
    }

    @Test("Primaries of a PNG are converted, alone or with a gamma, but not those of gray")
    func primaries() throws {
        #expect(try isNear(pixel([swapped], [1, 0, 0.5]), [0, 255, 128], 2))
        #expect(try isNear(pixel([swapped, gAMA(1)], [0.2140, 0, 0]), [0, 127, 0], 2))
        var gray = SamplePNG(width: 1, height: 1, color: .gray)
        gray.before = [("cHRM", numbers([0.4, 0.4, 0.6, 0.3, 0.3, 0.6, 0.15, 0.06]))]
        #expect(try decoded(gray.encode([90])).bitmap.pixels == [90, 90, 90, 255])
    }

    @Test("cICP wins over iCCP, iCCP over sRGB, and sRGB over gAMA and cHRM")
    func order() throws {
        let profile = iCCP(SampleProfile.swappingRedAndGreen)
        let weakest: [Chunk] = [gAMA(1), swapped]
        #expect(try isNear(pixel(weakest, [0.2140, 0, 0]), [0, 127, 0], 2))
        #expect(try pixel([sRGB] + weakest, [0.5, 0, 0]) == [128, 0, 0])
        let profiled = try pixel([profile] + weakest, [0.5, 0, 0])
        #expect(profiled[0] < 40 && abs(Int(profiled[1]) - 128) < 12)
        #expect(try isNear(pixel([cICP(1, 8), profile] + weakest, [0.2140, 0, 0]), [127, 0, 0], 2))
        #expect(try pixel([cICP(1, 13), profile] + weakest, [0.5, 0, 0]) == [128, 0, 0])
    }

    @Test("Display P3 in cICP is converted to sRGB, also in 8 bits, a palette or an interlaced picture")
    func displayP3() throws {
        #expect(try isNear(pixel([cICP(12, 13)], [234 / 255, 51 / 255, 35 / 255]), [255, 0, 0], 3))
        #expect(try isNear(pixel([cICP(12, 13)], [0.5, 0.5, 0.5]), [128, 128, 128], 1))
        for isInterlaced in [false, true] {
            var png = SamplePNG(width: 8, height: 8, isInterlaced: isInterlaced)
            png.before = [cICP(12, 13)]
            let pixels = (0..<64).flatMap { _ in [234, 51, 35] as [UInt8] }
            #expect(try isNear(decoded(png.encode(pixels)).bitmap.pixel(x: 7, y: 7), [255, 0, 0, 255], 3))
        }
        var palette = SamplePNG(width: 1, height: 1, color: .palette)
        palette.before = [cICP(12, 13), ("PLTE", [234, 51, 35]), ("tRNS", [99])]
        #expect(try isNear(decoded(palette.encode([0])).bitmap.pixels, [255, 0, 0, 99], 3))
    }

    @Test("A narrow range is expanded")
    func narrowRange() throws {
        var png = SamplePNG(width: 3, height: 1)
        png.before = [cICP(1, 13, isFull: false)]
        let bitmap = try decoded(png.encode([16, 16, 16, 235, 235, 235, 126, 126, 126])).bitmap
        #expect(isNear(bitmap.pixels, [0, 0, 0, 255, 255, 255, 255, 255, 128, 128, 128, 255], 1))
    }

    @Test("Invalid or unknown descriptions are ignored")
    func invalid() throws {
        let same: [UInt8] = [128, 64, 255]
        for chunks: [Chunk] in [
            [gAMA(0)], [("cHRM", numbers([0, 0, 0, 0, 0, 0, 0, 0]))],
            [("cHRM", numbers([0.3127, 0.329, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3]))], [cICP(2, 2)], [cICP(200, 16)],
            [("cICP", [9, 16, 9, 1])], [("cICP", [9, 16])],
        ] {
            #expect(try pixel(chunks, [0.5, 0.25, 1]) == same, "\(chunks)")
        }
    }

    // MARK: HDR

    @Test("PQ without highlights looks like its SDR version: white is at 203 cd/m²")
    func pqWithoutHighlights() throws {
        let colors = [hdr(1, 1, 1), hdr(0.2140, 0.2140, 0.2140), hdr(1, 0, 0), hdr(0, 0.2140, 1)]
        let shown = try pixels([cICP(9, 16)], colors.flatMap { $0 })
        #expect(isNear(shown[0], [255, 255, 255], 1) && isNear(shown[1], [127, 127, 127], 1))
        #expect(isNear(shown[2], [255, 0, 0], 3) && isNear(shown[3], [0, 127, 255], 3))
    }

    @Test("HLG's reference white, 75 percent, is white")
    func hlg() throws {
        #expect(try isNear(pixel([cICP(9, 18)], [0.75, 0.75, 0.75]), [255, 255, 255], 2))
        // ITU-R BT.2408: gray of 18 percent, at 26 cd/m².
        #expect(try isNear(pixel([cICP(9, 18)], [0.38, 0.38, 0.38]), [101, 101, 101], 2))
    }

    @Test("Highlights remain distinguishable from white and keep their hue, and dark tones don't change")
    func highlights() throws {
        let colors = [hdr(0.2140, 0.2140, 0.2140), hdr(1, 1, 1), hdr(2, 2, 2), hdr(4, 4, 4), hdr(4, 2, 2)]
        let shown = try pixels([cICP(9, 16)], colors.flatMap { $0 })
        #expect(isNear(shown[0], [127, 127, 127], 1))
        #expect(shown[1][0] > 210 && shown[1][0] + 5 < shown[2][0] && shown[2][0] + 5 < shown[3][0])
        #expect(shown[3][0] >= 254)
        #expect(shown[4][0] >= 254 && isNear(Array(shown[4].suffix(2)), [188, 188], 4))
    }

    @Test("PQ in HEIC and AVIF is tone mapped", arguments: [heif_compression_HEVC, heif_compression_AV1])
    func heif(compression: heif_compression_format) throws {
        let picture = Quadrants(width: 192, height: 128, "RG/BY")
        var sample = SampleHEIF(compression: compression)
        sample.codes = (
            heif_color_primaries_ITU_R_BT_2020_2_and_2100_0, heif_transfer_characteristic_ITU_R_BT_2100_0_PQ
        )
        let pixels = picture.pixels { rgb in
            hdr(Double(rgb[0]) / 255, Double(rgb[1]) / 255, Double(rgb[2]) / 255).map { UInt8($0 * 255 + 0.5) }
        }
        #expect(try decoded(sample.encode(pixels, picture.size)).bitmap.looks(like: picture, tolerance: 40))
        #expect(try decoded(sample.encode(pixels, picture.size), factor: 4).bitmap.looks(like: picture, tolerance: 40))
    }

    @Test("PQ in JPEG XL is tone mapped, lossless or not", arguments: [true, false])
    func jpegXL(isLossless: Bool) throws {
        let picture = Quadrants.upright
        let tolerance = isLossless ? 3 : 32
        var sample = SampleJPEGXL(isLossless: isLossless)
        sample.isPQ = true
        let samples = picture.pixels { rgb in
            hdr(Double(rgb[0]) / 255, Double(rgb[1]) / 255, Double(rgb[2]) / 255).flatMap { value -> [UInt8] in
                let number = UInt16(value * 65_535 + 0.5)
                return [UInt8(number & 0xFF), UInt8(number >> 8)]
            }
        }
        let bytes = sample.encode(samples, width: 96, height: 64, channels: 3)
        #expect(try decoded(bytes).bitmap.looks(like: picture, tolerance: tolerance))
        #expect(try decoded(bytes, factor: 4).bitmap.looks(like: picture, tolerance: tolerance))
    }
}
