import Glibc
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Terminal restoration")
    struct TerminalRestoring {
        @Test("q on home restores the terminal")
        func quit() async throws {
            let session = try await started()
            session.type("q")
            #expect(try await session.waitForEnd() == .exited(0))
            try expectRestored(session)
        }

        @Test(
            "A terminating signal restores the terminal",
            arguments: [SIGTERM, SIGHUP, SIGINT])
        func endingSignals(signal: Int32) async throws {
            let session = try await started()
            session.process.send(signal)
            #expect(try await session.waitForEnd() == .killed(signal: signal))
            try expectRestored(session)
        }

        @Test(
            "A fatal error restores the terminal",
            arguments: [SIGSEGV, SIGABRT])
        func fatalSignals(signal: Int32) async throws {
            let session = try await started()
            session.process.send(signal)
            #expect(try await session.waitForEnd() == .killed(signal: signal))
            try expectRestored(session)
        }

        @Test("Ctrl-C quits and restores the terminal")
        func interruptKey() async throws {
            let session = try await started()
            session.press(.control("c"))
            _ = try await session.waitForEnd()
            try expectRestored(session)
        }

        @Test("Suspending restores the terminal, and continuing redraws the screen")
        func suspend() async throws {
            let session = try ScreenSession(
                ["-i"], of: ["/bin/sh"], environment: ["PS1": "shell> ", "PROGRAM": BuiltProgram.path])
            try await session.wait(for: "shell>")
            let folder = try PictureFolder(["a.png"])
            session.type("$PROGRAM \(folder.path)\r")
            // waitUntilIdle observes the shell, which is the session's process.
            try await session.waitForAlbums()
            try await session.waitUntilIdle()
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
            try await session.waitUntilIdle()
            try expectRestored(session)
        }

        @Test("A terminal with kitty's keyboard protocol gets its old keyboard mode back")
        func kittyKeyboard() async throws {
            let session = try await started()
            #expect(!session.output.contains(Self.push))
            // The reply, as late as it may be, and twice.
            session.type("\u{1b}[?0u\u{1b}[?0u")
            try await session.wait(until: "the mode is on") { $0.output.contains(Self.push) }
            session.type("?")
            try await session.wait(for: "Show all keys")
            session.type("\u{1b}[27u")
            try await session.wait(forNo: "Show all keys")
            session.type("\u{1b}[99;5u")
            #expect(try await session.waitForEnd() == .killed(signal: SIGINT))
            #expect(session.output.ranges(of: Self.push).count == 1)
            #expect(session.output.ranges(of: Self.pop).count == 1)
            try expectRestored(session)
        }

        @Test("A crash pops the keyboard mode")
        func crashWithKittyKeyboard() async throws {
            let session = try await started()
            session.type("\u{1b}[?0u")
            try await session.wait(until: "the mode is on") { $0.output.contains(Self.push) }
            session.process.send(SIGSEGV)
            #expect(try await session.waitForEnd() == .killed(signal: SIGSEGV))
            #expect(session.output.ranges(of: Self.pop).count == 1)
            try expectRestored(session)
        }

        @Test("Ctrl-Z as a sequence suspends, and continuing sets the keyboard mode again")
        func suspendWithKittyKeyboard() async throws {
            let session = try ScreenSession(
                ["-i"], of: ["/bin/sh"], environment: ["PS1": "shell> ", "PROGRAM": BuiltProgram.path])
            try await session.wait(for: "shell>")
            let folder = try PictureFolder(["a.png"])
            session.type("$PROGRAM \(folder.path)\r")
            try await session.waitForAlbums()
            session.type("\u{1b}[?0u")
            try await session.wait(until: "the mode is on") { $0.output.contains(Self.push) }
            session.type("\u{1b}[122;5u")
            try await session.wait(for: "Stopped")
            try expectRestored(session)
            #expect(session.output.ranges(of: Self.pop).count == 1)
            session.type("fg\r")
            try await session.waitForAlbums()
            #expect(session.output.ranges(of: Self.push).count == 2)
            session.type("q")
            try await session.wait(until: "the mode is off") { $0.output.ranges(of: Self.pop).count == 2 }
        }

        private static let push = Array("\u{1b}[>5u".utf8)
        private static let pop = Array("\u{1b}[<u".utf8)

        @Test("Closing the terminal ends the program")
        func hangUp() async throws {
            let session = try await started()
            session.terminal.close()
            _ = try await session.waitForEnd()
        }

        private func started() async throws -> ScreenSession {
            let folder = try PictureFolder(["a.png"])
            let session = try ScreenSession([folder.path])
            session.keptAlive.append(folder)
            try await session.wait(until: "the program has started") { $0.emulator.showsAlternateScreen }
            try await session.waitUntilIdle()
            #expect(try session.terminal.settings != session.settingsAtStart)
            return session
        }

        private func expectRestored(_ session: ScreenSession) throws {
            #expect(!session.emulator.showsAlternateScreen)
            #expect(session.emulator.showsCursor)
            #expect(!session.emulator.reportsMouse)
            #expect(try session.terminal.settings == session.settingsAtStart)
            // Bracketed paste is off, so a paste has no markers.
            #expect(session.emulator.bytes(forPasting: "x") == Array("x".utf8))
            // Cursor keys are in normal mode.
            #expect(session.emulator.bytes(for: .up) == Array("\u{1b}[A".utf8))
        }
    }
}
