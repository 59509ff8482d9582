import Foundation
import TestFixtures
import Testing

@testable import tintype

extension ProgramTests {
    @Suite("thumbnails command")
    struct Thumbnails {
        private let folder: PictureFolder
        private let home: TemporaryFolder

        init() throws {
            folder = try PictureFolder(["a/small.png"])
            home = try TemporaryFolder()
            for name in ["large 1.png", "a/large 2.png"] { try folder.add(name, width: 400, height: 300) }
            try folder.write(Array("no picture".utf8), at: Array("broken.jpg".utf8))
        }

        private struct Outcome {
            let output: String
            let complaints: String
            let status: ChildProcess.Ending
        }

        private func run(_ arguments: [String]) async throws -> Outcome {
            let output = try TemporaryFolder()
            let session = try ScreenSession(
                ["thumbnails"] + arguments, home: home, output: .file(output.path + "/out"),
                error: .file(output.path + "/err"))
            let status = try await session.waitForEnd()
            return Outcome(
                output: try String(contentsOfFile: output.path + "/out", encoding: .utf8),
                complaints: try String(contentsOfFile: output.path + "/err", encoding: .utf8), status: status)
        }

        private func files(_ folder: String) -> [String] {
            let path = home.path + "/.cache/thumbnails/" + folder
            return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
        }

        @Test("Every photo gets a thumbnail, failures are named, and the next run continues")
        func fill() async throws {
            let first = try await run([folder.path])
            #expect(first.output == "2 made, 0 already there, 1 not needed, 1 failed\n")
            #expect(first.complaints.contains("\(folder.path)/broken.jpg: "))
            #expect(first.status == .exited(1))
            #expect(files("large").count == 2 && files("large").allSatisfy { $0.hasSuffix(".png") && $0.count == 36 })
            #expect(files("fail/tintype-\(Tintype.version)").count == 1)
            // The next run leaves existing thumbnails alone.
            let file = home.path + "/.cache/thumbnails/large/" + (files("large").first ?? "")
            let content = try Data(contentsOf: URL(filePath: file))
            let second = try await run([folder.path])
            #expect(second.output == "0 made, 2 already there, 1 not needed, 1 failed\n")
            #expect(second.complaints == first.complaints)
            #expect(try Data(contentsOf: URL(filePath: file)) == content)
            // A changed photo gets another.
            try folder.add("large 1.png", width: 500, height: 300)
            #expect(try await run([folder.path]).output == "1 made, 1 already there, 1 not needed, 1 failed\n")
        }

        @Test("A dry run counts, and writes nothing")
        func dryRun() async throws {
            let outcome = try await run(["--dry-run", folder.path])
            #expect(outcome.output == "2 to make, 0 already there, 1 not needed, 1 failed\n")
            #expect(files("").isEmpty)
        }

        @Test("Quiet runs print only failures")
        func quiet() async throws {
            let outcome = try await run(["--quiet", folder.path + "/a"])
            #expect(outcome.output.isEmpty && outcome.complaints.isEmpty && outcome.status == .exited(0))
            #expect(files("large").count == 1)
            let broken = try await run(["--quiet", folder.path])
            #expect(broken.output.isEmpty && broken.complaints.split(separator: "\n").count == 1)
        }

        @Test("A folder that doesn't exist is an error")
        func missing() async throws {
            let outcome = try await run([folder.path + "/b"])
            #expect(outcome.complaints == "tintype: \(folder.path)/b: no such file or folder\n")
            #expect(outcome.status == .exited(1))
        }

        @Test("Without a place for thumbnails, the command says why")
        func unwritable() async throws {
            try home.addFile(".cache/thumbnails")
            let outcome = try await run([folder.path])
            #expect(outcome.complaints.contains("\(home.path)/.cache/thumbnails"))
            #expect(outcome.status == .exited(1))
        }

        @Test("Ctrl-C leaves nothing half-written and says where it stopped")
        func interruption() async throws {
            // More photos than any computer finishes before the signal: links, because drawing them takes longer.
            try folder.add("many/0.png", width: 900, height: 600)
            for number in 1..<20_000 { try folder.link("many/0.png", as: "many/\(number).png") }
            let session = try ScreenSession(["thumbnails", folder.path + "/many"], home: home)
            try await session.wait(for: " of 20,000")
            session.process.send(SIGINT)
            #expect(try await session.waitForEnd() == .killed(signal: SIGINT))
            #expect(session.text.contains("stopped after ") && session.text.contains(" of 20,000; run it again"))
            let made = files("large")
            #expect(made.allSatisfy { $0.count == 36 } && made.count < 20_000)
            let counts = try await run(["--dry-run", folder.path + "/many"]).output.replacing(",", with: "")
            #expect(counts == "\(20_000 - made.count) to make \(made.count) already there 0 not needed 0 failed\n")
        }

        @Test("Doctor names the cache, and whether it is used", arguments: ["read-write", "read", "off"])
        func doctor(access: String) async throws {
            try home.addFile(".config/tintype/config.toml", contents: "[cache]\nthumbnails = \"\(access)\"\n")
            let session = try ScreenSession(["doctor"], home: home, output: .file(home.path + "/out"))
            _ = try await session.waitForEnd()
            let report = try String(contentsOfFile: home.path + "/out", encoding: .utf8)
            #expect(report.contains("\(home.path)/.cache/thumbnails"))
            #expect(report.contains("read only (set in config.toml)") == (access == "read"))
            #expect(report.contains("not used (set in config.toml)") == (access == "off"))
        }
    }
}
