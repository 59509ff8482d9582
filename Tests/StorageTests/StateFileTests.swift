import FoundationEssentials
import Glibc
import Storage
import Testing

@Suite("The state file")
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

    @Test("Remembers nothing at first, and makes nothing by asking")
    func nothingAtFirst() {
        #expect(file.load() == RememberedState())
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test("Remembers what was saved, whatever its characters")
    func remembers() throws {
        let address = "/home/ada/Fotos é 🌅 \"quoted\" \u{1B}[31m\n"
        try file.update { $0.lastLibrary = address }
        try file.update { $0.tileWidth = 32 }
        #expect(file.load() == RememberedState(lastLibrary: address, tileWidth: 32))
        try file.update { $0.lastLibrary = nil }
        #expect(file.load() == RememberedState(tileWidth: 32))
    }

    @Test("Is for its owner alone, and so are its folders")
    func permissions() throws {
        try file.update { $0.tileWidth = 32 }
        #expect(try mode(of: path) == 0o600)
        #expect(try mode(of: folder + "/state/tintype") == 0o700)
        #expect(try mode(of: folder + "/state") == 0o700)
    }

    @Test(
        "Damage is nothing remembered, and can be written over",
        arguments: ["", "{", "null", "[]", "\u{0}\u{0}\u{0}", "{\"tileWidth\": \"wide\"}", "{\"tileWidth\": 1e99}"])
    func damage(text: String) throws {
        try write(text)
        #expect(file.load() == RememberedState())
        try file.update { $0.tileWidth = 20 }
        #expect(file.load() == RememberedState(tileWidth: 20))
    }

    @Test("What a later version added is no damage")
    func unknownKeys() throws {
        try write("{\"tileWidth\": 20, \"theme\": {\"dark\": true}}")
        #expect(file.load() == RememberedState(tileWidth: 20))
    }

    @Test("A huge file is not read")
    func hugeFile() throws {
        try write("{\"tileWidth\": 20, \"padding\": \"\(String(repeating: "x", count: 2_000_000))\"}")
        #expect(file.load() == RememberedState())
    }

    @Test("A FIFO or a folder in its place is nothing remembered", .timeLimit(.minutes(5)))
    func notAFile() throws {
        try write("")
        try #require(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
        #expect(file.load() == RememberedState())
        try #require(unlink(path) == 0 && mkdir(path, 0o700) == 0)
        #expect(file.load() == RememberedState())
        #expect(throws: StorageFailure.self) { try file.update { $0.tileWidth = 20 } }
        #expect(try names() == ["state.json"])
    }

    @Test("A failure says what and why")
    func failure() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: folder + "/state"))
        let failure = #expect(throws: StorageFailure.self) { try file.update { $0.tileWidth = 20 } }
        #expect(failure?.path == folder + "/state/tintype")
        #expect(failure?.reason == "Not a directory")
    }

    @Test("A place that cannot be written is a failure")
    func readOnly() {
        #expect(throws: StorageFailure.self) { try StateFile(folder: "/proc/tintype").update { $0.tileWidth = 20 } }
    }

    @Test("Instances that write at once leave one of their files whole")
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

    @Test("Instances that remember something at once lose nothing of each other")
    func noLostUpdates() async throws {
        let file = file
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...40 {
                group.addTask {
                    try file.update { $0.owners = ($0.owners ?? [:]).merging(["library \(number)": "ada"]) { $1 } }
                }
            }
            try await group.waitForAll()
        }
        #expect(file.load().owners?.count == 40)
    }

    @Test("What is remembered of many libraries is read again, and the newest is kept where there are too many")
    func manyLibraries() throws {
        let address = String(repeating: "x", count: 1000)
        func owners(_ numbers: Range<Int>) -> [String: String] {
            Dictionary(uniqueKeysWithValues: numbers.map { ("\(address)\($0)", "ada") })
        }
        try file.update { $0.owners = owners(0..<200) }
        #expect(file.load().owners?.count == 200)
        try file.update { $0.owners = owners(0..<990) }
        for number in 990..<1100 {
            try file.update { $0.owners?["\(address)\(number)"] = "ada" }
            try #require(file.load().owners?["\(address)\(number)"] == "ada")
        }
    }

    @Test("A folder that others keep locked is a failure after a while, and no hang", .timeLimit(.minutes(1)))
    func locked() throws {
        try file.update { $0.tileWidth = 20 }
        let descriptor = open(folder + "/state/tintype", O_RDONLY)
        defer { close(descriptor) }
        try #require(flock(descriptor, LOCK_EX) == 0)
        #expect(throws: StorageFailure.self) { try file.update { $0.tileWidth = 30 } }
        #expect(file.load().tileWidth == 20)
    }
}
