import Albums
import Foundation
import TestFixtures
import Testing

@testable import Storage

@Suite("Desktop thumbnails", .timeLimit(.minutes(60)))
final class DesktopThumbnailsTests: Sendable {
    private let parent = FileManager.default.temporaryDirectory.path + "/tintype-tests-\(UUID().uuidString)"
    private var cache: String { parent + "/cache/thumbnails" }

    deinit {
        try? FileManager.default.removeItem(atPath: parent)
    }

    private func thumbnails(maxBytes: Int? = 1 << 30) -> DesktopThumbnails {
        DesktopThumbnails(path: cache, program: "tintype-1.0", maxBytes: maxBytes)
    }

    private func origin(_ name: String = "sea.jpg") -> ThumbnailOrigin {
        ThumbnailOrigin(path: Array("\(parent)/photos/\(name)".utf8), modified: 1_700_000_000, bytes: 5_000_000)
    }

    private func name(of uri: String) -> String { MD5.hexadecimal(Array(uri.utf8)) + ".png" }

    @discardableResult
    private func addFile(_ path: String, _ contents: [UInt8] = [1, 2, 3]) throws -> String {
        let file = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(contents).write(to: file)
        return path
    }

    private func mode(_ path: String) throws -> UInt32 {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_mode & 0o777
    }

    /// The first bytes of a PNG of this program, or of another one.
    private func png(_ software: String = ThumbnailMark.software, bytes: Int = 10_000) -> [UInt8] {
        var png = [UInt8](repeating: 0, count: 37) + Array("tEXtSoftware\0\(software)".utf8)
        png += [UInt8](repeating: 7, count: bytes - png.count)
        return png
    }

