import Albums
import Basics
import Foundation
import Fuzzing
import Synchronization
import TestFixtures
import Testing

@testable import Storage

@Suite("Photo index", .timeLimit(.minutes(60)))
final class PhotoIndexTests: Sendable {
    private let parent = FileManager.default.temporaryDirectory.path + "/tintype-tests-\(UUID().uuidString)"
    private var cache: String { parent + "/cache" }
    private var path: String { PhotoIndex.path(in: cache) }
    private let album = Array("/photos/Rome".utf8)
    private let rebuilds = Mutex(0)

    deinit {
        try? FileManager.default.removeItem(atPath: parent)
    }

    private func index() -> PhotoIndex {
        PhotoIndex(folder: cache, maxWait: .seconds(600)) { [self] in rebuilds.withLock { $0 += 1 } }
    }

    private func photo(_ name: String, modified: Int = 7) -> IndexedPhoto {
        var details = PhotoDetails()
        details.title = "A lighthouse"
        details.headline = "Minister opens bridge"
        details.tags = ["sea", "beach"]
        details.people = ["Ada Lovelace", "Zo\u{EB}"]
        details.label = "Red"
        details.camera = "NIKON D3100 with a long name"
        details.lens = "18-55 mm"
        details.description = "On a rock"
        details.author = "Ada"
        details.locationName = "Ostia, Italy"
        details.setRating(4)
        details.setTaken(Date(timeIntervalSince1970: 1_428_667_389.25), zone: 120, source: .exifOriginal)
        details.exposure = Exposure(time: 0.002, aperture: 5.6, iso: 200, focalLength: 24)
        details.setDuration(83.4)
        details.setCoordinate(Address.Coordinate(latitude: 43.46, longitude: 11.88))
        return IndexedPhoto(
            name: Array(name.utf8), stamp: FileStamp(bytes: 5, modified: modified),
            size: PixelSize(width: 4, height: 3), orientation: .sidecar(8),
            color: AverageColor(red: 250, green: 128, blue: 1), details: details)
    }

    private func names(in index: PhotoIndex) -> [String] {
        index.known(inFolder: album).keys.map { String(decoding: $0, as: UTF8.self) }.sorted()
    }

    @Test("The next run knows what this one has stored, of each folder")
    func roundTrip() throws {
        let photo = photo("a.jpg")
        index().store([photo, self.photo("b.jpg")], inFolder: album)
        let known = index().known(inFolder: album)
        #expect(known.count == 2)
        let found = try #require(known[photo.name])
        #expect(found.stamp == photo.stamp)
        #expect(found.size == photo.size)
        #expect(found.orientation == photo.orientation)
        #expect(found.color == photo.color)
        #expect(found.details == photo.details)
        #expect(index().known(inFolder: Array("/photos".utf8)).isEmpty)
        #expect(rebuilds.withLock { $0 } == 0)
    }

    @Test("A changed file replaces its entry")
    func replacement() {
        let index = index()
        index.store([photo("a.jpg")], inFolder: album)
        index.store([photo("a.jpg", modified: 8)], inFolder: album)
        #expect(index.known(inFolder: album).values.map(\.stamp.modified) == [8])
    }

    @Test("Colors that become known later are stored with their photos")
    func colors() {
        let index = index()
        let color = AverageColor(red: 1, green: 2, blue: 3)
        index.setColors([Array("a.jpg".utf8): color], inFolder: album)
        index.store([photo("a.jpg"), photo("b.jpg")], inFolder: album)
        index.setColors([Array("a.jpg".utf8): color, Array("c.jpg".utf8): color], inFolder: album)
        let known = self.index().known(inFolder: album)
        #expect(known.count == 2)
        #expect(known[Array("a.jpg".utf8)]?.color == color)
        #expect(known[Array("b.jpg".utf8)]?.color == photo("b.jpg").color)
    }

