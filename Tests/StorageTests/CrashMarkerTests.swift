import FoundationEssentials
import Glibc
import Storage
import TestFixtures
import Testing

@Suite("Crash markers")
struct CrashMarkerTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/tintype-tests-\(UUID().uuidString)"

    @Test("A run that ended normally or is still running is not reported")
    func ended() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(CrashMarker.collectCrashedLibraries(in: folder) == [])
        let mark = try #require(CrashMarker(library: "/pictures", folder: folder))
        #expect(CrashMarker.collectCrashedLibraries(in: folder) == [])
        mark.remove()
        #expect(CrashMarker.collectCrashedLibraries(in: folder) == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test("A crashed run is reported once, with the library it showed")
    func crashed() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // The lock ends with the file's last descriptor, as it does with the process.
        var mark = CrashMarker(library: "/pictures é", folder: folder)
        #expect(mark != nil)
        mark = nil
        // A process that another test is starting may hold the lock for a moment.
        var found: Set<String> = []
        try await waitUntil {
            found = CrashMarker.collectCrashedLibraries(in: folder)
            return !found.isEmpty
        }
        #expect(found == ["/pictures é"])
        #expect(CrashMarker.collectCrashedLibraries(in: folder) == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test("A marker that other users can have written is not reported")
    func untrustworthy() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var mark = CrashMarker(library: "/pictures", folder: folder)
        #expect(mark != nil)
        mark = nil
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder).first)
        try #require(chmod("\(folder)/\(name)", 0o666) == 0)
        #expect(CrashMarker.collectCrashedLibraries(in: folder) == [])
    }

    @Test("In an unwritable folder there is neither a marker nor a failure")
    func readOnly() {
        #expect(CrashMarker(library: "demo:", folder: "/proc/tintype") == nil)
    }
}
