import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Hostile files", .requires(variable: "TINTYPE_CORPUS"))
    struct HostileFiles {
        @Test(
            "Hostile files are each shown or refused with a reason, within 5 s of CPU time and 1 GB, by one process",
            arguments: Corpus.badFilesByFolder)
        func folder(_ files: Corpus.BadFiles) async throws {
            let home = try TemporaryFolder()
            let folder = try home.makeFolder("pictures")
            var first = ""
            for (index, file) in files.files.enumerated() {
                // The numbers keep the manifest's order.
                let path = try copy(
                    file, to: "\(folder)/\(1000 + 2 * index) \(URL(filePath: file.path).lastPathComponent)")
                if index == 0 { first = path }
                // The viewer shows the previous photo until it has drawn the next: this one is recognized.
                try Data(PNGFile.bytes(width: 8, height: 8, color: (201, 17, 133))).write(
                    to: URL(filePath: "\(folder)/\(1001 + 2 * index) separator.png"))
            }
            let session = try ScreenSession([first], home: home)
            var ticks = 0
            for (index, file) in files.files.enumerated() {
                try await expectOutcome(of: file, at: "\(2 * index + 1)/\(2 * files.files.count)", in: session)
                // Limits CPU time instead of wall-clock time, which depends on other programs.
                let usage = try ProcessUsage(of: session.process.id)
                #expect(usage.ticks - ticks < 500, "\(file.path)")
                ticks = usage.ticks
                session.type("n")
                try await session.wait(until: "the photo after \(file.path) is shown") {
                    // The caption and part of a picture may arrive before the rest replaces the reason.
                    $0.row(23).contains(" separator ") && $0.pictureColors == [Self.separatorColor]
                        && !$0.text.contains("Can't show this photo: ")
                }
                session.type("n")
            }
            try await expectSoundness(of: session)
        }

        fileprivate static let separatorColor = EmulatedCell.Color.rgb(red: 201, green: 17, blue: 133)

        @Test(
            "A hostile file of a type that folders don't list is refused with a reason",
            arguments: Corpus.unlistedBadFiles)
        func file(_ file: Corpus.BadFile) async throws {
            let home = try TemporaryFolder()
            let path = try copy(
                file, to: home.makeFolder("pictures") + "/" + URL(filePath: file.path).lastPathComponent)
            let session = try ScreenSession([path], home: home)
            try await expectOutcome(of: file, at: "1/1", in: session)
            try await expectSoundness(of: session)
        }

        private func copy(_ file: Corpus.BadFile, to path: String) throws -> String {
            let corpus = try #require(Corpus.folder)
            try FileManager.default.copyItem(atPath: "\(corpus)/bad/\(file.path)", toPath: path)
            return path
        }

        private func expectOutcome(
            of file: Corpus.BadFile, at position: String, in session: ScreenSession
        ) async throws {
            try await session.wait(until: "\(file.path) is shown or refused") {
                $0.isShown(at: position) || $0.isRefused(at: position)
            }
            #expect(
                session.isShown(at: position) || !file.mustBeShown,
                "\(file.path): \(file.expected), but it is refused:\n\(session.text)")
            #expect(
                session.isRefused(at: position) || !file.mustFail,
                "\(file.path): \(file.expected), but it is shown")
        }

        private func expectSoundness(of session: ScreenSession) async throws {
            #expect(try ProcessUsage(of: session.process.id).peakMemory < 1 << 30)
            let queries = ["]11;?", "P+q", "P$qm"]
            #expect(
                ControlStrings.find(in: session.output).allSatisfy { text in queries.contains { text.hasPrefix($0) } })
            session.type("qq")
            session.type("q")
            #expect(try await session.waitForEnd() == .exited(0))
        }
    }
}

extension ScreenSession {
    /// Whether the viewer shows a photo.
    fileprivate func isShown(at position: String) -> Bool {
        row(23).contains("fit") && row(23).hasSuffix("  \(position)")
            && cells.contains { $0.isPainted && $0.background != ProgramTests.HostileFiles.separatorColor }
    }

    /// Whether the viewer shows a failure.
    fileprivate func isRefused(at position: String) -> Bool {
        row(23).hasSuffix("  \(position)") && text.contains("Can't show this photo: ")
    }
}
