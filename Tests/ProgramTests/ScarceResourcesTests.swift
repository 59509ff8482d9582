import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Scarce resources")
    struct ScarceResources {
        private func session(after limit: String, _ arguments: [String]) throws -> ScreenSession {
            try ScreenSession(
                arguments, of: ["/bin/bash", "-c", "\(limit); exec \"$0\" \"$@\"", BuiltProgram.path], size: (120, 24))
        }

        @Test(
            "A limit that leaves too little is named before the screen is taken over",
            arguments: ["ulimit -v 300000", "ulimit -v 1000000", "ulimit -n 8", "ulimit -n 24"],
            [["demo:"], ["pick", "demo:"], ["list", "demo:"]])
        func limits(limit: String, arguments: [String]) async throws {
            let session = try session(after: limit, arguments)
            #expect(try await session.waitForEnd() == .exited(arguments.count == 1 ? 1 : 2))
            #expect(session.text.contains("(\(limit.prefix(9)))"))
            #expect(!String(decoding: session.output, as: UTF8.self).contains("\u{1B}[?1049h"))
        }

        @Test("A limit of open files that the user may raise doesn't matter")
        func softLimit() async throws {
            let session = try session(after: "ulimit -S -n 20", ["demo:"])
            try await session.waitForAlbums()
        }

        @Test("If memory and threads run out, quitting works", arguments: [SIGTERM, SIGINT, 0])
        func exhausted(signal: Int32) async throws {
            let session = try ScreenSession(["demo:"])
            try await session.waitForAlbums()
            let limit = try Process.run(
                URL(filePath: "/usr/bin/prlimit"), arguments: ["--pid", "\(session.process.id)", "--as=1000000"])
            limit.waitUntilExit()
            #expect(limit.terminationStatus == 0)
            if signal == 0 { session.type("q") } else { session.process.send(signal) }
            _ = try await session.waitForEnd()
            // Saving may need a thread or memory, and an allocation of Swift's that fails ends the program at once.
            try await session.wait(until: "the terminal is restored") {
                try $0.terminal.settings == $0.settingsAtStart && !$0.emulator.showsAlternateScreen
            }
        }
    }
}
