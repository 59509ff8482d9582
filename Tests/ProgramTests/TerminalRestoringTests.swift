import Foundation
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

        // CrashRestorationTests has all signals.
        @Test(
            "A fatal error or another signal that ends programs restores the terminal",
            arguments: [SIGSEGV, SIGABRT, SIGUSR1, SIGALRM, SIGXCPU])
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
            try await session.wait(until: "the cover is shown") { $0.paintedCells > 0 }
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
            try await session.wait(for: "/ filter")
            session.type("\u{1b}[27u")
            try await session.wait(forNo: "/ filter")
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

        @Test("A stack overflow on any thread restores the terminal", arguments: ["main", "decode", "Dispatch"])
        func stackOverflow(on kind: String) async throws {
            let session = try await started()
            // Ctrl-L. Dispatch ends threads that have had no work for seconds.
            try await session.type("\u{c}", until: "Dispatch has threads") { session in
                try session.process.threads.contains { $0.name.contains("-qos") }
            }
            let threads = try session.process.threads
            let main = try #require(threads.first)
            let thread =
                switch kind {
                case "main": main
                // Only the threads for decoding yield to others.
                case "decode": threads.last { $0.niceness > main.niceness }
                default: threads.last { $0.name.contains("-qos") }
                }
            // The watchdog would restore the terminal too.
            kill(try await session.watchdog(), SIGKILL)
            try #require(thread).exhaustStack()
            #expect(try await session.waitForEnd() == .killed(signal: SIGSEGV))
            try expectRestored(session)
        }

        @Test("If the program is killed, its watchdog restores the terminal", arguments: [false, true])
        func killed(withKittyKeyboard: Bool) async throws {
            let session = try await started()
            if withKittyKeyboard {
                session.type("\u{1b}[?0u")
                try await session.wait(until: "the mode is on") { $0.output.contains(Self.push) }
            }
            try await killWithWatchdog(session)
            #expect(session.output.ranges(of: Self.pop).count == (withKittyKeyboard ? 1 : 0))
            try expectRestored(session)
        }

        @Test("A program killed before its first frame restores the terminal")
        func killedAtStart() async throws {
            let folder = try PictureFolder(["a.png"])
            let session = try ScreenSession([folder.path], keeping: [folder])
            let end = ContinuousClock.now + ScreenSession.defaultTimeout
            while try session.terminal.settings == session.settingsAtStart, .now < end {}
            try await killWithWatchdog(session)
            try expectRestored(session)
        }

        @Test("A program killed while keys arrive restores the terminal", arguments: [0, 40, 150, 400])
        func killedWhileTyping(milliseconds: Int) async throws {
            let folder = try PictureFolder((0..<12).map { "photo-\($0).png" })
            let session = try ScreenSession([folder.path], keeping: [folder])
            try await session.wait(until: "the program has started") { $0.emulator.showsAlternateScreen }
            let end = ContinuousClock.now + .milliseconds(milliseconds)
            while ContinuousClock.now < end {
                session.press([.enter, .right, .pageDown, .escape].randomElement() ?? .enter)
                try await session.pause(.milliseconds(5))
            }
            try await killWithWatchdog(session)
            try expectRestored(session)
        }

        @Test(
            "If a second signal follows the first, the terminal is restored before the program ends",
            arguments: [(SIGUSR1, SIGUSR2), (SIGSEGV, SIGABRT), (SIGABRT, SIGTERM), (SIGUSR1, SIGKILL)],
            [0, 100, 500])
        func twoSignals(_ signals: (Int32, Int32), microseconds: UInt32) async throws {
            let session = try await started()
            let watchdog = try await session.watchdog()
            session.process.send(signals.0)
            usleep(microseconds)
            session.process.send(signals.1)
            let ending = try await session.waitForEnd()
            #expect(ending == .killed(signal: signals.0) || ending == .killed(signal: signals.1))
            try await waitUntil { ChildProcess.hasEnded(watchdog) }
            while session.pump() {}
            try expectRestored(session)
        }

        @Test("If the program is killed, its watchdog removes pixels that the terminal hasn't read")
        func leftSharedMemory() async throws {
            let session = try await started()
            // The second belongs to a living process, or another program that starts would remove it.
            let names = [session.process.id, getpid()].map { "/tintype-\($0)-1" }
            for name in names {
                let object = shm_open(name, O_CREAT | O_RDWR, 0o600)
                try #require(object >= 0)
                close(object)
            }
            try await killWithWatchdog(session)
            #expect(names.map { shm_unlink($0) } == [-1, 0])
        }

        @Test("If the program is killed while another program uses the terminal, the watchdog leaves it alone")
        func killedInBackground() async throws {
            let session = try await started()
            // As a shell does when the program is stopped.
            session.process.send(SIGSTOP)
            try session.terminal.changeSettings { $0.c_lflag |= tcflag_t(ECHO) }
            let settings = try session.terminal.settings
            let printed = session.output.count
            try await killWithWatchdog(session)
            #expect(session.output.count == printed)
            #expect(try session.terminal.settings == settings)
        }

        @Test(
            "A killed or crashed program restores a terminal that has stopped accepting output",
            arguments: [
                [SIGKILL], [SIGABRT], [SIGUSR1, SIGUSR2], [SIGSEGV, SIGABRT], [SIGUSR1, SIGTERM], [SIGUSR1, SIGKILL],
            ])
        func killedOnStuckTerminal(signals: [Int32]) async throws {
            let session = try ScreenSession(["demo:"], size: (200, 50))
            try await session.openAlbum()
            try await session.wait(until: "thumbnails are shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
            let watchdog = try await session.watchdog()
            session.bytesPerSecond = 0
            for _ in 0..<10 {
                session.press(.pageDown)
                try await session.pause(.milliseconds(50))
            }
            for signal in signals {
                session.process.send(signal)
                // The handler of the first one is still waiting for the terminal.
                if signals.count > 1 { try await session.pause(.milliseconds(300)) }
            }
            // The terminal may have had room for the handler's output. On a busy computer, the handler's time may end before it
            // has written; the watchdog does that then.
            let endings = (signals.filter { $0 == signals[0] || $0 == SIGKILL } + [SIGALRM])
                .map(ChildProcess.Ending.killed(signal:))
            try await session.wait(until: "the program ended") { $0.process.reap() != nil }
            #expect(session.process.reap().map(endings.contains) == true)
            try await waitUntil { ChildProcess.hasEnded(watchdog) }
            #expect(String(decoding: session.terminal.readAll(), as: UTF8.self).contains("\u{1b}[?1049l"))
            #expect(try session.terminal.settings == session.settingsAtStart)
        }

        @Test("The watchdog ends with the program and keeps nothing open but the terminal")
        func watchdog() async throws {
            let session = try await started()
            let watchdog = try await session.watchdog()
            #expect(getpgid(watchdog) == watchdog)
            let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(watchdog)/fd").sorted()
            let files = try descriptors.map {
                try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(watchdog)/fd/\($0)")
            }
            #expect(files.count == 6)
            #expect(files.prefix(4) == ["/dev/null", "/dev/null", "/dev/null", session.terminal.path])
            #expect(files.last == "/memfd:terminal (deleted)")
            // Keys, a closed terminal or a careless user.
            for signal in [SIGINT, SIGHUP, SIGQUIT, SIGTERM, SIGTTOU, SIGTSTP, SIGUSR1] { kill(watchdog, signal) }
            session.press(.control("l"))
            try await session.waitUntilIdle()
            #expect(try session.process.watchdog == watchdog)
            session.type("q")
            #expect(try await session.waitForEnd() == .exited(0))
            #expect(ChildProcess.hasEnded(watchdog))
        }

        /// Kills the program, and waits until its watchdog has ended too.
        private func killWithWatchdog(_ session: ScreenSession) async throws {
            let watchdog = try await session.watchdog()
            session.process.send(SIGKILL)
            #expect(try await session.waitForEnd() == .killed(signal: SIGKILL))
            try await waitUntil { ChildProcess.hasEnded(watchdog) }
            while session.pump() {}
        }

        private static let push = Array("\u{1b}[>5u".utf8)
        private static let pop = Array("\u{1b}[<u".utf8)

        @Test("Closing the terminal ends the program and its watchdog")
        func hangUp() async throws {
            let session = try await started()
            let watchdog = try await session.watchdog()
            session.terminal.close()
            _ = try await session.waitForEnd()
            #expect(ChildProcess.hasEnded(watchdog))
        }

        private func started() async throws -> ScreenSession {
            let folder = try PictureFolder(["a.png"])
            let session = try ScreenSession([folder.path], keeping: [folder])
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
