import Dispatch
import Glibc
import TerminalUI
import TestFixtures
import Testing

@testable import CursesTerminal

@Suite("Terminal connection", .timeLimit(.minutes(60)))
@MainActor
struct TerminalConnectionTests {
    @Test("Written bytes arrive in order")
    func written() async throws {
        let pipe = try Pipe()
        let writer = FrameWriter(descriptor: pipe.writing)
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let reading = Task.detached { pipe.read(count: bytes.count) }
        let outcome = await withCheckedContinuation { done in
            writer.write(bytes) { done.resume(returning: $0) }
        }
        guard case .written = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(await reading.value == bytes)
    }

    @Test("Output that waits for room in the kernel's queue is measured")
    func blocked() async throws {
        let pipe = try Pipe()
        let writer = FrameWriter(descriptor: pipe.writing)
        let outcome = await withCheckedContinuation { done in
            writer.write([UInt8](repeating: 0x78, count: 100_000)) { done.resume(returning: $0) }
            Task.detached {
                while !pipe.isFull { usleep(1000) }
                usleep(50_000)
                _ = pipe.read(count: 100_000)
            }
        }
        guard case .written(let blocked) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(blocked.bytes > 0 && blocked.bytes < 100_000 && blocked.duration >= 10_000_000)
    }

    @Test("A cut abandons pending output and writes the replacement")
    func cut() async throws {
        let pipe = try Pipe()
        let writer = FrameWriter(descriptor: pipe.writing)
        let outcome = await withCheckedContinuation { done in
            writer.write(Array(repeating: 0x78, count: 1_000_000)) { done.resume(returning: $0) }
            // The pipe is not being read, so the writer blocks halfway.
            writer.cut(andWrite: Array("restored".utf8), within: 50)
            Task.detached { _ = pipe.read(until: Array("restored".utf8)) }
        }
        #expect(outcome == .cut)
    }

    @Test("A failed write is reported")
    func failed() async {
        let writer = FrameWriter(descriptor: -1)
        let outcome = await withCheckedContinuation { done in
            writer.write([1]) { done.resume(returning: $0) }
        }
        #expect(outcome == .failed)
    }

    /// Returns the events of input up to its reported end.
    private func events(of input: String, maxReports: Int = .max) async throws -> [InputEvent] {
        let pipe = try Pipe()
        var events: [InputEvent] = []
        var reader: InputReader?
        await withCheckedContinuation { done in
            reader = InputReader(
                descriptor: pipe.reading, decoder: InputDecoder(), onEvent: { events.append($0) },
                onEnd: { done.resume() }, maxReports: { maxReports })
            reader?.start()
            pipe.write(input)
            pipe.closeWriting()
        }
        reader?.stop()
        return events
    }

    @Test("Input arrives as events, and its end is reported")
    func input() async throws {
        #expect(try await events(of: "a\u{1B}[A") == [.key(Key("a")), .key(Key(.up))])
    }

    @Test("Of a flood of status reports, only a few are delivered")
    func flood() async throws {
        let flood = String(repeating: "\u{1B}[0n", count: 8000) + "a"
        let events = try await events(of: flood, maxReports: 3)
        // Some for each read.
        #expect(3...300 ~= events.count { $0 != .key(Key("a")) })
        #expect(events.last == .key(Key("a")))
    }

    @Test("Of sizes and colors that arrive together, the latest count; keys and other answers all do")
    func outdated() {
        func answer(_ text: String) -> InputEvent { .response(.controlSequence(text)) }
        func color(_ text: String) -> InputEvent { .response(.operatingSystem("11;\(text)")) }
        // A change of the window's size matters, too.
        let others = [
            answer("48;24;80;480;800t"), answer("?62c"), .key(Key("a")), answer("0n"), answer("0n"),
            .response(.deviceControl(">|tmux")),
        ]
        let old = [answer("6;20;10t"), color("rgb:0/0/0")]
        let new = [answer("6;40;20t"), color("rgb:f/f/f")]
        #expect(InputReader.withoutOutdated(old + others + old + new + others) == others + new + others)
    }

