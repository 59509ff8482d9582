import Albums
import Basics
import FoundationEssentials
import Glibc
import TestFixtures
import Testing

@testable import Pictures

@Suite("Headers of videos")
struct VideoHeaderTests {
    private let files = TemporaryFiles()

    private func describe(_ bytes: [UInt8]) throws -> PictureDescription {
        try InProcessDecoding().describe(DecodingRequest(.memory(bytes)), cancellation: DecodeCancellation())
    }

    @Test("The length and size in the header of an MP4 or QuickTime file are known")
    func containers() throws {
        let sample = SampleVideo()
        let containers: [(String, [UInt8])] = [
            ("MP4", sample.mp4()), ("times of 64 bits", sample.mp4(isLong: true)),
            ("movie last", sample.mp4(movieIsLast: true)), ("fragmented", sample.mp4(isFragmented: true)),
            ("fragmented, 64 bits", sample.mp4(isLong: true, isFragmented: true)),
            ("QuickTime", sample.mp4(brand: "qt  ")), ("3GP", sample.mp4(brand: "3gp5")),
            ("M4V", sample.mp4(brand: "M4V ")), ("old QuickTime", sample.oldQuickTime()),
        ]
        for (name, bytes) in containers {
            let description = try describe(bytes)
            #expect(description.size == PixelSize(width: 1920, height: 1080), "\(name)")
            #expect(abs(try #require(description.details.duration, "\(name)") - 83.5) < 0.05, "\(name)")
            #expect(EncodedSource.memory(bytes).isVideo, "\(name)")
        }
    }

    @Test("The size of a rotated video is upright", arguments: [(0, 1920), (90, 1080), (180, 1920), (270, 1080)])
    func rotation(degrees: Int, width: Int) throws {
        var sample = SampleVideo()
        sample.rotation = degrees
        for bytes in [sample.mp4(), sample.mp4(isLong: true)] {
            #expect(try describe(bytes).size == PixelSize(width: width, height: 3000 - width))
        }
    }

    @Test("A video has its date in UTC, or with its zone if a phone has written that")
    func dates() throws {
        var sample = SampleVideo()
        sample.created = 1_561_975_200
        for bytes in [sample.mp4(), sample.mp4(isLong: true)] {
            let details = try describe(bytes).details
            #expect(details.taken == Date(timeIntervalSince1970: 1_561_975_200) && details.takenZone == 0)
        }
        sample.keys = [("creationdate", "2019-07-01T12:00:00+0200")]
        let details = try describe(sample.mp4(brand: "qt  ")).details
        #expect(details.taken == Date(timeIntervalSince1970: 1_561_975_200 + 7200) && details.takenZone == 120)
        // The clock was never set.
        for created in [nil, 0] {
            sample = SampleVideo()
            sample.created = created
            #expect(try describe(sample.mp4()).details.taken == nil)
        }
    }

    @Test("A video by a program that counts from 1970 has the right date")
    func otherEpoch() throws {
        var sample = SampleVideo()
        sample.created = 1_561_975_200 - 2_082_844_800
        for bytes in [sample.mp4(), sample.mp4(isLong: true)] {
            #expect(try describe(bytes).details.taken == Date(timeIntervalSince1970: 1_561_975_200))
        }
        sample.created = 3600 - 2_082_844_800
        #expect(try describe(sample.mp4()).details.taken == nil)
    }

    @Test(
        "The date in user data is read as programs write it",
        arguments: [
            ("©day", "2019-07-01T12:00:00+0200", 1_561_982_400, 120),
            ("©day", "2019-07-01 12:00:00", 1_561_982_400, nil),
            ("©day", "2019:07:01 12:00:00", 1_561_982_400, nil), ("date", "2019-07-01T12:00:00Z", 1_561_982_400, 0),
            ("©day", "1978", 252_460_800, nil),
        ] as [(String, String, Double, Int?)])
    func userDates(kind: String, text: String, seconds: Double, zone: Int?) throws {
        var sample = SampleVideo()
        sample.userData = [(kind, text)]
        let details = try describe(sample.mp4(brand: "qt  ")).details
        #expect(details.taken == Date(timeIntervalSince1970: seconds) && details.takenZone == zone)
        #expect(details.takenPrecision == (text == "1978" ? .year : .second))
        // Of the same day, the header knows more.
        sample.userData = [("©day", "2019-07-01")]
        sample.created = 1_561_975_200
        #expect(try describe(sample.mp4()).details.taken == Date(timeIntervalSince1970: 1_561_975_200))
    }

