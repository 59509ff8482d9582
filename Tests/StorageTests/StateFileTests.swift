import Foundation
import Storage
import Synchronization
import Testing

@Suite("State file")
final class StateFileTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/tintype-tests-\(UUID().uuidString)"
    private var file: StateFile { StateFile(folder: folder + "/state/tintype") }
    private var path: String { folder + "/state/tintype/state.json" }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func write(_ text: String) throws {
        try file.update { $0.tileWidth = 1 }
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder + "/state/tintype")
    }

    private func mode(of path: String) throws -> mode_t {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_mode & 0o777
    }

    @Test("Starts empty, and loading creates no files")
    func nothingAtFirst() {
        #expect(file.load() == RememberedState())
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test("Saves and loads any characters")
    func remembers() throws {
        let address = "/home/ada/Fotos é 🌅 \"quoted\" \u{1B}[31m\n"
        try file.update { $0.lastLibrary = address }
        try file.update { $0.tileWidth = 32 }
        #expect(file.load() == RememberedState(lastLibrary: address, tileWidth: 32))
        try file.update { $0.lastLibrary = nil }
        #expect(file.load() == RememberedState(tileWidth: 32))
    }

    @Test("The orders of albums and photos are kept for each library")
    func orders() throws {
        try file.update { $0.albumOrders = ["demo:": "title"] }
        try file.update { $0.photoOrders = ["demo:": "newestFirst", "favorites:": "title"] }
        let expected = RememberedState(
            albumOrders: ["demo:": "title"], photoOrders: ["demo:": "newestFirst", "favorites:": "title"])
        #expect(file.load() == expected)
    }

    @Test("The file and its folders are private to their owner")
    func permissions() throws {
        try file.update { $0.tileWidth = 32 }
        #expect(try mode(of: path) == 0o600)
        #expect(try mode(of: folder + "/state/tintype") == 0o700)
        #expect(try mode(of: folder + "/state") == 0o700)
    }

    @Test(
        "A damaged file counts as empty and can be overwritten",
        arguments: ["", "{", "null", "[]", "\u{0}\u{0}\u{0}", "{\"tileWidth\": \"wide\"}", "{\"tileWidth\": 1e99}"])
    func damage(text: String) throws {
        try write(text)
        #expect(file.load() == RememberedState())
        try file.update { $0.tileWidth = 20 }
        #expect(file.load() == RememberedState(tileWidth: 20))
    }

    @Test("Unknown keys of a later version are ignored")
    func unknownKeys() throws {
        try write("{\"tileWidth\": 20, \"theme\": {\"dark\": true}}")
        #expect(file.load() == RememberedState(tileWidth: 20))
    }

    @Test("A huge file is not read")
    func hugeFile() throws {
        try write("{\"tileWidth\": 20, \"padding\": \"\(String(repeating: "x", count: 2_000_000))\"}")
        #expect(file.load() == RememberedState())
    }

    @Test("A FIFO or a folder in its place counts as empty", .timeLimit(.minutes(60)))
    func notAFile() throws {
        try write("")
        try #require(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
        #expect(file.load() == RememberedState())
        try #require(unlink(path) == 0 && mkdir(path, 0o700) == 0)
        #expect(file.load() == RememberedState())
        #expect(throws: StorageFailure.self) { try file.update { $0.tileWidth = 20 } }
        #expect(try names() == ["state.json"])
    }

    @Test("A file that other users can have written is neither used nor overwritten")
    func untrustworthy() throws {
        try file.update { $0.tileWidth = 32 }
        func expectRefusal(of file: StateFile) {
            #expect(file.load() == RememberedState())
            let failure = #expect(throws: StorageFailure.self) { try file.update { $0.lastLibrary = "demo:" } }
            #expect(failure?.path == path)
        }
        for mode: mode_t in [0o620, 0o602] {
            try #require(chmod(path, mode) == 0)
            expectRefusal(of: file)
        }
        try #require(chmod(path, 0o600) == 0)
        #expect(file.load().tileWidth == 32)
        // Only root can give its files to others, and files of root are accepted.
        if geteuid() == 0 { try #require(chown(path, 12_345, 12_345) == 0) }
        expectRefusal(of: StateFile(folder: folder + "/state/tintype", user: geteuid() == 0 ? 0 : geteuid() + 1))
    }

    @Test("A failure contains the path and the reason")
    func failure() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: folder + "/state"))
        let failure = #expect(throws: StorageFailure.self) { try file.update { $0.tileWidth = 20 } }
        #expect(failure?.path == folder + "/state/tintype")
        #expect(failure?.reason == "Not a directory")
    }

    @Test("An unwritable folder is a failure")
    func readOnly() {
        #expect(throws: StorageFailure.self) { try StateFile(folder: "/proc/tintype").update { $0.tileWidth = 20 } }
    }

    @Test("Concurrent writers leave one whole file")
    func concurrentWriters() async throws {
        let file = file
        try await withThrowingTaskGroup(of: Void.self) { group in
            for width in 1...20 {
                group.addTask { try file.update { $0 = RememberedState(lastLibrary: "demo:", tileWidth: width) } }
            }
            try await group.waitForAll()
        }
        let state = file.load()
        #expect(state.lastLibrary == "demo:")
        #expect((1...20).contains(state.tileWidth ?? 0))
        #expect(try names() == ["state.json"])
    }

    @Test("Concurrent updates of 100 instances are not lost")
    func noLostUpdates() throws {
        let folder = folder
        let failures = Mutex<[any Error]>([])
        let start = DispatchSemaphore(value: 0)
        let end = DispatchGroup()
        for number in 1...100 {
            end.enter()
            // A lock belongs to an opened folder, so threads exclude one another like processes.
            Thread.detachNewThread {
                start.wait()
                // An instance gives up after seconds, which is too soon if the disk takes long for each of 100 updates.
                for attempt in 1...10 {
                    do {
                        try StateFile(folder: folder + "/state/tintype").update {
                            $0.owners = ($0.owners ?? [:]).merging(["library \(number)": "ada"]) { $1 }
                        }
                        break
                    } catch {
                        if attempt == 10 { failures.withLock { $0.append(error) } }
                    }
                }
                end.leave()
            }
        }
        for _ in 1...100 { start.signal() }
        end.wait()
        #expect(failures.withLock { $0 }.isEmpty)
        #expect(file.load().owners?.count == 100)
    }

    @Test("State of many libraries is kept; beyond the limit, the newest is kept")
    func manyLibraries() throws {
        let address = String(repeating: "x", count: 1000)
        func owners(_ numbers: Range<Int>) -> [String: String] {
            Dictionary(uniqueKeysWithValues: numbers.map { ("\(address)\($0)", "ada") })
        }
        try file.update { $0.owners = owners(0..<200) }
        #expect(file.load().owners?.count == 200)
        // Just below the limit.
        try file.update { $0.owners = owners(0..<1010) }
        #expect(file.load().owners?.count == 1010)
        for number in 1010..<1050 {
            try file.update { $0.owners?["\(address)\(number)"] = "ada" }
            try #require(file.load().owners?["\(address)\(number)"] == "ada")
        }
        #expect(try #require(file.load().owners).count < 1050)
    }

    @Test("A folder that others keep locked is a failure after a timeout instead of a hang", .timeLimit(.minutes(60)))
    func locked() throws {
        try file.update { $0.tileWidth = 20 }
        let descriptor = open(folder + "/state/tintype", O_RDONLY)
        defer { close(descriptor) }
        try #require(flock(descriptor, LOCK_EX) == 0)
        #expect(throws: StorageFailure.self) { try file.update { $0.tileWidth = 30 } }
        #expect(file.load().tileWidth == 20)
    }
}
