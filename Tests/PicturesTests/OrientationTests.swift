import CellArt
import Testing

@testable import Pictures

@Suite("Orientation")
struct OrientationTests {
    /// The stored form of an upright picture for each orientation.
    private static let stored: [(exif: Int, picture: Quadrants)] = [
        (1, Quadrants(width: 96, height: 64, "RG/BY")), (2, Quadrants(width: 96, height: 64, "GR/YB")),
        (3, Quadrants(width: 96, height: 64, "YB/GR")), (4, Quadrants(width: 96, height: 64, "BY/RG")),
        (5, Quadrants(width: 64, height: 96, "RB/GY")), (6, Quadrants(width: 64, height: 96, "GY/RB")),
        (7, Quadrants(width: 64, height: 96, "YG/BR")), (8, Quadrants(width: 64, height: 96, "BR/YG")),
    ]

    private func expectUpright(_ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation) throws {
        for factor in [1, 4] {
            let level = try decoded(bytes, factor: factor)
            #expect(level.pictureSize == Quadrants.upright.size, sourceLocation: location)
            #expect(level.bitmap.width == 96 / factor, sourceLocation: location)
            #expect(level.bitmap.looks(like: .upright), sourceLocation: location)
        }
        let corner = try opened(bytes).level(of: PixelRegion(x: 60, y: 4, width: 30, height: 20), factor: 1)
        #expect(corner.bitmap.width == 30 && corner.bitmap.height == 20, sourceLocation: location)
        #expect(isNear(corner.bitmap.pixel(x: 5, y: 5), [0, 255, 0, 255]), sourceLocation: location)
    }

    @Test("A JPEG is shown upright, whole or in part", arguments: stored)
    func jpeg(exif: Int, picture: Quadrants) throws {
        try expectUpright(SampleJPEG.adding(orientation: exif, to: SampleJPEG.encode(picture)))
    }

    @Test("A PNG is shown upright, with EXIF before or after the pixels", arguments: stored)
    func png(orientation: Int, picture: Quadrants) throws {
        var png = SamplePNG(picture)
        png.before = [("eXIf", exif(orientation: orientation))]
        try expectUpright(png.encode(picture.rgb))
        swap(&png.before, &png.after)
        try expectUpright(png.encode(picture.rgb))
    }

    @Test("A PNG by ImageMagick is shown upright, using its raw EXIF profile")
    func rawProfile() throws {
        let block = Array("Exif\0\0".utf8) + exif(orientation: 6)
        let digits = block.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        var png = SamplePNG(Self.stored[5].picture)
        png.after = [("tEXt", Array("Raw profile type exif\0\nexif\n  \(block.count)\n\(digits)\n".utf8))]
        try expectUpright(png.encode(Self.stored[5].picture.rgb))
    }

    @Test("A WebP is shown upright", arguments: stored)
    func webP(orientation: Int, picture: Quadrants) throws {
        try expectUpright(SampleWebP.extended(picture, exif: exif(orientation: orientation)))
    }

    @Test("A TIFF is shown upright", arguments: stored)
    func tiff(orientation: Int, picture: Quadrants) throws {
        try expectUpright(SampleTIFF.encode(picture, orientation: orientation))
    }

    @Test("Undefined orientation values count as 1", arguments: [0, 9, 255, 65_535])
    func nonsense(value: Int) throws {
        try expectUpright(SampleJPEG.adding(orientation: value, to: SampleJPEG.encode(.upright)))
    }

    @Test("EXIF truncated at any byte never traps")
    func cut() {
        let whole = exif(orientation: 6)
        for count in whole.indices {
            let orientation = whole[..<count].withUnsafeBytes { Orientation(ExifBlock($0)) }
            #expect(orientation == (count >= 20 ? Orientation(exif: 6) : .upright))
        }
    }

    @Test("Little-endian EXIF is read, and other value types are ignored")
    func types() {
        var bytes: [UInt8] = Array("II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 8, 0, 0, 0]
        #expect(bytes.withUnsafeBytes { Orientation(ExifBlock($0)) } == Orientation(exif: 8))
        bytes[12] = 2
        #expect(bytes.withUnsafeBytes { Orientation(ExifBlock($0)) } == .upright)
    }
}
