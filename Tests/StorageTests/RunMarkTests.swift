import FoundationEssentials
import Storage
import Testing

@Suite("Crash markers")
struct RunMarkTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/tintype-tests-\(UUID().uuidString)"

    @Test("A run that ended normally or is still running is not reported")
    func ended() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(RunMark.collectCrashedLibraries(in: folder) == [])
        let mark = try #require(RunMark(library: "/pictures", folder: folder))
        #expect(RunMark.collectCrashedLibraries(in: folder) == [])
        mark.remove()
        #expect(RunMark.collectCrashedLibraries(in: folder) == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test("A crashed run is reported once, with the library it showed")
    func crashed() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // The lock ends with the file's last descriptor, as it does with the process.
        var mark = RunMark(library: "/pictures é", folder: folder)
        #expect(mark != nil)
        mark = nil
        #expect(RunMark.collectCrashedLibraries(in: folder) == ["/pictures é"])
        #expect(RunMark.collectCrashedLibraries(in: folder) == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test("In an unwritable folder there is neither a marker nor a failure")
    func readOnly() {
        #expect(RunMark(library: "demo:", folder: "/proc/tintype") == nil)
    }
}
