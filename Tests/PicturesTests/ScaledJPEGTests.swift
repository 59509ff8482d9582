import Albums
import Basics
import CellArt
import Foundation
import TestFixtures
import Testing

@testable import Pictures

@Suite("Scaled JPEGs of pictures", .timeLimit(.minutes(60)))
struct ScaledJPEGTests {
    private let folder: TemporaryFolder
    private let jpegs = ScaledJPEG(DecodingWorkers(executable: BuiltProgram.path(of: "tintype")))
    private let decoding = InProcessDecoding()

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Writes a picture and its sidecar.
    private func write(_ picture: [UInt8], _ name: String = "a.jpg", sidecar: [UInt8]? = nil) throws -> EncodedSource {
        let path = "\(folder.path)/\(name)"
        try Data(picture).write(to: URL(filePath: path))
        if let sidecar { try Data(sidecar).write(to: URL(filePath: path + ".xmp")) }
        return .file(path: Array(path.utf8))
    }

    private func describe(_ jpeg: [UInt8]) throws -> PictureDescription {
        try decoding.describe(DecodingRequest(.memory(jpeg)), cancellation: DecodeCancellation())
    }

    /// A picture with the EXIF of a camera and XMP.
    private func photo(xmp: [UInt8] = SampleMetadata.wholeXMP) -> [UInt8] {
        SampleJPEG.adding(
            exif: SampleExif.camera, to: SampleJPEG.adding(xmp: xmp, to: SampleJPEG.encode(.upright)))
    }

    @Test(
        "A picture is upright in the requested size, in the orientation of EXIF or of the user",
        arguments: [false, true])
    func upright(isOfUser: Bool) throws {
        let stored = SampleJPEG.encode(Quadrants(width: 64, height: 96, "GY/RB"))
        let source = try write(
            SampleJPEG.adding(orientation: isOfUser ? 3 : 6, to: stored),
            sidecar: isOfUser
                ? SampleMetadata.xmp(
                    "xmlns:tt=\"http://tintype.photos/ns/1.0/\" tiff:Orientation=\"6\" tt:Orientation=\"6\"") : nil)
        let jpeg = try jpegs.bytes(of: source, JPEGExport(maxSide: 48))
        let level = try decoding.render(
            DecodingRequest(.memory(jpeg)), .covering(Quadrants.upright.size), cancellation: DecodeCancellation())
        #expect(level.pictureSize == PixelSize(width: 48, height: 32))
        #expect(level.bitmap.looks(like: .upright, tolerance: 60))
        #expect(try describe(jpeg).details.orientation == nil)
    }

    @Test("A smaller picture keeps its size, and transparent parts become white")
    func small() throws {
        let pixels = Quadrants.upright.pixels { $0 == [255, 0, 0] ? [0, 0, 0, 0] : $0 + [255] }
        let png = SamplePNG(width: 96, height: 64, color: .rgba).encode(pixels)
        let jpeg = try jpegs.bytes(of: try write(png, "a.png"), JPEGExport(maxSide: 2048))
        let level = try decoding.render(
            DecodingRequest(.memory(jpeg)), .covering(Quadrants.upright.size), cancellation: DecodeCancellation())
        #expect(level.pictureSize == Quadrants.upright.size)
        #expect(level.bitmap.pixel(x: 10, y: 10).allSatisfy { $0 > 245 })
    }

