import Albums
import Basics
import CellArt
import Foundation
import TestFixtures
import Testing

@testable import Pictures

@Suite("EXIF thumbnails")
struct ExifThumbnailTests {
    private let picture = Quadrants(width: 960, height: 720, "RG/BY")
    /// Differs from the picture's colors, to distinguish the two.
    private let other = Quadrants(width: 160, height: 120, "YB/GR")
    private let service = InProcessDecoding()

    private func preview(_ bytes: [UInt8], limits: DecodeLimits = .default) throws -> PictureLevel? {
        try service.preview(DecodingRequest(.memory(bytes), limits: limits), cancellation: DecodeCancellation())
    }

    private func jpeg(
        _ picture: Quadrants? = nil, thumbnail: [UInt8]? = nil, orientation: Int = 1,
        tags: [UInt16: SampleExif.Value] = [:]
    ) -> [UInt8] {
        SampleJPEG.adding(
            thumbnail: thumbnail ?? SampleJPEG.encode(other), orientation: orientation, thumbnailTags: tags,
            to: SampleJPEG.encode(picture ?? self.picture))
    }

    /// Returns a thumbnail in which bars of a gray pad a picture to a larger size.
    private func padded(_ picture: Quadrants, to size: PixelSize, gray: UInt8 = 0) -> [UInt8] {
        let (left, top) = ((size.width - picture.size.width) / 2, (size.height - picture.size.height) / 2)
        let rgb = picture.rgb
        let pixels = (0..<size.height).flatMap { y in
            (0..<size.width).flatMap { x -> [UInt8] in
                let (column, row) = (x - left, y - top)
                guard (0..<picture.size.width).contains(column), (0..<picture.size.height).contains(row) else {
                    return [gray, gray, gray]
                }
                let start = 3 * (row * picture.size.width + column)
                return Array(rgb[start..<start + 3])
            }
        }
        return SampleJPEG.encode(pixels, size: (size.width, size.height))
    }

    @Test("The thumbnail stands for the whole picture")
    func thumbnail() throws {
        let level = try #require(try preview(jpeg()))
        #expect(level.bitmap.width == 160 && level.bitmap.height == 120 && level.bitmap.looks(like: other))
        #expect(level.pictureSize == picture.size && level.region == PixelRegion(all: picture.size))
        #expect(level.origin == .exifThumbnail)
    }

