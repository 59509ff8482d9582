import Albums
import CTurboJPEG
import CellArt
import Testing

@testable import Pictures

@Suite("CMYK")
struct InkTests {
    /// Only black changes the color, from white to black.
    private let blackOnly = SampleProfile.blackOnly

    /// Encodes inks from 0 to 255 as Adobe does, with 255 for no ink.
    private func jpeg(_ inks: [UInt8]) -> [UInt8] {
        let pixels = (0..<256).flatMap { _ in inks.map { 255 - $0 } }
        return SampleJPEG.encode(pixels, size: (16, 16), format: TJPF_CMYK)
    }

    private func color(_ bytes: [UInt8], x: Int = 1) throws -> [UInt8] { try decoded(bytes).bitmap.pixel(x: x, y: 3) }

    /// A TIFF of 4 x 4 pixels with the same inks.
    private func tiff(_ inks: [UInt8], profile: [UInt8] = [], isPlanar: Bool = false, depth: Int = 8) -> [UInt8] {
        var sample = SampleTIFF(width: 4, height: 4, depth: depth, samples: 4, rowsPerStrip: 3)
        sample.photometric = 5
        sample.isPlanar = isPlanar
        if !profile.isEmpty { sample.blocks = [(34675, profile)] }
        let bytes = inks.map { Array(repeating: $0, count: depth / 8) }
        return sample.encode(
            isPlanar
                ? bytes.flatMap { ink in (0..<16).flatMap { _ in ink } }
                : (0..<16).flatMap { _ in bytes.flatMap { $0 } })
    }

    @Test(
        "Inks without a profile have the colors of print",
        arguments: [
            ([0, 0, 0, 0], [255, 255, 255]), ([255, 0, 0, 0], [0, 174, 239]), ([0, 255, 0, 0], [236, 0, 140]),
            ([0, 0, 255, 0], [255, 242, 0]), ([0, 0, 0, 255], [35, 31, 32]), ([255, 255, 255, 255], [0, 0, 0]),
            ([0, 0, 0, 128], [145, 143, 143]),
        ] as [([UInt8], [UInt8])])
    func withoutProfile(inks: [UInt8], shown: [UInt8]) throws {
        #expect(try isNear(color(jpeg(inks)), shown + [255], 3))
        for isPlanar in [false, true] {
            #expect(try isNear(color(tiff(inks, isPlanar: isPlanar, depth: 8)), shown + [255], 2))
            #expect(try isNear(color(tiff(inks, isPlanar: isPlanar, depth: 16)), shown + [255], 2))
        }
    }

    @Test("A profile of inks is applied in JPEG and TIFF")
    func profile() throws {
        for (inks, gray) in [([255, 255, 0, 0], 255), ([0, 0, 0, 255], 0)] as [([UInt8], UInt8)] {
            let shown = [gray, gray, gray, 255]
            let bytes = SampleJPEG.adding(profile: blackOnly, to: jpeg(inks))
            #expect(try isNear(decoded(bytes).bitmap.pixel(x: 8, y: 8), shown, 3))
            #expect(try isNear(color(tiff(inks, profile: blackOnly)), shown, 3))
            #expect(try isNear(decoded(tiff(inks, profile: blackOnly), factor: 4).bitmap.pixels, shown, 3))
        }
    }

    @Test("A JPEG without Adobe's marker is not shown as a negative")
    func withoutMarker() throws {
        // TurboJPEG stores YCCK; as CMYK, its white is cyan, half of the magenta and half of the yellow.
        var stored = jpeg([0, 0, 0, 0])
        let marker = try #require(stored.indices.dropLast().first { stored[$0] == 0xFF && stored[$0 + 1] == 0xEE })
        // The transform is the last byte of Adobe's marker.
        stored[marker + 15] = 0
        let marked = try color(stored, x: 8)
        #expect(try isNear(marked, color(tiff([255, 127, 127, 0])), 4))
        #expect(try color(Array(stored[..<marker] + stored[(marker + 16)...]), x: 8) == marked)
    }

    @Test("The black of a JPEG XL is a separate channel")
    func jpegXL() throws {
        var sample = SampleJPEGXL(profile: blackOnly)
        sample.hasBlack = true
        // Cyan, magenta and yellow, then a plane of black; 255 is no ink.
        let cmy = (0..<4).flatMap { _ in [0, 0, 255] as [UInt8] }
        let bitmap = try decoded(
            sample.encode(cmy, width: 4, height: 1, channels: 3, black: [255, 255, 0, 0])
        ).bitmap
        #expect(isNear(bitmap.pixel(x: 0, y: 0), [255, 255, 255, 255], 3))
        #expect(isNear(bitmap.pixel(x: 3, y: 0), [0, 0, 0, 255], 3))
    }
}
