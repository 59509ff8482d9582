import Glibc
import Testing

extension ProgramTests {
    @Suite("The terminal afterwards")
    struct TerminalRestoring {
        @Test("q at home leaves the terminal as it was")
        func quit() async throws {
            let session = try await started()
            session.type("q")
            #expect(try await session.waitForEnd() == .exited(0))
            try expectRestored(session)
        }

        @Test(
            "A signal that ends the program leaves the terminal as it was",
            arguments: [SIGTERM, SIGHUP, SIGINT])
        func endingSignals(signal: Int32) async throws {
            let session = try await started()
            session.process.send(signal)
            #expect(try await session.waitForEnd() == .killed(signal: signal))
            try expectRestored(session)
        }

        @Test(
            "A fatal error leaves the terminal as it was",
            arguments: [SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGFPE, SIGTRAP, SIGQUIT])
        func fatalSignals(signal: Int32) async throws {
            let session = try await started()
            session.process.send(signal)
            #expect(try await session.waitForEnd() == .killed(signal: signal))
            try expectRestored(session)
        }

        @Test("Ctrl-C typed leaves the program, and the terminal as it was")
        func interruptKey() async throws {
            let session = try await started()
            session.press(.control("c"))
            _ = try await session.waitForEnd()
            try expectRestored(session)
        }

        @Test("Suspended, the terminal is the shell's as it was; continued, the screen is there again")
        func suspend() async throws {
            let session = try ScreenSession(
                ["-i"], of: ["/bin/sh"], environment: ["PS1": "shell> ", "PROGRAM": BuiltProgram.path])
            try await session.wait(for: "shell>")
            session.type("$PROGRAM demo:\r")
            // The process that rests is the shell.
            try await session.waitForAlbums()
            try await session.waitForRest()
            let screen = session.cellsBesidesPictures
            session.press(.control("z"))
            try await session.wait(for: "Stopped")
            try expectRestored(session)
            session.type("fg\r")
            try await session.wait(until: "the screen is back") {
                $0.emulator.showsAlternateScreen && $0.cellsBesidesPictures == screen
            }
            session.type("q")
            try await session.wait(until: "the shell is back") {
                try !$0.emulator.showsAlternateScreen && $0.terminal.settings == $0.settingsAtStart
            }
            try await session.waitForRest()
            try expectRestored(session)
        }

        @Test("Closing the terminal ends the program")
        func hangUp() async throws {
            let session = try await started()
            session.terminal.close()
            _ = try await session.waitForEnd()
        }

        private func started() async throws -> ScreenSession {
            let session = try ScreenSession(["demo:"])
            try await session.wait(until: "the program started") { $0.emulator.showsAlternateScreen }
            try await session.waitForRest()
            #expect(try session.terminal.settings != session.settingsAtStart)
            return session
        }

        private func expectRestored(_ session: ScreenSession) throws {
            #expect(!session.emulator.showsAlternateScreen)
            #expect(session.emulator.showsCursor)
            #expect(!session.emulator.reportsMouse)
            #expect(try session.terminal.settings == session.settingsAtStart)
            // Bracketed paste is off again: a paste comes without its marks.
            #expect(session.emulator.bytes(forPasting: "x") == Array("x".utf8))
            // Cursor keys are in their normal mode.
            #expect(session.emulator.bytes(for: .up) == Array("\u{1b}[A".utf8))
        }
    }
}
