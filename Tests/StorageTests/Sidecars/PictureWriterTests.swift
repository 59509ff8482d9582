import Albums
import Basics
import Foundation
import Glibc
import Synchronization
import TestFixtures
import Testing

@testable import Storage

@Suite("Writing XMP to pictures", .timeLimit(.minutes(60)))
struct PictureWriterTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Sets a line with the rating before the padding of packets.
    private static func edit(_ packets: [(bytes: [UInt8], properties: PhotoProperties)]) -> [Result<
        EditedPacket, SidecarFailure
    >] {
        packets.map { bytes, properties in
            let line = "<rating=\(properties.values.rating ?? 9)/>"
            let text = String(decoding: bytes, as: UTF8.self)
            if text.contains(line) { return .success(EditedPacket(bytes)) }
            if text.contains("broken") { return .failure(.damaged) }
            return .success(
                EditedPacket(Array((text.isEmpty ? "\(line)<?xpacket end='w'?>" : line + text).utf8)))
        }
    }

    private let writer = SidecarWriter(edit: edit)

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func add(_ sample: SampleJPEG, _ name: String = "a.jpg") throws {
        try Data(sample.file).write(to: URL(filePath: path(name)))
    }

    private func bytes(_ name: String = "a.jpg") -> [UInt8] {
        FileManager.default.contents(atPath: path(name)).map { [UInt8]($0) } ?? []
    }

    private func rate(_ name: String = "a.jpg", _ rating: Int = 4, by writer: SidecarWriter? = nil) async
        -> SidecarFailure?
    {
        var properties = PhotoProperties()
        properties.values.rating = rating
        let change = SidecarChange(path: Array(path(name).utf8), in: .picture, properties: properties)
        return await (writer ?? self.writer).write([change])[0]
    }

    private func status(_ name: String = "a.jpg") throws -> stat {
        var status = stat()
        try #require(lstat(path(name), &status) == 0)
        return status
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private static let packet = "old\n" + String(repeating: " ", count: 50) + "<?xpacket end='w'?>"

    @Test("A packet with padding is replaced in its place, and no other byte moves")
    func padding() async throws {
        // Everything that would forbid another length.
        let exif = SampleJPEG.exif(numbers: [9999])
        let sample = SampleJPEG(
            segments: [SampleJPEG.multiPicture(firstSize: 1, offset: 2, size: 3), exif], packet: Self.packet,
            packetIndex: 2, trailer: Array("unknown data".utf8))
        try add(sample)
        #expect(await rate() == nil)
        let (old, new) = (sample.file, bytes())
        let start = sample.offset(ofSegment: 2) + 33
        let end = start + Self.packet.utf8.count
        #expect(new.count == old.count && new[..<start] == old[..<start] && new[end...] == old[end...])
        let text = String(decoding: new[start..<end], as: UTF8.self)
        #expect(text.hasPrefix("<rating=4/>old") && text.hasSuffix("\n<?xpacket end='w'?>"))
        #expect(try names() == ["a.jpg"])
    }

    @Test("A picture without XMP gets a packet with padding, so that the next change moves nothing")
    func insertion() async throws {
        let sample = SampleJPEG(segments: [SampleJPEG.exif(), SampleJPEG.app(13, "Photoshop 3.0\0")])
        try add(sample)
        #expect(await rate() == nil)
        let (old, new) = (sample.file, bytes())
        let growth = new.count - old.count
        let start = sample.offset(ofSegment: 1)
        #expect(
            growth > 2048 && new[..<start] == old[..<start] && Array(new[(start + growth)...]) == Array(old[start...]))
        #expect(await rate("a.jpg", 5) == nil)
        #expect(bytes().count == new.count)
    }

    @Test("The index of several pictures has the new size of the first one, and still finds the others")
    func severalPictures() async throws {
        var sample = SampleJPEG(trailer: SampleJPEG().file)
        sample.segments = [SampleJPEG.exif(), SampleJPEG.multiPicture(firstSize: 0, offset: 0, size: 0)]
        let header = sample.offset(ofSegment: 1) + 8
        sample.segments[1] = SampleJPEG.multiPicture(
            firstSize: sample.end, offset: sample.end - header, size: sample.trailer.count)
        try add(sample)
        #expect(await rate() == nil)
        let new = bytes()
        let growth = new.count - sample.file.count
        var expected = sample
        expected.segments[1] = SampleJPEG.multiPicture(
            firstSize: sample.end + growth, offset: sample.end - header, size: sample.trailer.count)
        #expect(Array(new[(header - 8 + growth)...]) == Array(expected.file[(header - 8)...]))
        #expect(new[(header + growth + sample.end - header)...].starts(with: [0xFF, 0xD8]))
    }

    @Test(
        "Undo gives a picture its former bytes back, unless another program has changed its XMP",
        arguments: [nil, "old<?xpacket end='w'?>", Self.packet])
    func undo(packet: String?) async throws {
        var sample = SampleJPEG(packet: packet, packetIndex: 1, trailer: SampleJPEG().file)
        // Not the percent that Windows writes for 4 stars.
        let exif = SampleJPEG.exif(stars: 4, percent: 63)
        sample.segments = [exif, SampleJPEG.multiPicture(firstSize: 0, offset: 0, size: 0)]
        let header = sample.offset(ofSegment: packet == nil ? 1 : 2) + 8
        sample.segments[1] = SampleJPEG.multiPicture(
            firstSize: sample.end, offset: sample.end - header, size: sample.trailer.count)
        try add(sample)
        func rate(_ old: Int?, _ new: Int?, isUndo: Bool = false) async -> SidecarFailure? {
            let (old, new) = (Assessment(stars: old), Assessment(stars: new))
            let change = SidecarChange(
                path: Array(path("a.jpg").utf8), in: .picture, properties: PhotoProperties(from: old, to: new),
                former: PhotoProperties(from: new, to: old).values, isUndo: isUndo)
            return await writer.write([change])[0]
        }
        for _ in 0..<2 {
            #expect(await rate(nil, 4) == nil)
            #expect(await rate(4, 5) == nil)
            #expect(bytes() != sample.file)
            #expect(await rate(5, 4, isUndo: true) == nil)
            #expect(await rate(4, nil, isUndo: true) == nil)
            #expect(bytes() == sample.file)
        }
        #expect(await rate(nil, 4) == nil)
        #expect(await self.rate("a.jpg", 2, by: SidecarWriter(edit: Self.edit)) == nil)
        #expect(await rate(4, nil, isUndo: true) == nil)
        #expect(String(decoding: bytes(), as: UTF8.self).contains("<rating=0/><rating=2/>"))
    }

    @Test(
        "Ratings that EXIF has for Windows follow, and nothing else in EXIF changes", arguments: [0, 2], [true, false])
    func windows(packetIndex: Int, isBigEndian: Bool) async throws {
        func sample(_ stars: Int?, _ percent: Int?) -> SampleJPEG {
            SampleJPEG(
                segments: [SampleJPEG.exif(stars: stars, percent: percent, isBigEndian: isBigEndian)],
                packet: Self.packet, packetIndex: packetIndex)
        }
        for (rating, stars, percent) in [(5, 5, 99), (1, 1, 1), (0, 0, 0), (-1, 0, 0)] {
            for former in [(2, 25), (nil, 25), (0, nil), (nil, nil)] as [(Int?, Int?)] {
                try add(sample(former.0, former.1))
                #expect(await rate("a.jpg", rating) == nil)
                var expected = sample(former.0.map { _ in stars }, former.1.map { _ in percent })
                let start = sample(former.0, former.1).offset(ofSegment: packetIndex == 0 ? 0 : 1) + 33
                expected.packet = String(decoding: bytes()[start...].prefix(Self.packet.utf8.count), as: UTF8.self)
                #expect(bytes() == expected.file && expected.packet != Self.packet, "\(rating) \(former)")
            }
        }
        var label = PhotoProperties()
        label.values.label = "Red"
        try add(sample(2, 25))
        #expect(await writer.write([.init(path: Array(path("a.jpg").utf8), in: .picture, properties: label)]) == [nil])
        let new = bytes()
        #expect(new.count == sample(2, 25).file.count && new != sample(2, 25).file)
        let exif = sample(2, 25).segments[0]
        #expect(new.indices.contains { new[$0...].starts(with: exif) })
    }

    @Test("Pictures in which other data would change are refused with the reason")
    func refusals() async throws {
        let long = String(repeating: "x", count: 65_500)
        let samples: [(String, SampleJPEG, SidecarFailure)] = [
            ("broken", SampleJPEG(packet: "broken"), .damaged),
            ("full", SampleJPEG(packet: long), .noRoom),
            ("trailer", SampleJPEG(packet: "old", trailer: Array("unknown data".utf8)), .partsWouldMove),
            ("endless", SampleJPEG(packet: "old", pixels: [0xFF, 0xDA, 0, 2, 7, 7]), .damagedPicture),
            ("credentials", SampleJPEG(segments: [SampleJPEG.app(11, "JP..jumdc2pa")]), .hasCredentials),
            ("half", SampleJPEG(segments: [[0xFF, 0xE1, 0xFF, 0xFF]]), .damagedPicture),
        ]
        for (name, sample, failure) in samples {
            try add(sample, name)
            #expect(await rate(name) == failure)
            #expect(bytes(name) == sample.file)
        }
        #expect(await rate("missing") == .unwritable(reason: "No such file or directory"))
        #expect(try names() == samples.map(\.0).sorted())
    }

    @Test("A picture with other names or without permission to write stays unchanged")
    func files() async throws {
        try add(SampleJPEG())
        try #require(link(path("a.jpg"), path("b.jpg")) == 0)
        #expect(await rate() == .hasOtherNames)
        unlink(path("b.jpg"))
        try #require(chmod(path("a.jpg"), 0o444) == 0)
        #expect(await rate() == .unwritable(reason: "Permission denied"))
        #expect(bytes() == SampleJPEG().file)
    }

    @Test("The target of a link is changed, and the link stays")
    func links() async throws {
        _ = try folder.makeFolder("other")
        try add(SampleJPEG(), "other/a.jpg")
        try folder.addLink("a.jpg", to: "other/a.jpg")
        #expect(await rate() == nil)
        #expect(try status().st_mode & S_IFMT == S_IFLNK)
        #expect(bytes("other/a.jpg").count > SampleJPEG().file.count)
    }

    @Test(
        "The permissions of a picture stay, and the modification time if the settings say so", arguments: [true, false])
    func times(keepsTimes: Bool) async throws {
        try add(SampleJPEG())
        try #require(chmod(path("a.jpg"), 0o640) == 0)
        try folder.setModificationTime(ofFile: "a.jpg", toSecondsSince1970: 1_000_000)
        #expect(await rate(by: SidecarWriter(keepsTimes: keepsTimes, edit: Self.edit)) == nil)
        let status = try status()
        #expect((status.st_mtim.tv_sec == 1_000_000) == keepsTimes)
        // So that indexes notice.
        if keepsTimes { #expect(status.st_mtim.tv_nsec == 1000) }
        #expect(status.st_mode & 0o777 == 0o640)
    }

    @Test("Root keeps the owner of a picture", .requiresRoot)
    func owner() async throws {
        try add(SampleJPEG())
        try #require(chown(path("a.jpg"), 12, 34) == 0)
        #expect(await rate() == nil)
        #expect(try status().st_uid == 12 && status().st_gid == 34)
    }

    @Test("Changes by another program during a write are merged")
    func merging() async throws {
        try add(SampleJPEG(packet: Self.packet))
        let attempts = Mutex(0)
        let path = path("a.jpg")
        let other = Data(SampleJPEG(packet: "other " + Self.packet).file)
        let writer = SidecarWriter { packets in
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            if attempt == 1 { try? other.write(to: URL(filePath: path)) }
            return Self.edit(packets)
        }
        #expect(await rate(by: writer) == nil)
        #expect(String(decoding: bytes(), as: UTF8.self).contains("<rating=4/>other old"))
        #expect(try names() == ["a.jpg"])
    }

    @Test(
        "Changes by another program in the last moment stay", arguments: ["in place", "other pixels", "renamed"])
    func lastMoment(way: String) throws {
        let sample = SampleJPEG(packet: Self.packet)
        var other = sample
        other.pixels[40] ^= 1
        try add(sample)
        let file = try XMPFile(reading: Array(path("a.jpg").utf8), .picture)
        let replacement = try file.replacement(try Self.edit([(file.bytes, PhotoProperties())])[0].get().bytes)
        try replacement.sync()
        let isPublished = try file.publish(replacement) {
            switch way {
            case "in place": try? Data("other".utf8).write(to: URL(filePath: path("a.jpg")))
            // In as many bytes, perhaps within the precision of times.
            case "other pixels": try? Data(other.file).write(to: URL(filePath: path("a.jpg")))
            default: try? Data(other.file).write(to: URL(filePath: path("a.jpg")), options: .atomic)
            }
        }
        #expect(!isPublished)
        #expect(bytes() == (way == "in place" ? Array("other".utf8) : other.file))
    }

    @Test("On a full disk a picture stays unchanged, and nothing half-written is left", .requiresMounting)
    func fullDisk() async throws {
        let disk = try SmallDisk(at: folder.path, bytes: 1 << 16)
        try add(SampleJPEG())
        try disk.fill()
        #expect(await rate() == .unwritable(reason: "No space left on device"))
        #expect(bytes() == SampleJPEG().file)
        disk.makeRoom()
        #expect(await rate() == nil)
        #expect(try names() == ["a.jpg"])
    }
}

extension SampleJPEG {
    fileprivate init(packet: String, pixels: [UInt8]) {
        self.init(packet: packet)
        self.pixels = pixels
    }
}