    @Test("The end of input is reported even without input")
    func endOfInput() async throws {
        let pipe = try Pipe()
        var reader: InputReader?
        await withCheckedContinuation { done in
            reader = InputReader(
                descriptor: pipe.reading, decoder: InputDecoder(), onEvent: { _ in }, onEnd: { done.resume() })
            reader?.start()
            DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(20)) { pipe.closeWriting() }
        }
        reader?.stop()
    }

    @Test("A lone Esc arrives after the timeout")
    func loneEscape() async throws {
        let pipe = try Pipe()
        var reader: InputReader?
        let event = await withCheckedContinuation { done in
            reader = InputReader(
                descriptor: pipe.reading, decoder: InputDecoder(), onEvent: { done.resume(returning: $0) }, onEnd: {})
            reader?.start()
            pipe.write("\u{1B}")
        }
        #expect(event == .key(Key(.escape)))
        reader?.stop()
    }

    @Test(
        "The remainder of a split sequence is not typed, and Esc waits longer from then on",
        arguments: [
            ("[B", InputEvent.key(Key(.down))), ("OB", .key(Key(.down))), ("[1;5C", .key(Key(.right, .control))),
            ("[?0u", .response(.controlSequence("?0u"))),
        ])
    func splitSequence(remainder: String, event: InputEvent) async throws {
        let (reader, events) = try await events(afterEscapeAnd: remainder, count: 1)
        #expect(events == [event])
        #expect(reader.escapeTimeout == InputReader.sequenceTimeout)
    }

    @Test("Keys typed after Esc are keys", arguments: ["Od", "/[", "qO", "[x"])
    func typedAfterEscape(keys: String) async throws {
        let (reader, events) = try await events(afterEscapeAnd: keys, count: keys.count)
        #expect(events == keys.map { .key(Key($0)) })
        #expect(reader.escapeTimeout != InputReader.sequenceTimeout)
    }

    /// Writes `text` once Esc has become a key press, and returns the events that follow.
    private func events(afterEscapeAnd text: String, count: Int) async throws -> (InputReader, [InputEvent]) {
        let pipe = try Pipe()
        let (events, continuation) = AsyncStream.makeStream(of: InputEvent.self)
        let reader = InputReader(
            descriptor: pipe.reading, decoder: InputDecoder(), onEvent: { continuation.yield($0) }, onEnd: {})
        reader.start()
        var arrivals = events.makeAsyncIterator()
        pipe.write("\u{1B}")
        #expect(await arrivals.next() == .key(Key(.escape)))
        pipe.write(text)
        var following: [InputEvent] = []
        while following.count < count, let event = await arrivals.next() { following.append(event) }
        reader.stop()
        return (reader, following)
    }

    @Test("Signals arrive as events, and their default action is restored")
    func signals() async {
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        let sources = SignalSources([SIGUSR1]) { continuation.yield($0) }
        let sending = Task.detached {
            while !Task.isCancelled {
                kill(getpid(), SIGUSR1)
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        var arrivals = signals.makeAsyncIterator()
        let signal = await arrivals.next()
        sending.cancel()
        _ = await sending.result
        #expect(signal == SIGUSR1)
        // A signal that is still on its way would end all tests once its action is the default again.
        var pending = sigset_t()
        repeat {
            await DedicatedThread.sleep(milliseconds: 1)
            sigpending(&pending)
        } while sigismember(&pending, SIGUSR1) == 1
        sources.cancel()
        var after = sigaction()
        sigaction(SIGUSR1, nil, &after)
        #expect(after.__sigaction_handler.sa_handler == nil)
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        #expect(sigismember(&mask, SIGUSR1) == 0)
    }

    @Test("Terminal modes are set and restored")
    func modes() throws {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        try #require(terminal >= 0)
        defer { close(terminal) }
        var size = winsize(ws_row: 33, ws_col: 111, ws_xpixel: 0, ws_ypixel: 0)
        #expect(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
        var before = termios()
        tcgetattr(terminal, &before)
        let entry = try #require(BuiltInEntry.xterm256)
        let modes = try #require(TerminalModes(entry: entry, descriptor: terminal))
        modes.apply(to: terminal)
        var during = termios()
        tcgetattr(terminal, &during)
        #expect(during.c_lflag & tcflag_t(ECHO | ICANON) == 0)
        #expect(during.c_lflag & tcflag_t(ISIG) != 0)
        #expect(during.c_oflag & tcflag_t(OPOST) == 0)
        modes.restore(on: terminal)
        var after = termios()
        tcgetattr(terminal, &after)
        #expect(after.c_lflag == before.c_lflag && after.c_oflag == before.c_oflag && after.c_iflag == before.c_iflag)
        #expect(TerminalWindow(descriptor: terminal)?.size == Size(columns: 111, rows: 33))
        #expect(TerminalModes(entry: entry, descriptor: -1) == nil)
    }

    @Test("With the mouse disabled, mouse reporting stays off")
    func mouse() throws {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        defer { close(terminal) }
        let entry = try #require(BuiltInEntry.xterm256)
        let modes = try #require(TerminalModes(entry: entry, reportsMouse: false, descriptor: terminal))
        #expect(!String(decoding: modes.enterBytes, as: UTF8.self).contains("[?1002h"))
    }

    @Test("The page is cleared before its screen is left, because not all terminals have an alternate screen")
    func clearing() throws {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        defer { close(terminal) }
        let entry = try #require(BuiltInEntry.xterm256)
        let modes = try #require(TerminalModes(entry: entry, descriptor: terminal))
        #expect(String(decoding: modes.leaveBytes, as: UTF8.self).contains("\u{1B}[H\u{1B}[2J\u{1B}[?1049l"))
    }

    @Test("Focus is reported only on request")
    func focus() throws {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        defer { close(terminal) }
        let entry = try #require(BuiltInEntry.xterm256)
        var modes = try #require(TerminalModes(entry: entry, descriptor: terminal))
        #expect(!String(decoding: modes.enterBytes + modes.leaveBytes, as: UTF8.self).contains("1004"))
        modes.reportsFocus = true
        #expect(String(decoding: modes.modeBytes, as: UTF8.self).contains("[?1004h"))
        #expect(String(decoding: modes.leaveBytes, as: UTF8.self).contains("[?1004l"))
        #expect(TerminalQueries.finding(in: .controlSequence("I")) == .focus)
    }

    @Test("Leaving undoes every mode that entering set")
    func leaving() throws {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        defer { close(terminal) }
        let entry = try #require(BuiltInEntry.xterm256)
        let modes = try #require(TerminalModes(entry: entry, descriptor: terminal))
        let enter = String(decoding: modes.enterBytes, as: UTF8.self)
        let leave = String(decoding: modes.leaveBytes, as: UTF8.self)
        for (on, off) in [
            ("[?1049h", "[?1049l"), ("[?2004h", "[?2004l"), ("[?2031h", "[?2031l"), ("[?25l", "[?25h"),
            ("[?1h", "[?1l"),
            ("[?1002h", "[?1002l"), ("[?1006h", "[?1006l"),
        ] {
            #expect(enter.contains(on))
            #expect(leave.contains(off))
        }
        #expect(leave.hasPrefix("\u{18}\u{1B}\\"))
        #expect(modes.leaveBytes.count < 512)
    }

    @Test("Flags of kitty's keyboard protocol are pushed and popped on the alternate screen")
    func kittyKeyboard() throws {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        defer { close(terminal) }
        let entry = try #require(BuiltInEntry.xterm256)
        var modes = try #require(TerminalModes(entry: entry, descriptor: terminal))
        for bytes in [modes.enterBytes, modes.modeBytes, modes.leaveBytes] {
            #expect(!String(decoding: bytes, as: UTF8.self).contains("u"))
        }
        modes.usesKittyKeyboard = true
        let enter = String(decoding: modes.enterBytes, as: UTF8.self)
        let leave = String(decoding: modes.leaveBytes, as: UTF8.self)
        #expect(
            try #require(enter.firstRange(of: "[?1049h")).upperBound
                <= #require(enter.firstRange(of: "[>5u")).lowerBound)
        #expect(
            try #require(leave.firstRange(of: "[<u")).upperBound <= #require(leave.firstRange(of: "[?1049l")).lowerBound
        )
        // Sent repeatedly, so it must not push.
        let again = String(decoding: modes.modeBytes, as: UTF8.self)
        #expect(again.contains("[=5u") && !again.contains("[>"))
        #expect(leave.hasPrefix("\u{18}\u{1B}\\"))
        #expect(modes.leaveBytes.count <= 512)
    }

    @Test("With all modes on and images in the terminal, leaving it fits into the buffer of a signal handler")
    func maxLeaveBytes() throws {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        defer { close(terminal) }
        let entry = try #require(BuiltInEntry.xterm256)
        var modes = try #require(TerminalModes(entry: entry, descriptor: terminal))
        #expect(!String(decoding: modes.enterBytes + modes.leaveBytes, as: UTF8.self).contains("2048"))
        modes.usesKittyKeyboard = true
        modes.reportsSize = true
        modes.imageRemoval = KittyGraphics(isThroughTmux: true).removal(of: ImageIDs(usesPalette: true).ranges)
        for bytes in [modes.enterBytes, modes.modeBytes] {
            #expect(String(decoding: bytes, as: UTF8.self).contains("\u{1B}[?2048h"))
        }
        #expect(String(decoding: modes.leaveBytes, as: UTF8.self).contains("\u{1B}[?2048l"))
        #expect(modes.leaveBytes.count <= 512)
    }

    @Test("Keys reported as sequences generate the signals that the terminal device generates")
    func signalKeys() throws {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        defer { close(terminal) }
        let entry = try #require(BuiltInEntry.xterm256)
        func signals() throws -> [Int32?] {
            let modes = try #require(TerminalModes(entry: entry, descriptor: terminal))
            return ["c", "z", "\\", "x"].map { modes.signal(for: Key(.character($0), .control)) }
        }
        #expect(try signals() == [SIGINT, SIGTSTP, SIGQUIT, nil])
        let modes = try #require(TerminalModes(entry: entry, descriptor: terminal))
        #expect(modes.signal(for: Key("c")) == nil)
        #expect(modes.signal(for: Key(.character("c"), [.control, .alt])) == nil)
        #expect(modes.signal(for: Key(.character(" "), .control)) == nil)

        var settings = modes.original
        withUnsafeMutableBytes(of: &settings.c_cc) { characters in
            characters[Int(VINTR)] = 0x18
            characters[Int(VSUSP)] = 0
        }
        tcsetattr(terminal, TCSANOW, &settings)
        #expect(try signals() == [nil, nil, SIGQUIT, SIGINT])
        settings.c_lflag &= ~tcflag_t(ISIG)
        tcsetattr(terminal, TCSANOW, &settings)
        #expect(try signals() == [nil, nil, nil, nil])
    }
}
