import Foundation
import Testing

extension ProgramTests {
    @Suite("Hostile files", .enabled(if: Corpus.folder != nil, "TINTYPE_CORPUS is not set"))
    struct HostileFiles {
        /// Limits CPU time instead of wall-clock time, which depends on other programs.
        @Test(
            "A hostile file is shown or refused with a reason, within 5 s of CPU time and 1 GB",
            arguments: Corpus.badFiles)
        func file(_ file: Corpus.BadFile) async throws {
            let corpus = try #require(Corpus.folder)
            let home = try TemporaryFolder()
            let name = URL(filePath: file.path).lastPathComponent
            let folder = try home.makeFolder("pictures")
            try FileManager.default.copyItem(atPath: "\(corpus)/bad/\(file.path)", toPath: "\(folder)/\(name)")
            let session = try ScreenSession(["\(folder)/\(name)"], home: home)
            try await session.wait(until: "the file is shown or refused", limit: .seconds(60)) {
                $0.isShown || $0.isRefused
            }
            #expect(session.isShown || !file.mustBeShown, "\(file.expected), but it is refused:\n\(session.text)")
            #expect(session.isRefused || !file.mustFail, "\(file.expected), but it is shown")
            let usage = try ProcessUsage(of: session.process.id)
            #expect(usage.ticks < 500)
            #expect(usage.peakMemory < 1 << 30)
            #expect(ControlStrings.find(in: session.output).allSatisfy { $0.hasPrefix("]11;?") || $0.hasPrefix("P+q") })
            session.type("qq")
            session.type("q")
            #expect(try await session.waitForEnd() == .exited(0))
        }
    }
}

extension ScreenSession {
    /// Whether the viewer shows a photo in its final quality.
    fileprivate var isShown: Bool { text.contains("fit  1/1") && paintedCells > 0 }

    /// Whether the viewer shows a failure.
    fileprivate var isRefused: Bool { text.contains("Can't show this photo: ") }
}
