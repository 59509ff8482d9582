import Albums
import Basics
import CellArt
import FoundationEssentials
import Fuzzing
import Testing

@testable import Pictures

@Suite("Hostile values in metadata and answers of workers", .timeLimit(.minutes(60)))
struct HostileValueTests {
    /// The tags that are read, by directory: the picture's own, the camera's and the location's.
    private static let tags: [UInt16?: [UInt16]] = [
        nil: [0x0112, 0x010E, 0x010F, 0x0110, 0x013B, 0x0132],
        0x8769: [0x829A, 0x829D, 0x8827, 0x9003, 0x920A, 0x9214, 0x927C, 0xA214, 0xA434],
        0x8825: [1, 2, 3, 4],
    ]

    private static let values: [SampleExif.Value] =
        HostileValues.numbers.map { .text($0) }
        + HostileValues.numbers.map { .text("2015:04:10 12:03:\($0)") }
        + HostileValues.numbers.map { .text("\($0):04:10 12:03:09") }
        + [.text(HostileValues.longText), .short(0), .short(0xFFFF)]
        + [(0, 0), (0, 1), (1, 0), (0xFFFF_FFFF, 1), (1, 0xFFFF_FFFF), (0xFFFF_FFFF, 0xFFFF_FFFF)].flatMap { number in
            [1, 3, 5].map { .rationals(Array(repeating: number, count: $0)) }
        }

    @Test("No EXIF value exceeds the limits")
    func exif() throws {
        for (directory, tags) in Self.tags {
            for tag in tags {
                for (index, value) in Self.values.enumerated() {
                    let others: [UInt16: SampleExif.Value] =
                        directory == 0x8825
                        ? [
                            1: .text("S"), 2: .rationals([(37, 1), (18, 1), (5724, 100)]), 3: .text("E"),
                            4: .rationals([(81, 1), (8, 1), (5856, 100)]),
                        ]
                        : [:]
                    let changed = others.merging([tag: value]) { $1 }
                    let exif = SampleExif.encode(directory.map { [$0: .directory(changed)] } ?? changed)
                    let details = exif.withUnsafeBytes { ExifBlock($0).map(PhotoDetails.init) }
                    #expect(HostileValues.excesses(in: try #require(details)) == [], "tag \(tag), value \(index)")
                }
            }
        }
    }

    @Test("Texts of megabytes are cut before they are sent to the program")
    func texts() throws {
        var details = PhotoDetails()
        details.description = HostileValues.longText
        details.author = String(repeating: "\u{1F600}", count: 1 << 20)
        details.tags = Array(repeating: HostileValues.longText, count: 1) + (0..<2000).map(String.init)
        let reply = WorkerReply.description(PictureDescription(size: PixelSize(width: 5, height: 5), details: details))
        #expect(reply.message.count < 1 << 20)
        guard case .description(let read) = try WorkerReply(reply.message) else {
            Issue.record("not a description")
            return
        }
        #expect(HostileValues.excesses(in: read) == [])
        #expect(read.details.description?.count == 4096 && read.details.author?.count == 4096)
        #expect(read.details.tags.count == 1000)
        var writer = MessageWriter()
        writer.write(8, 0, ExactText(HostileValues.longText))
        #expect(throws: MessageReader.Malformed.self) { try WorkerReply(writer.bytes) }
    }

    private static var replies: [WorkerReply] {
        var details = PhotoDetails()
        details.description = "a"
        details.locationName = "c"
        details.tags = ["b"]
        details.taken = Date(timeIntervalSince1970: 5)
        details.exposure = Exposure(time: 0.5, aperture: 2, iso: 100, focalLength: 50)
        details.setCoordinate(Address.Coordinate(latitude: 1, longitude: 2))
        details.missingPackage = "d"
        let level = TransferredLevel(
            bitmapSize: PixelSize(width: 4, height: 3), isOpaque: true,
            region: PixelRegion(x: 0, y: 0, width: 8, height: 6),
            pictureSize: PixelSize(width: 8, height: 6), origin: .scaledDecode(factor: 2), factor: 2,
            contrast: ContrastingBackground(gray: 128, shades: 3...9),
            isTruncated: false)
        return [
            .needsMemory(5), .needsArea(5),
            .description(
                PictureDescription(
                    size: level.pictureSize, color: AverageColor(red: 1, green: 2, blue: 3), details: details)),
            .level(level), .frame(level, .milliseconds(100)), .failed(.tooLarge(width: 5, height: 5)),
            .failed(.fileTooLarge(maxBytes: 5)), .failed(.unreadable(reason: "a")),
            .recorded(.tooLarge(width: 5, height: 5)), .failed(.missingLibrary(format: "a", package: "b")),
            .ready(
                WorkerReport(
                    protections: WorkerProtections(noNewPrivileges: 0, limits: 0, landlock: 0, seccomp: 0),
                    libraries: [
                        SystemLibrary(name: "a", .found(version: "1")),
                        SystemLibrary(name: "b", .missing(version: "1", package: "b1")),
                        SystemLibrary(name: "c", .withoutDecoder(format: "d", package: "e")),
                    ])),
        ]
    }

    @Test("No value in an answer of a worker exceeds the limits", arguments: Self.replies.indices)
    func answers(index: Int) throws {
        let message = Self.replies[index].message
        let values: [UInt64] =
            [Int.max, .min, -1, 0, 1 << 24 + 1, 1 << 41].map { UInt64(bitPattern: Int64($0)) }
            + [1e300, -1e300, .infinity, -.infinity, .nan].map(\Double.bitPattern)
        var accepted = 0
        // The kind of the reply comes first.
        for offset in 8...max(8, message.count - 8) {
            for value in values {
                var changed = message
                changed.replaceSubrange(offset..<offset + 8, with: withUnsafeBytes(of: value) { Array($0) })
                guard let reply = try? WorkerReply(changed) else { continue }
                accepted += 1
                #expect(HostileValues.excesses(in: reply) == [], "\(value) at \(offset)")
                if case .level(let level) = reply { #expect((1...1 << 50).contains(level.bytes)) }
            }
        }
        #expect(accepted > 0)
    }
}