    @Test("Matroska and AVI files have the date that is in them")
    func otherDates() throws {
        let matroska = try describe(SampleVideo.matroska(created: 1_620_284_889)).details
        #expect(matroska.taken == Date(timeIntervalSince1970: 1_620_284_889) && matroska.takenZone == 0)
        let camera = ("IDIT", "Thu Aug 25 15:38:12 2005")
        for dates in [[camera], [("ICRD", "2006-01-01"), camera], [("IDIT", "2005:08:25 15:38:12")]] {
            let details = try describe(SampleVideo.avi(dates)).details
            #expect(details.taken == Date(timeIntervalSince1970: 1_124_984_292) && details.takenZone == nil)
        }
        #expect(try describe(SampleVideo.avi([("ICRD", "2005-08-25")])).details.takenPrecision == .day)
        let whole = SampleVideo.matroska(created: 1) + SampleVideo.avi([camera])
        for count in whole.indices.dropFirst(12) {
            _ = try? describe(Array(whole.prefix(count)))
            _ = try? describe(Array(SampleVideo.avi([camera]).prefix(count)))
        }
    }

    @Test("A video has its camera, place and title")
    func texts() throws {
        var phone = SampleVideo()
        phone.keys = [
            ("make", "Apple"), ("model", "iPhone 11"), ("location.ISO6709", "+52.5200-013.4050+034.000/"),
            ("title", "A lighthouse"), ("software", "13.1"),
        ]
        var camera = SampleVideo()
        camera.userData = [
            ("©mak", "Apple"), ("©mod", "iPhone 11"), ("©xyz", "+52.5200-013.4050/"), ("©nam", "A lighthouse"),
        ]
        for bytes in [phone.mp4(brand: "qt  "), camera.mp4(movieIsLast: true)] {
            let details = try describe(bytes).details
            #expect(details.camera == "Apple iPhone 11")
            #expect(details.coordinate == Address.Coordinate(latitude: 52.52, longitude: -13.405))
            #expect(details.title == "A lighthouse")
        }
    }