    @Test("Of a file with damaged pixels, what its EXIF says and shows is left")
    func damagedPixels() throws {
        let exif = SampleExif.encode(
            [
                0x0110: .text("Box"),
                0x8769: .directory([
                    0x9003: .text("2015:04:10 12:03:09"), 0xA002: .short(960), 0xA003: .short(720),
                ]),
            ], thumbnail: SampleJPEG.encode(other))
        let whole = SampleJPEG.adding(exif: exif, to: [0xFF, 0xD8])
        let folder = try TemporaryFolder()
        let services: [any DecodingService] = [InProcessDecoding(), DecodingWorkers.ofBuiltProgram()]
        for (index, garbage) in [[UInt8](repeating: 0, count: 4000), Array("<html>".utf8), []].enumerated() {
            let path = folder.path + "/\(index).jpg"
            try Data(whole + garbage).write(to: URL(filePath: path))
            let request = DecodingRequest(.file(path: Array(path.utf8)))
            for service in services {
                let description = try service.describe(request, cancellation: DecodeCancellation())
                #expect(description.details.camera == "Box")
                #expect(description.details.taken == Date(timeIntervalSince1970: 1_428_667_389))
                #expect(description.size == nil && description.failure == .damaged(format: "JPEG"))
                let box = DecodedExtent.thumbnail(box: PixelSize(width: 40, height: 30))
                let level = try service.render(request, box, cancellation: DecodeCancellation())
                #expect(level.isTruncated && level.origin == .exifThumbnail && level.bitmap.looks(like: other))
                #expect(level.pictureSize == picture.size)
            }
        }
        // Without the size in EXIF, the thumbnail is all that is known.
        let small = SampleJPEG.adding(thumbnail: SampleJPEG.encode(other), to: [0xFF, 0xD8])
        let extent = DecodedExtent.covering(other.size)
        let level = try service.render(DecodingRequest(.memory(small)), extent, cancellation: DecodeCancellation())
        #expect(level.isTruncated && level.pictureSize == other.size && level.bitmap.looks(like: other))
        let empty = DecodingRequest(
            .memory(SampleJPEG.adding(exif: SampleExif.encode([:]), to: [0xFF, 0xD8]) + [0, 0]))
        #expect(throws: PictureFailure.damaged(format: "JPEG")) {
            try service.describe(empty, cancellation: DecodeCancellation())
        }
        #expect(throws: PictureFailure.damaged(format: "JPEG")) {
            try service.render(empty, .cached(side: 256), cancellation: DecodeCancellation())
        }
    }

    @Test("Only the head of the file is read, as far as the thumbnail's segment extends")
    func head() throws {
        final class CountedFile: EncodedPicture {
            let file: FetchedPicture
            var end = 0
            init(_ bytes: [UInt8]) throws { file = try FetchedPicture(bytes) }
            var size: Int { file.size }
            var version: IdentifiedFile? { nil }
            func read(_ count: Int, at offset: Int, cancellation: DecodeCancellation) throws -> FileBytes {
                end = max(end, offset + count)
                return try file.read(count, at: offset, cancellation: cancellation)
            }
        }
        let context = DecodeContext(
            limits: .default, seconds: 1, memory: MemoryBudget(capacity: 1 << 30), cancellation: DecodeCancellation())
        let bytes = jpeg() + [UInt8](repeating: 0, count: 1 << 20)
        let near = try CountedFile(bytes)
        #expect(try ExifThumbnail(of: near, in: context) != nil && near.end == 64 << 10)
        // Segments of other programs may come first.
        let segment = [UInt8](repeating: 0, count: 60_000)
        let far = try CountedFile((0..<3).reduce(bytes) { bytes, _ in SampleJPEG.adding(0xEB, segment, to: bytes) })
        #expect(try ExifThumbnail(of: far, in: context) != nil && far.end == 256 << 10)
        let tooFar = try CountedFile((0..<20).reduce(bytes) { bytes, _ in SampleJPEG.adding(0xEB, segment, to: bytes) })
        #expect(try ExifThumbnail(of: tooFar, in: context) == nil && tooFar.end == 1 << 20)
    }

    @Test("The thumbnail is turned like the picture", arguments: 1...8)
    func orientation(orientation: Int) throws {
        let thumbnail = SampleJPEG.encode(Quadrants(width: 160, height: 120, "RG/BY"))
        let bytes = jpeg(thumbnail: thumbnail, orientation: orientation)
        let level = try #require(try preview(bytes))
        let decoded = try service.render(
            DecodingRequest(.memory(bytes)), .covering(PixelSize(width: 90, height: 90)),
            cancellation: DecodeCancellation())
        #expect(level.pictureSize == decoded.pictureSize)
        let corners = [(0, 0), (1, 0), (0, 1), (1, 1)]
        for (column, row) in corners {
            func corner(_ bitmap: Bitmap) -> [UInt8] {
                bitmap.pixel(x: column * (bitmap.width - 1), y: row * (bitmap.height - 1))
            }
            #expect(isNear(corner(level.bitmap), corner(decoded.bitmap)))
        }
    }

    @Test(
        "Black bars around the picture are cut off",
        arguments: [(1080, 720, 160, 106), (1280, 720, 160, 90), (540, 720, 90, 120), (720, 720, 120, 120)])
    func letterbox(width: Int, height: Int, shownWidth: Int, shownHeight: Int) throws {
        let shown = Quadrants(width: shownWidth, height: shownHeight, "YB/GR")
        let thumbnail = padded(shown, to: PixelSize(width: 160, height: 120))
        let level = try #require(
            try preview(jpeg(Quadrants(width: width, height: height, "RG/BY"), thumbnail: thumbnail)))
        #expect(abs(level.bitmap.width - shownWidth) <= 2 && abs(level.bitmap.height - shownHeight) <= 2)
        for x in [0, level.bitmap.width - 1] {
            for y in [0, level.bitmap.height - 1] {
                #expect(level.bitmap.pixel(x: x, y: y).prefix(3).max() ?? 0 > 200, "\(x), \(y)")
            }
        }
    }

    private func color(_ bytes: [UInt8]) throws -> AverageColor? {
        try service.describe(DecodingRequest(.memory(bytes)), cancellation: DecodeCancellation()).color
    }

    @Test("The average color of a picture is that of its thumbnail, in linear light and without bars")
    func averageColor() throws {
        func isNear(_ color: AverageColor?, _ expected: AverageColor) -> Bool {
            guard let color else { return false }
            return stride(from: 0, through: 16, by: 8).allSatisfy {
                abs(Int(color.number >> $0 & 0xFF) - Int(expected.number >> $0 & 0xFF)) < 4
            }
        }
        func encoded(_ row: [[UInt8]], rows: Int) -> [UInt8] {
            SampleJPEG.encode((0..<rows).flatMap { _ in row.joined() }, size: (row.count, rows))
        }
        let halves = encoded((0..<160).map { $0 < 80 ? [0, 0, 0] : [255, 255, 255] }, rows: 120)
        #expect(isNear(try color(jpeg(thumbnail: halves)), AverageColor(red: 188, green: 188, blue: 188)))
        let brown = encoded(Array(repeating: [200, 100, 50], count: 160), rows: 120)
        #expect(isNear(try color(jpeg(thumbnail: brown)), AverageColor(red: 200, green: 100, blue: 50)))
        for orientation in [1, 6] {
            let shown = Quadrants(width: 160, height: 106, "RR/RR")
            let bars = padded(shown, to: PixelSize(width: 160, height: 120))
            let bytes = jpeg(Quadrants(width: 1080, height: 720, "RG/BY"), thumbnail: bars, orientation: orientation)
            let red = try color(jpeg(thumbnail: SampleJPEG.encode(Quadrants(width: 160, height: 120, "RR/RR"))))
            #expect(isNear(try color(bytes), try #require(red)))
        }
        let worker = DecodingWorkers.ofBuiltProgram()
        let bytes = jpeg(thumbnail: halves)
        let description = try worker.describe(DecodingRequest(.memory(bytes)), cancellation: DecodeCancellation())
        #expect(try description.color == color(bytes))
    }

    @Test("A picture with a missing or damaged EXIF thumbnail has no average color")
    func noColor() throws {
        #expect(try color(SampleJPEG.encode(picture)) == nil)
        #expect(try color(jpeg(orientation: 1, tags: [0x0112: .short(3)])) == nil)
        #expect(try color(jpeg(thumbnail: [0xFF, 0xD8, 0xFF, 0xD9])) == nil)
        let encoded = SampleJPEG.encode(other)
        #expect(try color(jpeg(thumbnail: Array(encoded[..<(encoded.count / 2)]))) == nil)
    }

    @Test("A thumbnail of another aspect without bars belongs to another picture")
    func aspect() throws {
        let wide = Quadrants(width: 1280, height: 720, "RG/BY")
        #expect(try preview(jpeg(wide)) == nil)
        #expect(try preview(jpeg(Quadrants(width: 720, height: 960, "RG/BY"))) == nil)
        let shown = Quadrants(width: 160, height: 90, "YB/GR")
        let gray = padded(shown, to: PixelSize(width: 160, height: 120), gray: 90)
        #expect(try preview(jpeg(wide, thumbnail: gray)) == nil)
    }

    @Test("A thumbnail with another orientation than the picture is from before it was rotated")
    func staleOrientation() throws {
        #expect(try preview(jpeg(orientation: 1, tags: [0x0112: .short(3)])) == nil)
        #expect(try preview(jpeg(orientation: 6, tags: [0x0112: .short(1)])) == nil)
        #expect(try preview(jpeg(orientation: 6, tags: [0x0112: .short(6)])) != nil)
    }

    @Test("A thumbnail outside its block, empty, damaged or not a JPEG is ignored")
    func damaged() throws {
        for tags: [UInt16: SampleExif.Value] in [
            [0x0201: .long(1 << 20)], [0x0201: .long(Int(UInt32.max))], [0x0202: .long(1 << 20)], [0x0202: .long(0)],
            [0x0201: .text("none")],
        ] {
            #expect(try preview(jpeg(tags: tags)) == nil)
        }
        let encoded = SampleJPEG.encode(other)
        #expect(try preview(jpeg(thumbnail: Array(encoded[..<(encoded.count / 2)]))) == nil)
        #expect(try preview(jpeg(thumbnail: SamplePNG(other).encode(other.rgb))) == nil)
        #expect(throws: PictureFailure.damaged(format: "JPEG")) {
            try preview(jpeg(thumbnail: [0xFF, 0xD8, 0xFF, 0xD9]))
        }
    }

    @Test("A thumbnail stays within the limits of a decode")
    func bounds() throws {
        // Its header declares more pixels than a thumbnail may have.
        var huge = SampleJPEG.encode(other)
        let frame = try #require(huge.indices.first { huge[$0...].starts(with: [0xFF, 0xC0]) })
        huge.replaceSubrange(frame + 5..<frame + 9, with: [0x2E, 0xE0, 0x3E, 0x80])
        #expect(try preview(jpeg(Quadrants(width: 4096, height: 3072, "RG/BY"), thumbnail: huge)) == nil)
        // The picture is decoded as fast.
        #expect(try preview(jpeg(Quadrants(width: 280, height: 210, "RG/BY"))) == nil)
        var limits = DecodeLimits.default
        limits.tileSeconds = 0
        #expect(throws: PictureFailure.tookTooLong) { try preview(jpeg(), limits: limits) }
    }

    @Test("A cancelled preview ends with a cancellation error")
    func cancellation() {
        let cancellation = DecodeCancellation()
        cancellation.cancel()
        let request = DecodingRequest(.memory(jpeg()))
        #expect(throws: CancellationError.self) { try service.preview(request, cancellation: cancellation) }
    }

    @Test("An EXIF thumbnail is enough for no tile, because the picture may have been edited without it")
    func enough() throws {
        let level = try #require(try preview(jpeg()))
        #expect(!level.isEnough(for: PixelSize(width: 4, height: 3)))
        let decoded = try service.render(
            DecodingRequest(.memory(jpeg())), .covering(PixelSize(width: 160, height: 120)),
            cancellation: DecodeCancellation())
        #expect(decoded.bitmap.width < 320 && decoded.isEnough(for: PixelSize(width: 80, height: 60)))
    }

    @Test("A thumbnail with another modification time than the picture is not used")
    func olderTime() throws {
        func preview(_ time: String?) throws -> PictureLevel? {
            let exif = SampleExif.encode(
                [0x0132: .text("2024:05:01 12:00:00")], thumbnail: SampleJPEG.encode(other),
                thumbnailTags: time.map { [0x0132: .text($0)] } ?? [:])
            let bytes = SampleJPEG.adding(0xE1, Array("Exif\0\0".utf8) + exif, to: SampleJPEG.encode(picture))
            return try self.preview(bytes)
        }
        #expect(try preview(nil) != nil && preview("2024:05:01 12:00:00") != nil)
        #expect(try preview("2024:01:01 10:00:00") == nil)
    }

    @Test("A thumbnail in EXIF of a picture with another size is not used")
    func olderSize() throws {
        func preview(_ width: Int, _ height: Int) throws -> PictureLevel? {
            let exif = SampleExif.encode(
                [0x8769: .directory([0xA002: .long(width), 0xA003: .long(height)])],
                thumbnail: SampleJPEG.encode(other))
            let bytes = SampleJPEG.adding(0xE1, Array("Exif\0\0".utf8) + exif, to: SampleJPEG.encode(picture))
            return try self.preview(bytes)
        }
        #expect(try preview(960, 720) != nil && preview(0, 0) != nil)
        #expect(try preview(4000, 3000) == nil && preview(720, 960) == nil)
    }
}
