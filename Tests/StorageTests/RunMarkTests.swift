import FoundationEssentials
import Storage
import Testing

@Suite("The sign of a run")
struct RunMarkTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/tintype-tests-\(UUID().uuidString)"

    @Test("A run that ended as it should, or goes on, is not reported")
    func ended() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(RunMark.takeUnexpectedlyEnded(in: folder) == [])
        let mark = try #require(RunMark(library: "/pictures", folder: folder))
        #expect(RunMark.takeUnexpectedlyEnded(in: folder) == [])
        mark.remove()
        #expect(RunMark.takeUnexpectedlyEnded(in: folder) == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test("A run whose process is gone without a word is reported once, with what it showed")
    func crashed() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // The lock ends with the last descriptor of the file, as with the process.
        var mark = RunMark(library: "/pictures é", folder: folder)
        #expect(mark != nil)
        mark = nil
        #expect(RunMark.takeUnexpectedlyEnded(in: folder) == ["/pictures é"])
        #expect(RunMark.takeUnexpectedlyEnded(in: folder) == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test("Where nothing can be written there is no mark, and no failure")
    func readOnly() {
        #expect(RunMark(library: "demo:", folder: "/proc/tintype") == nil)
    }
}
