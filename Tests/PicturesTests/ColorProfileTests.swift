import CHEIF
import CTurboJPEG
import CellArt
import Testing

@testable import Pictures

@Suite("Color profiles")
struct ColorProfileTests {
    private let picture = Quadrants.upright
    private let profile = SampleProfile.swappingRedAndGreen

    /// Whether the profile has turned red into green.
    private func isConverted(_ bytes: [UInt8]) throws -> Bool {
        let pixel = try decoded(bytes).bitmap.pixel(x: 20, y: 10)
        return pixel[0] < 60 && pixel[1] > 200 && pixel[3] == 255
    }

    @Test("A JPEG profile is applied")
    func jpeg() throws {
        #expect(try isConverted(SampleJPEG.adding(profile: profile, to: SampleJPEG.encode(picture))))
    }

    @Test("A JPEG profile in two segments is joined in order")
    func parts() throws {
        let mark = Array("ICC_PROFILE\0".utf8)
        var bytes = SampleJPEG.adding(0xE2, mark + [1, 2] + profile[..<100], to: SampleJPEG.encode(picture))
        #expect(try !isConverted(bytes))
        bytes = SampleJPEG.adding(0xE2, mark + [2, 2] + profile[100...], to: bytes)
        #expect(try isConverted(bytes))
        bytes = SampleJPEG.adding(0xE2, mark + [2, 2] + profile[100...], to: bytes)
        #expect(try !isConverted(bytes))
    }

    @Test("A PNG profile is applied")
    func png() throws {
        var png = SamplePNG(picture)
        png.before = [("iCCP", Array("p\0\0".utf8) + SamplePNG.stored(profile))]
        #expect(try isConverted(png.encode(picture.rgb)))
    }

    @Test("A WebP profile is applied")
    func webP() throws {
        #expect(try isConverted(SampleWebP.extended(picture, profile: profile)))
    }

    @Test("A TIFF profile is applied")
    func tiff() throws {
        #expect(try isConverted(SampleTIFF.encode(picture, profile: profile)))
    }

    @Test("A HEIC profile is applied")
    func heic() throws {
        #expect(try isConverted(SampleHEIF(profile: profile).encode(picture)))
    }

    @Test("A linear gray profile brightens gray")
    func gray() throws {
        let jpeg = SampleJPEG.encode(
            [UInt8](repeating: 128, count: 400), size: (20, 20), format: TJPF_GRAY, sampling: TJSAMP_GRAY)
        let bytes = SampleJPEG.adding(profile: SampleProfile.linearGray, to: jpeg)
        #expect(isNear(try decoded(bytes).bitmap.pixel(x: 9, y: 9), [188, 188, 188, 255], 3))
    }

    @Test("A profile leaves alpha unchanged")
    func alpha() throws {
        var png = SamplePNG(width: 1, height: 1, color: .rgba)
        png.before = [("iCCP", Array("p\0\0".utf8) + SamplePNG.stored(profile))]
        #expect(try decoded(png.encode([255, 0, 0, 99])).bitmap.pixels[3] == 99)
    }

    @Test("A damaged, too large or mismatched profile is ignored")
    func ignored() throws {
        let jpeg = SampleJPEG.encode(picture)
        #expect(try !isConverted(SampleJPEG.adding(profile: Array(profile[..<200]), to: jpeg)))
        #expect(try !isConverted(SampleJPEG.adding(profile: SampleProfile.linearGray, to: jpeg)))
        var limits = DecodeLimits.default
        limits.profileBytes = 100
        let bitmap = try decoded(SampleJPEG.adding(profile: profile, to: jpeg), limits: limits).bitmap
        #expect(bitmap.looks(like: picture))
    }

    @Test("A profile that needs too much memory is ignored")
    func largeProfile() throws {
        #expect(try decoded(HostilePicture.largeProfile).bitmap.looks(like: Quadrants(width: 8, height: 8, "RG/BY")))
    }
}
