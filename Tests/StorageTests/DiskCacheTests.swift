import Basics
import Dispatch
import FoundationEssentials
import Glibc
import TestFixtures
import Testing

@testable import Storage

@Suite("Disk cache", .timeLimit(.minutes(60)))
final class DiskCacheTests {
    private let parent = FileManager.default.temporaryDirectory.path + "/tintype-tests-\(UUID().uuidString)"
    private var folder: String { parent + "/cache/responses" }

    deinit {
        try? FileManager.default.removeItem(atPath: parent)
    }

    private func cache(size: Int = 1 << 20) -> DiskCache {
        DiskCache(folder: folder, size: size, maxWait: .seconds(600))
    }

    private func paths() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
    }

    private func sizeOnDisk() throws -> Int {
        try paths().map { try FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int ?? 0 }.reduce(0, +)
    }

    /// Sets a file's last use, in seconds after 2001.
    private func setLastUse(_ seconds: Int, ofFileAt path: String) throws {
        let time = timespec(tv_sec: 978_307_200 + seconds, tv_nsec: 0)
        try #require(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
    }

    @Test("Returns the last value written, also to another instance")
    func roundTrip() async {
        let cache = cache()
        #expect(await cache.read("a") == nil)
        for bytes in [[1, 2, 3], [], [UInt8](repeating: 7, count: 100_000)] {
            await cache.write("a", bytes)
            #expect(await cache.read("a") == bytes)
            #expect(await self.cache().read("a") == bytes)
        }
        await cache.write("b", [4])
        await cache.remove("a")
        #expect(await cache.read("a") == nil)
        #expect(await cache.read("b") == [4])
    }

    @Test("While the disk doesn't answer, the cache is empty", .timeLimit(.minutes(60)))
    func stuck() async throws {
        let cache = DiskCache(folder: folder, maxWait: .seconds(5))
        await cache.write("a", [1])
        let end = DispatchSemaphore(value: 0)
        cache.queue.async { end.wait() }
        #expect(await cache.read("a") == nil)
        #expect(cache.isStuck)
        // Later requests do not wait again.
        await cache.write("b", [2])
        end.signal()
        try await waitUntil { !cache.isStuck }
        #expect(await cache.read("a") == [1])
        #expect(await cache.read("b") == nil)
    }

    @Test("Counts hits and misses")
    func lookups() async throws {
        let cache = cache()
        _ = await cache.read("a")
        await cache.write("a", [1])
        for _ in 0..<2 { _ = await cache.read("a") }
        #expect(cache.lookups == (hits: 2, misses: 1))
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: try #require(try paths().first)))
        _ = await cache.read("a")
        #expect(cache.lookups == (hits: 2, misses: 2))
    }

    @Test("A lookup creates no files")
    func nothingByAsking() async {
        _ = await cache().read("a")
        await cache().remove("a")
        #expect(!FileManager.default.fileExists(atPath: parent))
    }

    @Test("Files are private to their owner and contain no key")
    func privacy() async throws {
        await cache().write("https://a/\nauthorization: s3cret", Array("body".utf8))
        let path = try #require(try paths().first)
        var status = stat()
        try #require(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        try #require(stat(folder, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        #expect(path.hasSuffix(SHA256Tests.hexadecimal(SHA256.hash(Array("https://a/\nauthorization: s3cret".utf8)))))
        #expect(!String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self).contains("s3cret"))
    }

    @Test("A damaged file is dropped and can be written again", arguments: 0..<4)
    func damage(kind: Int) async throws {
        let cache = cache()
        await cache.write("a", Array("undamaged".utf8))
        let path = try #require(try paths().first)
        var bytes = Array(try Data(contentsOf: URL(filePath: path)))
        switch kind {
        case 0: bytes[bytes.count - 1] ^= 1
        case 1: bytes[0] ^= 1
        case 2: bytes.removeLast()
        default: bytes = []
        }
        try Data(bytes).write(to: URL(filePath: path))
        #expect(await cache.read("a") == nil)
        #expect(try paths().isEmpty)
        await cache.write("a", [1])
        #expect(await cache.read("a") == [1])
    }

    @Test("Evicts the least recently used entry, counting reads and writes")
    func eviction() async throws {
        let cache = cache(size: 80_000)
        for number in 0..<8 {
            await cache.write("\(number)", [UInt8](repeating: 1, count: 9000))
        }
        for (index, path) in try paths().enumerated() { try setLastUse(index, ofFileAt: path) }
        // Make this the most recently used entry, whichever file holds it.
        #expect(await cache.read("0") != nil)
        for number in 8..<12 {
            await cache.write("\(number)", [UInt8](repeating: 1, count: 9000))
        }
        #expect(await cache.read("0") != nil)
        for number in 8..<12 { #expect(await cache.read("\(number)") != nil) }
        #expect(try sizeOnDisk() <= 80_000)
    }

    @Test("Stays within its size limit and makes use of it")
    func bounds() async throws {
        let cache = cache(size: 100_000)
        for number in 0..<300 {
            await cache.write("\(number)", [UInt8](repeating: 1, count: 137 * (number % 80)))
            #expect(try sizeOnDisk() <= 100_000)
        }
        #expect(try sizeOnDisk() > 70_000)
    }

    @Test("Shrinks to a limit that was lowered since the last run", arguments: [0, 100_000])
    func smaller(size: Int) async throws {
        let large = cache()
        for key in 0..<9 { await large.write("\(key)", [UInt8](repeating: 1, count: 50_000)) }
        #expect(try sizeOnDisk() > 400_000)
        await cache(size: size).write("new", [1])
        #expect(try sizeOnDisk() <= size)
    }

    @Test("An entry that would evict everything else is not cached")
    func tooLarge() async {
        let cache = cache(size: 8000)
        await cache.write("a", [1])
        await cache.write("b", [UInt8](repeating: 1, count: 1001))
        #expect(await cache.read("a") == [1])
        #expect(await cache.read("b") == nil)
    }

    @Test("Concurrent instances see whole entries and together stay near the limit")
    func instances() async throws {
        let caches = (0..<4).map { _ in cache(size: 200_000) }
        await withTaskGroup(of: Void.self) { group in
            for (index, cache) in caches.enumerated() {
                group.addTask {
                    for number in 0..<200 {
                        let key = "\((number * 7 + index) % 50)"
                        await cache.write(key, [UInt8](repeating: UInt8(index), count: 2000 + index))
                        if let bytes = await cache.read(key) {
                            #expect(bytes.count == 2000 + Int(bytes[0]))
                            #expect(Set(bytes).count == 1)
                        }
                    }
                }
            }
        }
        #expect(try sizeOnDisk() <= 200_000 + 4 * 200_000 / 8)
        #expect(try paths().allSatisfy { !$0.contains(".") || $0.hasPrefix(parent) })
    }

    @Test("In an unwritable folder nothing is cached, and nothing fails")
    func readOnly() async throws {
        let cache = DiskCache(folder: "/proc/tintype", size: 1 << 20)
        await cache.write("a", [1])
        #expect(await cache.read("a") == nil)
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: parent + "/cache"))
        await self.cache().write("a", [1])
        #expect(await self.cache().read("a") == nil)
    }

    @Test("Files of other programs are left alone, however full the folder is")
    func foreignFiles() async throws {
        let names = [
            "letter.odt", "0123", String(repeating: "A", count: 64), String(repeating: "b", count: 64) + ".txt",
        ]
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in names { try Data(count: 200_000).write(to: URL(filePath: "\(folder)/\(name)")) }
        let cache = cache(size: 100_000)
        for number in 0..<20 { await cache.write("\(number)", [UInt8](repeating: 1, count: 9000)) }
        #expect(await cache.read("19") != nil)
        #expect(cache.contents().bytes <= 100_000)
        _ = cache.clear()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names.sorted())
    }

    @Test("Does nothing in a folder that is a symbolic link, and reports the link")
    func linkedFolder() async throws {
        let documents = parent + "/documents"
        // Named like a cache file by chance.
        let document = "\(documents)/\(String(repeating: "a", count: 64))"
        for folder in [documents, parent + "/cache"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try Data(count: 200_000).write(to: URL(filePath: document))
        try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: documents)
        let cache = cache(size: 100_000)
        #expect(cache.path == folder && cache.isLink)
        await cache.write("a", [1])
        #expect(await cache.read("a") == nil)
        #expect(cache.clear() == (files: 0, bytes: 0))
        #expect(try paths().count == 1)
    }

    @Test("A file with an impossible date is evicted first", arguments: [13_569_465_600, -1 << 40])
    func impossibleDate(seconds: Int) async throws {
        let cache = cache(size: 80_000)
        for number in 0..<8 {
            await cache.write("\(number)", [UInt8](repeating: 1, count: 9000))
        }
        let path = "\(folder)/\(String(repeating: "f", count: 64))"
        try Data(count: 9000).write(to: URL(filePath: path))
        try setLastUse(seconds, ofFileAt: path)
        for number in 8..<10 { await cache.write("\(number)", [UInt8](repeating: 1, count: 9000)) }
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(await cache.read("9") != nil)
    }

    @Test("The total of huge file sizes does not overflow")
    func totalSize() throws {
        var status = stat()
        status.st_mode = S_IFREG
        status.st_size = .max
        let file = try #require(CachedFile(name: "a", status))
        #expect(CachedFile.totalSize([file, file]) == Count.maxValue)
    }

    @Test("Clearing removes the cache's own files and reports how many")
    func clear() async throws {
        let cache = cache()
        for number in 0..<3 { await cache.write("\(number)", [UInt8](repeating: 1, count: 968)) }
        #expect(cache.contents() == (files: 3, bytes: 3000))
        #expect(cache.clear() == (files: 3, bytes: 3000))
        #expect(try paths().isEmpty)
        #expect(await cache.read("0") == nil)
    }

    @Test("A FIFO or a folder in place of a file is a miss")
    func notAFile() async throws {
        await cache().write("a", [1])
        let path = try #require(try paths().first)
        try #require(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
        #expect(await cache().read("a") == nil)
        try #require(unlink(path) == 0 && mkdir(path, 0o700) == 0)
        #expect(await cache().read("a") == nil)
        await cache().write("a", [1])
        #expect(await cache().read("a") == nil)
    }
}
