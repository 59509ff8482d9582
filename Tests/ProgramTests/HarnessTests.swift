import Glibc
import TestFixtures
import Testing

extension ProgramTests {
    /// Tests of the harness itself with well-known programs.
    @Suite("Screen test harness")
    struct Harness {
        @Test("Output appears on the screen with its colors")
        func printing() async throws {
            let session = try ScreenSession(
                [#"printf '\033[1mplain\033[0m \033[38;2;10;20;30mtrue\033[48;5;99mindexed\n'; cat"#],
                of: ["/bin/sh", "-c"])
            try await session.wait(for: "indexed")
            #expect(session.row(0) == "plain trueindexed")
            #expect(session.cell(column: 0, row: 0).isBold)
            #expect(session.cell(column: 6, row: 0).foreground == .rgb(red: 10, green: 20, blue: 30))
            #expect(session.cell(column: 6, row: 0).background == .standard)
            #expect(session.cell(column: 10, row: 0).background == .indexed(99))
        }

        @Test("Keys reach the program, and its end is detected")
        func keysAndEnd() async throws {
            let session = try ScreenSession([], of: ["/bin/cat"])
            session.type("hello\r")
            try await session.wait(until: "the line is echoed") { $0.rows.prefix(2) == ["hello", "hello"] }
            session.press(.control("d"))
            #expect(try await session.waitForEnd() == .exited(0))
        }

        @Test("A wait that times out reports the screen")
        func neverComes() async throws {
            let session = try ScreenSession([], of: ["/bin/cat"])
            session.type("hello")
            let error = await #expect(throws: TimedOut.self) {
                try await session.wait(for: "goodbye", limit: .milliseconds(300))
            }
            #expect(error?.description.contains("hello") == true)
        }

        @Test("The terminal is the controlling terminal and has the given size")
        func controllingTerminal() async throws {
            let session = try ScreenSession(
                ["trap 'stty size' WINCH; stty size < /dev/tty; while :; do read line; done"], of: ["/bin/sh", "-c"],
                size: (33, 7))
            try await session.wait(for: "7 33")
            session.resize(columns: 44, rows: 11)
            session.type("\r")
            try await session.wait(for: "11 44")
        }

        @Test("The terminal replies to queries")
        func answers() async throws {
            let session = try ScreenSession(
                [#"stty raw -echo; printf '\033[c'; dd bs=1 count=7 2>/dev/null | od -c"#], of: ["/bin/sh", "-c"])
            try await session.wait(for: "033   [   ?   1   ;   2   c")
        }

        @Test("A signal or a hangup ends the program")
        func signalsAndHangup() async throws {
            let signaled = try ScreenSession([], of: ["/bin/cat"])
            signaled.process.send(SIGTERM)
            #expect(try await signaled.waitForEnd() == .killed(signal: SIGTERM))
            let closed = try ScreenSession(["echo ready; cat; sleep 60"], of: ["/bin/sh", "-c"])
            try await closed.wait(for: "ready")
            closed.terminal.close()
            #expect(try await closed.waitForEnd() == .killed(signal: SIGHUP))
        }

        @Test("Changed line settings are detected")
        func settings() async throws {
            let session = try ScreenSession(["stty -echo"], of: ["/bin/sh", "-c"])
            #expect(try await session.waitForEnd() == .exited(0))
            #expect(try session.terminal.settings != session.settingsAtStart)
        }

        @Test("The alternate screen, the cursor and the title are tracked")
        func modes() async throws {
            let session = try ScreenSession(
                [#"printf '\033[?1049h\033[?25l\033]2;name\007in'; read x; printf '\033[?1049l\033[?25hout'; cat"#],
                of: ["/bin/sh", "-c"])
            try await session.wait(for: "in")
            #expect(session.emulator.showsAlternateScreen)
            #expect(!session.emulator.showsCursor)
            #expect(session.emulator.title == "name")
            session.type("\r")
            try await session.wait(for: "out")
            #expect(!session.emulator.showsAlternateScreen)
            #expect(session.emulator.showsCursor)
        }
    }
}