    @Test("EXIF, texts, tags and rating are kept, and sidecars replace those in the picture")
    func metadata() throws {
        let sidecar = SampleMetadata.xmp(
            """
            xmp:Rating="5" exif:DateTimeOriginal="2016-01-02T03:04:05+01:00"
            xmlns:tt="http://tintype.photos/ns/1.0/" tt:DateTimeOriginal="2016-01-02T03:04:05+01:00"
            photoshop:City="Northport"
            """, SampleMetadata.title("Signal") + "<dc:subject><rdf:Bag><rdf:li>dusk</rdf:li></rdf:Bag></dc:subject>")
        let jpeg = try jpegs.bytes(of: try write(photo(), sidecar: sidecar), JPEGExport(maxSide: 48))
        let details = try describe(jpeg).details
        #expect(details.title == "Signal" && details.description == "At dusk" && details.author == "Mira Hölt")
        #expect(Set(details.tags) == ["dusk", "sea", "beach"] && details.rating == 5 && details.city == "Northport")
        #expect(details.camera == "NIKON D3100" && details.lens == "18-55 mm")
        #expect(details.exposure == Exposure(time: 1 / 500, aperture: 5.6, iso: 200, focalLength: 24))
        #expect(details.coordinate != nil)
        #expect(details.taken.map { TakenTime($0, zone: details.takenZone).text } == "2016-01-02T03:04:05+01:00")
        // EXIF has the corrected time, too, for programs that read no XMP.
        let exif = try #require(
            try EmbeddedMetadata(of: FetchedPicture(jpeg), format: .jpeg, cancellation: DecodeCancellation()).exif)
        #expect(String(decoding: exif, as: UTF8.self).contains("2016:01:02 03:04:05\0"))
    }

    @Test("Without places, neither EXIF nor XMP has coordinates or the city")
    func places() throws {
        let sidecar = SampleMetadata.xmp("photoshop:City=\"Northport\" xmp:Label=\"Red\"")
        let source = try write(photo(), sidecar: sidecar)
        let jpeg = try jpegs.bytes(of: source, JPEGExport(maxSide: 48, stripsPlaces: true))
        let details = try describe(jpeg).details
        #expect(details.coordinate == nil && details.city == nil)
        #expect(details.title == "A lighthouse" && details.label == "Red" && details.camera == "NIKON D3100")
        let text = String(decoding: jpeg, as: UTF8.self)
        #expect(!text.contains("GPS") && !text.contains("Northport"))
    }

    @Test("A packet about other data of the file, and a thumbnail of the original, are left out")
    func partsOfOriginal() throws {
        let xmp = SampleMetadata.xmp(
            "xmlns:GCamera=\"http://ns.google.com/photos/1.0/camera/\" GCamera:MotionPhoto=\"1\"",
            SampleMetadata.title("Gulls"))
        let exif = SampleExif.encode(
            [0x0110: .text("X1"), 0x8769: .directory([0x927C: .undefined([1, 2, 3, 4, 5])])],
            thumbnail: SampleJPEG.encode(.upright))
        let source = try write(
            SampleJPEG.adding(exif: exif, to: SampleJPEG.adding(xmp: xmp, to: SampleJPEG.encode(.upright))))
        let jpeg = try jpegs.bytes(of: source, JPEGExport(maxSide: 48))
        let metadata = try EmbeddedMetadata(
            of: FetchedPicture(jpeg), format: .jpeg, cancellation: DecodeCancellation())
        #expect(metadata.thumbnail == nil)
        let details = try describe(jpeg).details
        #expect(details.title == "Gulls" && details.camera == "X1")
        #expect(!String(decoding: jpeg, as: UTF8.self).contains("MotionPhoto"))
    }

    @Test("A truncated picture has no copy, because that would look whole")
    func truncated() throws {
        let jpeg = SampleJPEG.encode(Quadrants(width: 640, height: 480, "RG/BY"))
        let source = try write(Array(jpeg[..<(jpeg.count * 2 / 3)]))
        #expect(throws: PictureFailure.damaged(format: "JPEG")) {
            try jpegs.bytes(of: source, JPEGExport(maxSide: 2048))
        }
    }

    @Test("EXIF has the size of the copy, if it had one", arguments: [false, true])
    func pixelDimensions(hasSize: Bool) throws {
        let size: [UInt16: SampleExif.Value] = hasSize ? [0xA002: .short(96), 0xA003: .long(64)] : [:]
        let exif = SampleExif.encode([0x8769: .directory([0x8827: .short(200)].merging(size) { $1 })])
        let source = try write(SampleJPEG.adding(exif: exif, to: SampleJPEG.encode(.upright)))
        let jpeg = try jpegs.bytes(of: source, JPEGExport(maxSide: 48))
        let copied = try #require(
            try EmbeddedMetadata(of: FetchedPicture(jpeg), format: .jpeg, cancellation: DecodeCancellation()).exif)
        let written = copied.withUnsafeBytes { bytes in
            let camera = ExifBlock(bytes)?.main.directory(0x8769)
            return [camera?.integer(0xA002), camera?.integer(0xA003)]
        }
        #expect(written == (hasSize ? [48, 32] : [nil, nil]))
    }

    @Test("Any EXIF gives a block that can be read")
    func mutated() throws {
        let samples = [SampleExif.camera, SampleExif.encode([0x010F: .text("A")], thumbnail: [1, 2, 3])]
        for (number, sample) in samples.enumerated() {
            for index in sample.indices {
                var exif = sample
                exif[index] ^= UInt8(truncatingIfNeeded: 0x81 &+ index &* 37 &+ number)
                let source = EncodedSource.memory(SampleJPEG.adding(exif: exif, to: SampleJPEG.encode(.upright)))
                let segments = try CopiedMetadata(
                    of: DecodingRequest(source), size: Quadrants.upright.size, stripsPlaces: false, in: decoding,
                    cancellation: DecodeCancellation()
                ).segments
                #expect(segments.starts(with: [0xFF, 0xE1]))
            }
        }
    }
}
