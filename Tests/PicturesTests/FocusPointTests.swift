import Albums
import Basics
import CellArt
import Fuzzing
import Testing

@testable import Pictures

@Suite("Where the camera has focused")
struct FocusPointTests {
    /// Encodes the EXIF of a picture of 6000 x 4000 pixels.
    private func exif(
        maker: String? = nil, model: String = "Model", orientation: Int = 1, _ camera: [UInt16: SampleExif.Value]
    ) -> [UInt8] {
        let size: [UInt16: SampleExif.Value] = [0xA002: .long(6000), 0xA003: .long(4000)]
        var main: [UInt16: SampleExif.Value] = [
            0x0112: .short(orientation), 0x0110: .text(model), 0x8769: .directory(size.merging(camera) { $1 }),
        ]
        if let maker { main[0x010F] = .text(maker) }
        return SampleExif.encode(main)
    }

    private func focus(_ exif: [UInt8], storedSize: PixelSize? = nil) -> FocusPoint? {
        exif.withUnsafeBytes { bytes in
            ExifBlock(bytes).flatMap {
                PhotoDetails($0, orientation: Orientation($0), storedSize: storedSize).focus
            }
        }
    }

    /// Reads the note of a camera.
    private func focus(_ note: SampleExif.Value, maker: String = "", model: String = "Model") -> FocusPoint? {
        focus(exif(maker: maker, model: model, [0x927C: note]))
    }