    @Test("XMP in a video, or beside it, takes precedence")
    func xmp() throws {
        var sample = SampleVideo()
        sample.xmp = SampleMetadata.wholeXMP
        sample.userData = [("©nam", "Another title")]
        let expected = "A lighthouse"
        for bytes in [sample.mp4(), sample.mp4(movieIsLast: true)] {
            let details = try describe(bytes).details
            #expect(details.title == expected && details.duration == 83.5)
        }
        sample.xmp = []
        var request = DecodingRequest(.memory(sample.mp4()))
        request.sidecars = [.memory(SampleMetadata.wholeXMP)]
        #expect(
            try InProcessDecoding().describe(request, cancellation: DecodeCancellation()).details.title == expected)
    }

    @Test(
        "Coordinates are written in degrees, with minutes or seconds",
        arguments: [
            ("+52.5200+013.4050/", 52.52, 13.405), ("-33.5-070.25+520/", -33.5, -70.25), ("+90+180/", 90, 180),
            ("+5230.6+01315.3/", 52.51, 13.255), ("-523036-0131518/", -52.51, -13.255),
        ])
    func coordinates(text: String, latitude: Double, longitude: Double) throws {
        let coordinate = try #require(Address.Coordinate(iso6709: text))
        #expect(abs(coordinate.latitude - latitude) < 1e-6 && abs(coordinate.longitude - longitude) < 1e-6)
    }

    @Test(
        "Text other than a coordinate is ignored",
        arguments: ["", "+", "+-", "52.5+13.4/", "+91+013/", "+52.5/", "+5x.2+013/", "+52..5+013/"])
    func noCoordinates(text: String) {
        #expect(Address.Coordinate(iso6709: text) == nil)
    }

    @Test("Other containers are recognized, and their size is left to an installed program")
    func others() throws {
        let packet = [UInt8(0x47)] + [UInt8](repeating: 0, count: 187)
        let containers: [(String, [UInt8])] = [
            ("MPEG-TS", Array(repeatElement(packet, count: 6).joined())),
            ("MPEG-TS", Array(repeatElement([0, 0, 0, 0] + packet, count: 6).joined())),
            ("Matroska", SampleVideo.matroska), ("AVI", SampleVideo.avi), ("MPEG", [0, 0, 1, 0xBA, 0x44, 0, 0, 0]),
            ("MPEG", [0, 0, 1, 0xB3, 0x2D, 0x02, 0x40, 0x33]),
            ("FLV", Array("FLV\u{1}\u{5}".utf8) + [UInt8](repeating: 0, count: 50)),
            ("WMV", [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11] + [UInt8](repeating: 0, count: 50)),
        ]
        for (name, bytes) in containers {
            #expect(EncodedSource.memory(bytes).isVideo)
            let description = try describe(bytes)
            #expect(description.size == nil && description.failure == .unsupportedFormat(name), "\(name)")
            #expect(description.details == PhotoDetails(), "\(name)")
        }
    }

    @Test("Pictures and audio are no videos", arguments: ["heic", "avif", "crx ", "M4A ", "jp2 "])
    func noVideos(brand: String) {
        #expect(!EncodedSource.memory(SampleVideo.box("ftyp", Array(brand.utf8 + [0, 0, 0, 0] + brand.utf8))).isVideo)
    }

    @Test("Of a video of many gigabytes, only the header is read")
    func large() throws {
        let bytes = SampleVideo().mp4(movieIsLast: true)
        let movie = SampleVideo().movie()
        let head = Array(bytes.prefix(24))
        let frames = 5 << 30
        let path = files.path(of: head + SampleVideo.big(1, 4) + Array("mdat".utf8) + SampleVideo.big(frames, 8))
        let descriptor = open(TemporaryFiles.name(path), O_WRONLY)
        defer { close(descriptor) }
        let written = movie.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(24 + frames)) }
        try #require(written == movie.count)
        let description = try InProcessDecoding().describe(
            DecodingRequest(.file(path: path)), cancellation: DecodeCancellation())
        #expect(description.details.duration == 83.5)
    }

    // MARK: Hostile files

    @Test("Boxes of impossible sizes end the search", arguments: [0, 1, 2, 7, 8, 0x7FFF_FFFF, 0xFFFF_FFFF])
    func hostileSizes(size: Int) {
        let head = SampleVideo.box("ftyp", Array("isom".utf8) + [0, 0, 0, 0] + Array("isom".utf8))
        for long in [0, 1, 15, 16, Int.max, Int.min, -1] {
            for kind in ["moov", "mdat", "uuid"] {
                let box = SampleVideo.big(size, 4) + Array(kind.utf8) + SampleVideo.big(long, 8)
                #expect(throws: PictureFailure.damaged(format: "MP4")) { try describe(head + box) }
                // Nested in themselves.
                #expect(throws: PictureFailure.damaged(format: "MP4")) {
                    try describe(head + Array(repeatElement(box, count: 2000).joined()))
                }
            }
        }
    }

    @Test("A million boxes are not all read")
    func manyBoxes() throws {
        let head = SampleVideo.box("ftyp", Array("isom".utf8) + [0, 0, 0, 0] + Array("isom".utf8))
        let empty = Array(repeatElement(SampleVideo.box("free", []), count: 1_000_000).joined())
        let counted = CountingPicture(head + empty + SampleVideo().movie())
        #expect(throws: PictureFailure.damaged(format: "MP4")) {
            try VideoHeader(of: counted, format: .mp4, cancellation: DecodeCancellation())
        }
        #expect(counted.bytesRead < 1 << 20)
    }

    @Test("Every truncated video has a header or a reason")
    func truncated() throws {
        var sample = SampleVideo()
        sample.keys = [("make", "Apple"), ("location.ISO6709", "+52.5200-013.4050/")]
        sample.userData = [("©xyz", "+52.5200-013.4050/")]
        for bytes in [sample.mp4(brand: "qt  "), sample.oldQuickTime()] {
            for count in 12..<min(bytes.count, 1800) {
                do {
                    _ = try describe(Array(bytes.prefix(count)))
                } catch {
                    #expect(error is PictureFailure)
                }
            }
        }
    }

    @Test("A length that no video has is unknown", arguments: [0, -1, 1e7])
    func absurdLengths(seconds: Double) throws {
        var sample = SampleVideo()
        sample.seconds = seconds
        #expect(try describe(sample.mp4(isLong: true)).details.duration == nil)
    }
}

/// Bytes in memory that count how many of them are read.
private final class CountingPicture: EncodedPicture {
    private let picture: [UInt8]
    private(set) var bytesRead = 0

    init(_ bytes: [UInt8]) {
        picture = bytes
    }

    var size: Int { picture.count }
    var version: IdentifiedFile? { nil }

    func read(_ count: Int, at offset: Int, cancellation: DecodeCancellation) throws -> FileBytes {
        bytesRead += count
        return try FetchedPicture(picture).read(count, at: offset, cancellation: cancellation)
    }
}
