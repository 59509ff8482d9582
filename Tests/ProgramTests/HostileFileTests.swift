import Foundation
import Testing

extension ProgramTests {
    @Suite("Hostile files", .enabled(if: Corpus.folder != nil, "TINTYPE_CORPUS is not set"))
    struct HostileFiles {
        /// Processor time is bounded and not the time of the clock, which other programs share.
        @Test(
            "A hostile file ends as a picture or a reason, within 5 s and 1 GB", arguments: Corpus.badFiles)
        func file(_ file: Corpus.BadFile) async throws {
            let corpus = try #require(Corpus.folder)
            let home = try TemporaryFolder()
            let name = URL(filePath: file.path).lastPathComponent
            let folder = try home.makeFolder("pictures")
            try FileManager.default.copyItem(atPath: "\(corpus)/bad/\(file.path)", toPath: "\(folder)/\(name)")
            let session = try ScreenSession(["\(folder)/\(name)"], home: home)
            try await session.wait(until: "it is shown or not", limit: .seconds(60)) { $0.isShown || $0.isRefused }
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
    /// Whether the viewer shows a photo, as sharp as it gets.
    fileprivate var isShown: Bool { text.contains("fit  1/1") && paintedCells > 0 }

    /// Whether the viewer says that it cannot.
    fileprivate var isRefused: Bool { text.contains("cannot be shown: ") }
}