    @Test("Other users cannot read the index")
    func mode() throws {
        index().store([photo("a.jpg")], inFolder: album)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("Two instances at once lose nothing")
    func concurrentInstances() async {
        await withTaskGroup { group in
            for instance in 0..<4 {
                let index = index()
                group.addTask { [self] in
                    for number in 0..<25 { index.store([photo("\(instance)-\(number).jpg")], inFolder: album) }
                }
            }
        }
        #expect(names(in: index()).count == 100)
        #expect(rebuilds.withLock { $0 } == 0)
    }

    @Test("A damaged index is rebuilt, and reported once")
    func damage() throws {
        index().store((0..<500).map { photo("\($0).jpg") }, inFolder: album)
        try Data(repeating: 0x5A, count: 100_000).write(to: URL(filePath: path))
        let second = index()
        #expect(second.known(inFolder: album).isEmpty)
        second.store([photo("a.jpg")], inFolder: album)
        #expect(names(in: second) == ["a.jpg"])
        #expect(rebuilds.withLock { $0 } == 1)
    }

    @Test("An index that is damaged after its header is rebuilt once that is noticed")
    func hiddenDamage() throws {
        index().store((0..<500).map { photo("\($0).jpg") }, inFolder: album)
        let whole = try Data(contentsOf: URL(filePath: path))
        try (whole.prefix(4096) + Data(repeating: 0xFF, count: whole.count - 4096)).write(to: URL(filePath: path))
        let second = index()
        _ = second.known(inFolder: album)
        second.store([photo("a.jpg")], inFolder: album)
        #expect(names(in: second) == ["a.jpg"])
        #expect(rebuilds.withLock { $0 } == 1)
    }

    @Test("An index of another version is rebuilt")
    func otherVersion() throws {
        index().store([photo("a.jpg")], inFolder: album)
        try Database(path: path).run("PRAGMA user_version = 1000")
        let second = index()
        #expect(second.known(inFolder: album).isEmpty)
        #expect(rebuilds.withLock { $0 } == 1)
        second.store([photo("b.jpg")], inFolder: album)
        #expect(names(in: second) == ["b.jpg"])
    }

    @Test("A deleted index is created again")
    func deleted() throws {
        index().store([photo("a.jpg")], inFolder: album)
        try FileManager.default.removeItem(atPath: cache)
        let second = index()
        second.store([photo("b.jpg")], inFolder: album)
        #expect(names(in: second) == ["b.jpg"])
    }

    @Test("Without a writable folder, nothing is stored, and nothing fails")
    func notWritable() throws {
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: cache))
        let index = index()
        index.store([photo("a.jpg")], inFolder: album)
        #expect(index.known(inFolder: album).isEmpty)
        #expect(rebuilds.withLock { $0 } == 0)
    }

    @Test("On a full disk, existing rows of the index stay", .requiresMounting)
    func fullDisk() throws {
        try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
        let disk = try SmallDisk(at: cache, bytes: 256 << 10)
        defer { withExtendedLifetime(disk) {} }
        let index = index()
        index.store([photo("a.jpg")], inFolder: album)
        for start in stride(from: 0, to: 5000, by: 500) {
            index.store((start..<start + 500).map { photo("\($0).jpg") }, inFolder: album)
        }
        #expect(names(in: index).contains("a.jpg"))
        #expect(rebuilds.withLock { $0 } == 0)
    }

    @Test("Each photo of a large folder is passed once, in parts")
    func parts() {
        let index = index()
        index.store((0..<4100).map { photo("\($0).jpg") }, inFolder: album)
        index.store([photo("other.jpg")], inFolder: album + [0x2F])
        var names: [[UInt8]] = []
        index.forEachPhoto(inFolder: album) { names.append($0.name) }
        #expect(names.count == 4100 && Set(names).count == 4100)
    }

    @Test("The contents are counted, and clearing leaves an index that others can use")
    func clearing() throws {
        #expect(index().contents() == nil)
        #expect(index().clear() == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
        let running = index()
        running.store((0..<500).map { photo("\($0).jpg") }, inFolder: album)
        let contents = try #require(index().contents())
        #expect(contents.photos == 500 && contents.bytes > 50_000)
        #expect(index().clear() > 50_000)
        #expect(index().contents()?.photos == 0)
        running.store([photo("new.jpg")], inFolder: album)
        #expect(names(in: index()) == ["new.jpg"])
        #expect(rebuilds.withLock { $0 } == 0)
    }

    @Test("Something else in place of the index is cleared, too")
    func clearingDamage() throws {
        try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
        try String(repeating: "x", count: 99_999).write(toFile: path, atomically: true, encoding: .utf8)
        #expect(index().clear() > 0)
        #expect(index().contents()?.photos ?? 0 == 0)
    }

    @Test("While the disk doesn't answer, the index is empty")
    func stuck() async throws {
        let index = PhotoIndex(folder: cache, maxWait: .seconds(3))
        index.store([photo("a.jpg")], inFolder: album)
        let end = DispatchSemaphore(value: 0)
        index.queue.async { end.wait() }
        #expect(names(in: index).isEmpty && index.isStuck)
        // Later calls don't wait again.
        index.store([photo("b.jpg")], inFolder: album)
        end.signal()
        try await waitUntil { !index.isStuck }
        #expect(names(in: index) == ["a.jpg"])
    }

    @Test("Names that are not UTF-8 are kept")
    func bytes() {
        let name: [UInt8] = [0xFF, 0x2E, 0x6A]
        let photo = IndexedPhoto(
            name: name, stamp: FileStamp(bytes: 1, modified: 1), size: nil, details: PhotoDetails())
        index().store([photo], inFolder: [0x2F, 0xFE])
        #expect(index().known(inFolder: [0x2F, 0xFE])[name]?.stamp == photo.stamp)
    }
}

@Suite("Mutated index", .timeLimit(.minutes(60)))
struct MutatedIndexTests {
    @Test("Every index is read or rebuilt")
    func mutated() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/tintype-tests-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = PhotoIndex.path(in: folder)
        let album = Array("/photos".utf8)
        func photo(_ name: String) -> IndexedPhoto {
            IndexedPhoto(
                name: Array(name.utf8), stamp: FileStamp(bytes: 1, modified: 1), size: PixelSize(width: 4, height: 3),
                details: PhotoDetails())
        }
        PhotoIndex(folder: folder).store((0..<200).map { photo("\($0).jpg") }, inFolder: album)
        try Database(path: path).run("PRAGMA journal_mode = DELETE")
        let sample = Array(try Data(contentsOf: URL(filePath: path)))
        await Fuzzing("index", samples: [sample], count: 100).run { input in
            for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
            try? Data(input.bytes).write(to: URL(filePath: path))
            let index = PhotoIndex(folder: folder)
            _ = index.known(inFolder: album)
            index.store([photo("new.jpg")], inFolder: album)
            let known = index.known(inFolder: album)
            #expect(known.values.allSatisfy { $0.size.map { $0.width > 0 } ?? true }, "seed \(input.seed)")
        }
    }
}

extension PhotoIndex {
    /// The photos of a folder, by name.
    fileprivate func known(inFolder path: [UInt8]) -> [[UInt8]: IndexedPhoto] {
        var photos: [[UInt8]: IndexedPhoto] = [:]
        forEachPhoto(inFolder: path) { photos[$0.name] = $0 }
        return photos
    }
}