    @Test("EXIF's subject area is a point, a circle or a rectangle, and a subject location a point")
    func subject() {
        #expect(focus(exif([0x9214: .shorts([1500, 1000])])) == FocusPoint(x: 0.25, y: 0.25))
        #expect(focus(exif([0x9214: .shorts([1500, 1000, 600])])) == FocusPoint(x: 0.25, y: 0.25))
        #expect(
            focus(exif([0x9214: .shorts([1500, 3000, 600, 400])])) == FocusPoint(x: 0.25, y: 0.75))
        #expect(focus(exif([0xA214: .shorts([4500, 1000])])) == FocusPoint(x: 0.75, y: 0.25))
        #expect(focus(exif([:])) == nil)
    }

    @Test("A point outside the picture, and one of a picture that an editor has cropped, is ignored")
    func otherPicture() {
        let area: [UInt16: SampleExif.Value] = [0x9214: .shorts([1500, 1000])]
        #expect(focus(exif([0x9214: .shorts([6001, 1000])])) == nil)
        #expect(focus(exif([0x9214: .shorts([1500, 65535])])) == nil)
        #expect(focus(exif(area), storedSize: PixelSize(width: 1500, height: 1000)) == FocusPoint(x: 0.25, y: 0.25))
        #expect(focus(exif(area), storedSize: PixelSize(width: 1500, height: 1500)) == nil)
        #expect(focus(exif(area), storedSize: PixelSize(width: 1000, height: 1500)) == nil)
    }

    @Test(
        "The point is turned with the picture",
        arguments: zip(
            1...8,
            [(0.25, 0.5), (0.75, 0.5), (0.75, 0.5), (0.25, 0.5), (0.5, 0.25), (0.5, 0.25), (0.5, 0.75), (0.5, 0.75)]))
    func orientation(_ orientation: Int, expected: (Double, Double)) {
        let found = focus(exif(orientation: orientation, [0x9214: .shorts([1500, 2000, 600, 200])]))
        #expect(found == FocusPoint(x: expected.0, y: expected.1))
    }

    @Test("A HEIC's own rotation and mirroring replace EXIF's orientation")
    func containers() {
        func orientation(_ properties: [(String, UInt8)]) -> Orientation {
            var bytes: [UInt8] = []
            for (kind, value) in properties { bytes += [0, 0, 0, 9] + Array(kind.utf8) + [value] }
            let boxes = HEIFBoxes(bytes: bytes)
            return boxes.orientation(boxes.all(in: 0..<bytes.count))
        }
        #expect(orientation([]) == .upright)
        #expect([1, 2, 3].map { orientation([("irot", $0)]) } == [8, 3, 6].map(Orientation.init(exif:)))
        #expect(
            orientation([("imir", 1)]) == Orientation(exif: 2) && orientation([("imir", 0)]) == Orientation(exif: 4))
        #expect(orientation([("irot", 1), ("imir", 1)]) == Orientation(exif: 7))
        #expect(orientation([("irot", 3), ("imir", 0)]) == Orientation(exif: 7))
    }

    // MARK: Notes of cameras

    /// Encodes Canon's `AFInfo2` of a picture of 6000 x 4000 pixels.
    private func canon(_ points: [(x: Int, y: Int)], focused: Int) -> SampleExif.Value {
        let (count, words) = (points.count, (points.count + 15) / 16)
        var values = [0, 2, count, count, 6000, 4000, 6000, 4000]
        values += Array(repeating: 300, count: count) + Array(repeating: 200, count: count)
        values += points.map(\.x) + points.map(\.y)
        values += (0..<words).map { focused >> (16 * $0) & 0xFFFF } + Array(repeating: 0, count: words)
        values[0] = 2 * values.count
        return .note([], [0x26: .shorts(values)], from: nil)
    }

    @Test("Canon: the point in focus, with rows upward for EOS cameras and downward for others")
    func canon() {
        let points = [(x: 0, y: 0), (x: -1500, y: 1000), (x: 1500, y: -1000)]
        let note = canon(points, focused: 0b010)
        #expect(
            focus(note, maker: "Canon", model: "Canon EOS 70D") == FocusPoint(x: 0.25, y: 0.25))
        #expect(
            focus(note, maker: "Canon", model: "Canon PowerShot G9") == FocusPoint(x: 0.25, y: 0.75))
        #expect(focus(canon(points, focused: 0), maker: "Canon") == nil)
        #expect(focus(note, maker: "Unknown") == nil)
    }

    @Test("Canon: of several points in focus, the one nearest to the middle of them")
    func severalPoints() {
        let points = (0..<20).map { (x: 300 * ($0 - 10), y: 0) }
        let found = focus(canon(points, focused: 0b1_1100_0000_0000_0000), maker: "Canon")
        #expect(found?.x == 0.5 + 300 * 5 / 6000.0)
    }

    @Test("Canon: the older record has one size for all points")
    func olderCanon() {
        let values = [3, 3, 6000, 4000, 6000, 4000, 60, 60, 0, -1500, 1500, 0, 1000, -1000, 0b100]
        let found = focus(.note([], [0x12: .shorts(values)], from: nil), maker: "Canon", model: "Canon EOS 20D")
        #expect(found == FocusPoint(x: 0.75, y: 0.75))
    }

    /// Encodes Nikon's `AFInfo2`.
    private func nikon(
        _ version: String, contrast: UInt8 = 0, phase: UInt8 = 0, point: (offset: Int, value: UInt8)? = nil,
        area: (offset: Int, values: [Int])? = nil
    ) -> SampleExif.Value {
        var bytes = [UInt8](repeating: 0, count: 0x60)
        bytes.replaceSubrange(0..<4, with: version.utf8)
        (bytes[4], bytes[6]) = (contrast, phase)
        if let point { bytes[point.offset] = point.value }
        for (index, value) in (area?.values ?? []).enumerated() {
            bytes[(area?.offset ?? 0) + 2 * index] = UInt8(value >> 8)
            bytes[(area?.offset ?? 0) + 2 * index + 1] = UInt8(value & 255)
        }
        let start = Array("Nikon\0\u{2}\u{11}\0\0MM\0*\0\0\0\u{8}".utf8)
        return .note(start, [0xB7: .undefined(bytes)], from: 10)
    }

    @Test(
        "Nikon: the area of each version of the record",
        arguments: [("0100", 1, 0x10), ("0101", 1, 0x46), ("0301", 1, 0x2A), ("0300", 2, 0x2A), ("0400", 0, 0x3E)])
    func nikon(_ version: String, contrast: UInt8, offset: Int) {
        let area = (offset, [6000, 4000, 1500, 3000, 300, 200])
        #expect(
            focus(nikon(version, contrast: contrast, area: area)) == FocusPoint(x: 0.25, y: 0.75))
        #expect(focus(nikon(version, contrast: contrast)) == nil)
    }

    @Test("Nikon: of a separate sensor's points, the central one")
    func nikonPoints() {
        #expect(focus(nikon("0100", phase: 2, point: (7, 1))) == FocusPoint(x: 0.5, y: 0.5))
        #expect(focus(nikon("0100", phase: 2, point: (7, 3))) == nil)
        #expect(focus(nikon("0101", phase: 7, point: (0x44, 1))) == FocusPoint(x: 0.5, y: 0.5))
        #expect(focus(nikon("0300", phase: 8, point: (8, 1))) == FocusPoint(x: 0.5, y: 0.5))
    }

    @Test("Sony: the location, with the frame's size; without a frame, the middle counts as unknown")
    func sony() {
        func note(_ start: String, _ location: [Int], frame: [UInt8]? = nil) -> SampleExif.Value {
            var tags: [UInt16: SampleExif.Value] = [0x2027: .shorts(location)]
            if let frame { tags[0x2037] = .undefined(frame) }
            return .note(Array(start.utf8), tags, from: nil)
        }
        #expect(focus(note("SONY DSC \0\0\0", [6000, 4000, 1500, 3000])) == FocusPoint(x: 0.25, y: 0.75))
        #expect(focus(note("", [6000, 4000, 1500, 3000]), maker: "SONY") == FocusPoint(x: 0.25, y: 0.75))
        #expect(focus(note("", [6000, 4000, 3000, 2000]), maker: "SONY") == nil)
        #expect(focus(note("", [0, 0, 0, 0]), maker: "SONY") == nil)
        #expect(
            focus(note("", [6000, 4000, 3000, 2000], frame: [1, 44, 0, 200, 1, 1]), maker: "SONY")
                == FocusPoint(x: 0.5, y: 0.5))
    }

    @Test("Fujifilm: the pixel, in a little-endian note")
    func fujifilm() {
        let note: [UInt8] =
            Array("FUJIFILM".utf8) + [12, 0, 0, 0, 1, 0] + [0x23, 0x10, 3, 0, 2, 0, 0, 0, 0xDC, 5, 0xE8, 3, 0, 0, 0, 0]
        #expect(focus(.undefined(note)) == FocusPoint(x: 0.25, y: 0.25))
    }

    @Test("Panasonic: the position, unless there is none")
    func panasonic() {
        func note(_ numbers: [(Int, Int)]) -> SampleExif.Value {
            .note(Array("Panasonic\0\0\0".utf8), [0x4D: .rationals(numbers)], from: nil)
        }
        #expect(focus(note([(64, 256), (192, 256)])) == FocusPoint(x: 0.25, y: 0.75))
        #expect(focus(note([(16_777_216, 1), (16_777_216, 1)])) == nil)
        #expect(focus(note([(1, 0), (1, 2)])) == nil)
    }

    @Test("Olympus: the corners of the selected point, or the only area", arguments: [false, true])
    func olympus(isNew: Bool) {
        let start = isNew ? "OM SYSTEM\0\0\0MM\0\u{4}" : "OLYMPUS\0MM\0\u{3}"
        func note(_ settings: [UInt16: SampleExif.Value]) -> SampleExif.Value {
            .note(Array(start.utf8), [0x2020: .directory(settings)], from: 0)
        }
        func isNear(_ found: FocusPoint?, _ x: Double, _ y: Double) -> Bool {
            guard let found else { return false }
            return abs(found.x - x) < 1e-9 && abs(found.y - y) < 1e-9
        }
        let corners = [(0, 0), (20, 100), (70, 100), (30, 100), (80, 100)]
        #expect(isNear(focus(note([0x305: .signedRationals(corners)])), 0.25, 0.75))
        #expect(focus(note([0x305: .signedRationals([(0, 0), (-1, 100), (-1, 100), (-1, 100), (-1, 100)])])) == nil)
        #expect(isNear(focus(note([0x304: .longs([0x3333_6666, 0, 0])])), 0.3, 0.3))
        #expect(focus(note([0x304: .longs([0x3333_6666, 0x7979_8585])])) == nil)
    }

    @Test("A program that has rewritten EXIF in another byte order leaves the note readable")
    func otherByteOrder() {
        let location: [UInt8] = [0x27, 0x20, 3, 0, 2, 0, 0, 0, 1, 0, 1, 0]
        #expect(focus(.undefined([1, 0] + location + [0, 0, 0, 0]), maker: "SONY") == nil)
        let inline: [UInt8] = [0x23, 0x10, 3, 0, 2, 0, 0, 0, 0xDC, 5, 0xE8, 3]
        let block = exif(maker: "SONY", [0x927C: .undefined([1, 0] + inline)])
        let read = block.withUnsafeBytes { bytes in
            ExifBlock(bytes).flatMap { MakerNote(in: $0.main.directory(0x8769), maker: "SONY") }?
                .tags.integers(0x1023, maxCount: 2)
        }
        #expect(read == [1500, 1000])
    }

    @Test("The worker's answer has the point, and the library's details keep it")
    func wholeWay() async throws {
        let block = exif([0x9214: .shorts([1500, 1000, 600, 400])])
        var details = try #require(block.withUnsafeBytes { ExifBlock($0).map(PhotoDetails.init) })
        #expect(PhotoDetails().completed(by: details).focus == details.focus && details.focus != nil)
        details.title = "Title"
        let reply = WorkerReply.description(PictureDescription(size: PixelSize(width: 6, height: 4), details: details))
        guard case .description(let read) = try WorkerReply(reply.message) else {
            Issue.record("not a description")
            return
        }
        #expect(read.details == details)
    }

    @Test("Notes truncated at any byte or with any byte changed never trap")
    func damaged() {
        let notes: [SampleExif.Value] = [
            canon([(x: 0, y: 0), (x: -1500, y: 1000)], focused: 3),
            nikon("0400", area: (0x3E, [6000, 4000, 1500, 3000, 300, 200])),
            .note(Array("OLYMPUS\0MM\0\u{3}".utf8), [0x2020: .directory([0x304: .longs([0x3333_6666])])], from: 0),
            .note(Array("Panasonic\0\0\0".utf8), [0x4D: .rationals([(64, 256), (192, 256)])], from: nil),
        ]
        for note in notes {
            let whole = exif(maker: "Canon", [0x927C: note])
            for count in whole.indices { _ = focus(Array(whole[..<count])) }
            for index in whole.indices {
                for value: UInt8 in [0, 0x7F, 0xFF] {
                    var changed = whole
                    changed[index] = value
                    let excesses = focus(changed).map { HostileValues.excesses(in: $0) } ?? []
                    #expect(excesses == [])
                }
            }
        }
    }
}