    private func files(_ folder: String = "large") -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "\(cache)/\(folder)")) ?? []).sorted()
    }

    // MARK: Names

    /// From g_filename_to_uri of GLib 2.74 (Debian 12), and its MD5.
    @Test(
        "A path has the URI and the name that GLib gives it",
        arguments: [
            (
                "2f686f6d652f6a656e732f70686f746f732f6d652e706e67",
                "file:///home/jens/photos/me.png", "c6ee772d9e49320e97ec29a7eb5b1697"
            ),
            (
                "2f686f6d652f6a2f466f746f732fc39c626572736963687420313030252023313f2e6a7067",
                "file:///home/j/Fotos/%C3%9Cbersicht%20100%25%20%231%3F.jpg", "f23790175b8e6e73e08770e054765602"
            ),
            (
                "2f746d702f6120622e6a7067",
                "file:///tmp/a%20b.jpg", "45f1b47640b52dc5428fd58ac89fec15"
            ),
            (
                "2f746d702f613b6226633d642b652c66246740683a69216a7e6b2a6c276d286e296f2e6a7067",
                "file:///tmp/a%3Bb&c=d+e,f$g@h:i!j~k*l'm(n)o.jpg", "5074b7b0e81850e5631c3e6abc33303c"
            ),
            (
                "2f746d702f5b785d7b797d3c7a3e2271225c7c5e602e6a7067",
                "file:///tmp/%5Bx%5D%7By%7D%3Cz%3E%22q%22%5C%7C%5E%60.jpg", "149d659b6eb65e2a3aeff7697cdb203f"
            ),
            (
                "2f746d702f636166e92d6c6174696e312e6a7067",
                "file:///tmp/caf%E9-latin1.jpg", "322b41fcc4ce42f0113d432d46df5f85"
            ),
            (
                "2f746d702ffffe2e6a7067",
                "file:///tmp/%FF%FE.jpg", "a26940065d37db30fb09e6860b86d5a6"
            ),
            (
                "2f746d702f6e65770a6c696e65097461621b5b33316d2e6a7067",
                "file:///tmp/new%0Aline%09tab%1B%5B31m.jpg", "a5ac45a327730f7bfff29bb0ae79c5ca"
            ),
            (
                "2f746d702f2534312e6a7067",
                "file:///tmp/%2541.jpg", "0571722259d95427cda733f8a72f103b"
            ),
            (
                "2f746d702f612f2f622f2e2e2f632f2e2f642e6a7067",
                "file:///tmp/a//b/../c/./d.jpg", "dab643131cc6eda76d5889bcf245b1b5"
            ),
            (
                "2f746d702fe58699e79c9f2ff09f98802e6a7067",
                "file:///tmp/%E5%86%99%E7%9C%9F/%F0%9F%98%80.jpg", "4e82c49d0b210c2b4ec991e764cb0fb5"
            ),
            (
                "2f746d702f2d72662e6a7067",
                "file:///tmp/-rf.jpg", "448d3a1af8d57001f3f4a4c7144e6296"
            ),
            (
                "2f746d702f747261696c696e67202e6a706720",
                "file:///tmp/trailing%20.jpg%20", "a4ee065ba1e92c239f0525521a7c6f80"
            ),
        ])
    func names(path: String, uri: String, md5: String) throws {
        let digits = Array(path.utf8)
        let bytes = try stride(from: 0, to: digits.count, by: 2).map { index in
            try #require(UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16))
        }
        #expect(ThumbnailOrigin(path: bytes, modified: 0, bytes: 0).uri == uri)
        #expect(MD5.hexadecimal(Array(uri.utf8)) == md5)
    }

    /// From RFC 1321, A.5, and from `md5sum` for lengths around a block.
    @Test(
        "Hashes match the published ones",
        arguments: [
            ("", "d41d8cd98f00b204e9800998ecf8427e"),
            ("a", "0cc175b9c0f1b6a831c399e269772661"),
            ("abc", "900150983cd24fb0d6963f7d28e17f72"),
            ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
            ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
            (
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
                "d174ab98d277d9f5a5611c2c9f419d9f"
            ),
            (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
            (String(repeating: "a", count: 55), "ef1772b6dff9a122358552954ad0df65"),
            (String(repeating: "a", count: 56), "3b0c8ac703f828b04c6c197006d17218"),
            (String(repeating: "a", count: 64), "014842d480b571495a4a0363793f7367"),
        ])
    func hashes(text: String, hash: String) {
        #expect(MD5.hexadecimal(Array(text.utf8)) == hash)
    }

    // MARK: Reading

    @Test("The smallest entry that is enough comes first, then larger ones, then smaller ones")
    func order() throws {
        let name = name(of: origin().uri)
        let folders = ["normal", "large", "x-large", "xx-large"]
        for folder in folders { try addFile("\(cache)/\(folder)/\(name)") }
        func found(_ side: Int) -> [String] {
            thumbnails().entries(for: origin(), side: side).map {
                String(decoding: $0.path.split(separator: UInt8(ascii: "/")).dropLast().last ?? [], as: UTF8.self)
            }
        }
        #expect(found(128) == ["normal", "large", "x-large", "xx-large"])
        #expect(found(200) == ["large", "x-large", "xx-large", "normal"])
        #expect(found(2000) == ["xx-large", "x-large", "large", "normal"])
        try FileManager.default.removeItem(atPath: "\(cache)/large/\(name)")
        #expect(found(200) == ["x-large", "xx-large", "normal"])
    }

    @Test("Entries of a shared repository beside a picture are found by its name, after the user's own")
    func sharedRepository() throws {
        let origin = origin("Zoë;1.jpg")
        let repository = "\(parent)/photos/.sh_thumbnails/large"
        let encoded = "Zo%C3%AB%3B1.jpg"
        try addFile("\(repository)/\(name(of: "./" + encoded))")
        try addFile("\(repository)/\(name(of: encoded))")
        let shared = thumbnails().entries(for: origin, side: 256)
        #expect(shared.map(\.uris) == [["./" + encoded, encoded], ["./" + encoded, encoded]])
        try addFile("\(cache)/large/\(name(of: origin.uri))")
        let entries = thumbnails().entries(for: origin, side: 256)
        #expect(entries.map(\.uris) == [[origin.uri]] + shared.map(\.uris))
    }

    @Test("Folders, FIFOs and dangling links in place of entries are no entries")
    func notFiles() throws {
        let name = name(of: origin().uri)
        for folder in ["normal", "large", "x-large"] {
            try FileManager.default.createDirectory(atPath: "\(cache)/\(folder)", withIntermediateDirectories: true)
        }
        try #require(mkdir("\(cache)/normal/\(name)", 0o700) == 0)
        try #require(mkfifo("\(cache)/large/\(name)", 0o600) == 0)
        try #require(symlink("nowhere", "\(cache)/x-large/\(name)") == 0)
        #expect(thumbnails().entries(for: origin(), side: 128).isEmpty)
        // A file replaces a link or a FIFO; a folder stays, and nothing happens.
        #expect(thumbnails().write([1], for: origin()))
        #expect(thumbnails().entries(for: origin(), side: 128).count == 1)
        try FileManager.default.removeItem(atPath: "\(cache)/large/\(name)")
        try #require(mkdir("\(cache)/large/\(name)", 0o700) == 0)
        #expect(!thumbnails().write([1], for: origin()))
        #expect(files() == [name])
    }

    @Test("Files inside a thumbnail cache have no thumbnails, not even through a link")
    func insideCache() throws {
        let shared = "\(parent)/photos/.sh_thumbnails/large/a.png"
        let own = "\(cache)/normal/a.png"
        try addFile(shared)
        try addFile(own)
        try #require(symlink("\(cache)/normal", "\(parent)/link") == 0)
        for path in [shared, own, "\(parent)/link/a.png", "relative.jpg"] {
            let origin = ThumbnailOrigin(path: Array(path.utf8), modified: 1, bytes: 3)
            try addFile("\(cache)/large/\(name(of: origin.uri))")
            #expect(thumbnails().entries(for: origin, side: 128).isEmpty)
            #expect(!thumbnails().canWrite(for: origin))
            #expect(!thumbnails().write([1], for: origin))
            #expect(!thumbnails().writeFailure([1], for: origin))
        }
    }

    @Test("Asking creates nothing")
    func nothingByAsking() {
        #expect(thumbnails().entries(for: origin(), side: 128).isEmpty)
        #expect(thumbnails().failureEntry(for: origin()) == nil)
        #expect(!FileManager.default.fileExists(atPath: parent))
    }

    @Test("A use of an entry is recorded in its access time, once a day")
    func touching() throws {
        let file = try addFile("\(cache)/large/\(name(of: origin().uri))")
        let entry = try #require(thumbnails().entries(for: origin(), side: 256).first)
        func times() throws -> (read: Int, written: Int) {
            var status = stat()
            try #require(stat(file, &status) == 0)
            return (status.st_atim.tv_sec, status.st_mtim.tv_sec)
        }
        let old = timespec(tv_sec: 1_000_000_000, tv_nsec: 0)
        try #require(utimensat(AT_FDCWD, file, [old, old], 0) == 0)
        thumbnails().touch(entry)
        let first = try times()
        #expect(first.read > time(nil) - 1000 && first.written == 1_000_000_000)
        let recent = timespec(tv_sec: time(nil) - 1000, tv_nsec: 0)
        try #require(utimensat(AT_FDCWD, file, [recent, old], 0) == 0)
        thumbnails().touch(entry)
        #expect(try times().read == recent.tv_sec)
    }

    // MARK: Writing

    @Test("Thumbnails are written in the folder for 256 pixels, private to the user")
    func writing() throws {
        #expect(thumbnails().write([1, 2], for: origin()))
        #expect(thumbnails().write([3], for: origin()))
        let name = name(of: origin().uri)
        #expect(files() == [name])
        #expect(try Data(contentsOf: URL(filePath: "\(cache)/large/\(name)")) == Data([3]))
        #expect(try mode("\(cache)/large/\(name)") == 0o600)
        for folder in ["", "/large"] { #expect(try mode(cache + folder) == 0o700) }
        #expect(thumbnails().failure == nil)
    }

    @Test("A failure is recorded for this version of the program, until a thumbnail is written")
    func failures() throws {
        #expect(thumbnails().writeFailure([9], for: origin()))
        let name = name(of: origin().uri)
        #expect(files("fail/tintype-1.0") == [name])
        #expect(try mode("\(cache)/fail/tintype-1.0/\(name)") == 0o600)
        #expect(thumbnails().failureEntry(for: origin())?.uris == [origin().uri])
        #expect(DesktopThumbnails(path: cache, program: "tintype-1.1").failureEntry(for: origin()) == nil)
        #expect(thumbnails().write([1], for: origin()))
        #expect(thumbnails().failureEntry(for: origin()) == nil)
    }

    @Test("A failed write is the last one of a run", arguments: ["/proc/thumbnails", "/dev/null/thumbnails"])
    func unwritable(path: String) {
        let thumbnails = DesktopThumbnails(path: path, program: "tintype-1.0")
        #expect(thumbnails.canWrite(for: origin()))
        #expect(!thumbnails.write([1], for: origin()))
        #expect(!thumbnails.canWrite(for: origin()))
        #expect(thumbnails.failure != nil)
        #expect(thumbnails.entries(for: origin(), side: 128).isEmpty)
    }

    @Test("On a full disk, an entry stays as it was and nothing half-written is left", .requiresMounting)
    func fullDisk() throws {
        try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
        let disk = try SmallDisk(at: cache, bytes: 64 << 10)
        defer { withExtendedLifetime(disk) {} }
        #expect(thumbnails().write([1], for: origin()))
        let full = thumbnails()
        #expect(!full.write([UInt8](repeating: 1, count: 100_000), for: origin()))
        #expect(full.failure?.reason == String(cString: strerror(ENOSPC)))
        #expect(files() == [name(of: origin().uri)])
        #expect(try Data(contentsOf: URL(filePath: "\(cache)/large/\(name(of: origin().uri))")) == Data([1]))
    }

    @Test("Root doesn't write into the cache of a user", .requiresRoot)
    func otherUser() throws {
        try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
        try #require(chown(cache, 65534, 65534) == 0)
        #expect(!thumbnails().write([1], for: origin()))
        #expect(try FileManager.default.contentsOfDirectory(atPath: cache).isEmpty)
    }

    @Test("A linked folder in the cache is not written to")
    func linkedFolder() throws {
        try FileManager.default.createDirectory(atPath: parent + "/elsewhere", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
        try #require(symlink(parent + "/elsewhere", cache + "/large") == 0)
        #expect(!thumbnails().write([1], for: origin()))
        #expect(try FileManager.default.contentsOfDirectory(atPath: parent + "/elsewhere").isEmpty)
    }

    @Test("Two instances write the same entries at once, and every entry is whole")
    func twoInstances() async throws {
        let instances = (0..<2).map { _ in thumbnails(maxBytes: 100_000) }
        await withTaskGroup(of: Void.self) { group in
            for (index, instance) in instances.enumerated() {
                group.addTask {
                    for number in 0..<200 {
                        let origin = self.origin("\((number * 7 + index) % 30)")
                        instance.write(self.png(bytes: 2000 + index), for: origin)
                        for entry in instance.entries(for: origin, side: 256) {
                            guard
                                let bytes = FileManager.default.contents(
                                    atPath: String(decoding: entry.path, as: UTF8.self))
                            else { continue }
                            #expect([2000, 2001].contains(bytes.count) && ThumbnailMark.isOwn(bytes))
                        }
                    }
                }
            }
        }
        #expect(files().count == 30)
    }

    // MARK: Evicting

    /// Sets the last use of an entry, in seconds after 2001.
    private func setLastUse(_ seconds: Int, of name: String, isRead: Bool) throws {
        let base = timespec(tv_sec: 978_307_200, tv_nsec: 0)
        let use = timespec(tv_sec: 978_307_200 + seconds, tv_nsec: 0)
        try #require(utimensat(AT_FDCWD, "\(cache)/large/\(name)", isRead ? [use, base] : [base, use], 0) == 0)
    }

    @Test("Beyond the limit, the least recently used thumbnails are evicted, whether read or written")
    func eviction() throws {
        let origins = (0..<8).map { origin("\($0).jpg") }
        for origin in origins { thumbnails(maxBytes: nil).write(png(), for: origin) }
        for (index, origin) in origins.enumerated() {
            try setLastUse(10 * (8 - index), of: name(of: origin.uri), isRead: index.isMultiple(of: 2))
        }
        thumbnails(maxBytes: 64_000).write(png(), for: origin("new.jpg"))
        // 56,000 bytes were left before the write.
        let kept = origins[..<5] + [origin("new.jpg")]
        #expect(files() == kept.map { name(of: $0.uri) }.sorted())
    }

    @Test("Stays within the limit, and makes use of it")
    func bounds() throws {
        let thumbnails = thumbnails(maxBytes: 100_000)
        for number in 0..<100 {
            thumbnails.write(png(bytes: 1000 + 37 * (number % 20)), for: origin("\(number)"))
            thumbnails.writeFailure(png(bytes: 200), for: origin("failed-\(number)"))
            let folders = ["large", "fail/tintype-1.0"]
            let sizes = try folders.flatMap { folder in
                try files(folder).map {
                    try FileManager.default.attributesOfItem(atPath: "\(cache)/\(folder)/\($0)")[.size] as? Int ?? 0
                }
            }
            #expect(sizes.reduce(0, +) <= 100_000)
        }
        #expect(files().count > 40)
    }

    @Test("Thumbnails of other programs, other files and links are never evicted")
    func foreignFiles() throws {
        var foreign: [String] = []
        for number in 0..<20 {
            let file = try addFile("\(cache)/large/\(name(of: "\(number)"))", png("GNOME::ThumbnailFactory"))
            foreign.append(file)
        }
        let document = try addFile("\(parent)/documents/\(name(of: "a"))", png())
        foreign.append(try addFile("\(cache)/large/notes.txt", png()))
        foreign.append(try addFile("\(cache)/large/short.png", []))
        foreign.append(try addFile("\(cache)/large/\(name(of: "empty"))", []))
        foreign.append(try addFile("\(cache)/normal/\(name(of: "b"))", png()))
        foreign.append(try addFile("\(cache)/fail/gnome-thumbnail-factory/\(name(of: "b"))", png()))
        try #require(symlink(document, "\(cache)/large/\(name(of: "a"))") == 0)
        thumbnails(maxBytes: 10_000).write(png(), for: origin("first.jpg"))
        thumbnails(maxBytes: 10_000).write(png(), for: origin("second.jpg"))
        #expect((foreign + [document]).allSatisfy(FileManager.default.fileExists))
        #expect(!files().contains(name(of: origin("first.jpg").uri)))
    }

    @Test("Temporary files of a killed run are evicted after a day")
    func leftovers() throws {
        let old = try addFile("\(cache)/large/\(name(of: "a")).abc123", png())
        let new = try addFile("\(cache)/large/\(name(of: "b")).abc123", png())
        let foreign = try addFile("\(cache)/large/\(name(of: "c")).abc1234", png())
        let time = timespec(tv_sec: 1_000_000_000, tv_nsec: 0)
        for file in [old, foreign] { try #require(utimensat(AT_FDCWD, file, [time, time], 0) == 0) }
        thumbnails(maxBytes: 8000).write(png(bytes: 100), for: origin())
        #expect(!FileManager.default.fileExists(atPath: old))
        #expect(FileManager.default.fileExists(atPath: new) && FileManager.default.fileExists(atPath: foreign))
    }
}
