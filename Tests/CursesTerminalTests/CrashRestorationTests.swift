import Dispatch
import FoundationEssentials
import Glibc
import Testing

@testable import CursesTerminal

@Suite("Crash restoration")
struct CrashRestorationTests {
    @Test("A crash restores the terminal and remains a crash")
    func crash() async throws {
        let file = TerminalFile()
        await #expect(processExitsWith: .signal(SIGABRT)) { [path = file.path as String] in
            try arm(writingTo: path)
            abort()
        }
        #expect(file.isRestored)
    }

    @Test("A crash after the session leaves the terminal alone")
    func disarmed() async throws {
        let file = TerminalFile()
        await #expect(processExitsWith: .signal(SIGABRT)) { [path = file.path as String] in
            try arm(writingTo: path)
            CrashRestoration.disarm()
            abort()
        }
        #expect(file.contents.isEmpty)
    }

    @Test(
        "Every fatal signal restores the terminal first",
        arguments: [
            SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGXFSZ, SIGPROF, SIGVTALRM, SIGQUIT, SIGSYS, SIGPIPE, SIGILL, SIGTRAP,
            SIGBUS, SIGFPE, SIGPOLL, SIGPWR, SIGSTKFLT,
            // Real-time signals.
            40, 64,
        ])
    func signals(_ signal: Int32) async throws {
        let file = TerminalFile()
        await #expect(processExitsWith: .signal(signal)) { [path = file.path as String, signal = signal as Int32] in
            try arm(writingTo: path)
            kill(getpid(), signal)
            while true { pause() }
        }
        #expect(file.isRestored)
    }

    @Test("A signal ignored from the start stays ignored")
    func ignored() async throws {
        let file = TerminalFile()
        await #expect(processExitsWith: .success) { [path = file.path as String] in
            signal(SIGUSR1, SIG_IGN)
            try arm(writingTo: path)
            raise(SIGUSR1)
        }
        #expect(file.contents.isEmpty)
    }

    @Test("A stack overflow on any thread restores the terminal", arguments: OverflowingThread.allCases)
    func overflow(_ thread: OverflowingThread) async throws {
        let file = TerminalFile()
        await #expect(processExitsWith: .signal(SIGSEGV)) {
            [path = file.path as String, thread = thread as OverflowingThread] in
            try arm(writingTo: path)
            thread.overflow()
            while true { pause() }
        }
        #expect(file.isRestored)
    }

    @Test("Standard error of C libraries stays off the screen, and its end is shown after a crash")
    func standardError() async throws {
        let screen = try PseudoTerminal()
        await #expect(processExitsWith: .signal(SIGABRT)) { [path = screen.path as String] in
            let terminal = open(path, O_RDWR | O_NOCTTY)
            dup2(terminal, STDERR_FILENO)
            let entry = try #require(BuiltInEntry.xterm256)
            CrashRestoration.arm(
                try #require(TerminalModes(entry: entry, descriptor: terminal)), descriptor: terminal)
            CrashRestoration.holdStandardError()
            for _ in 0..<100_000 { complain("Unknown OBU type 0 of size 21\n") }
            CrashRestoration.releaseStandardError()
            complain("before|")
            CrashRestoration.holdStandardError()
            complain("Fatal error: why")
            abort()
        }
        let shown = screen.readAll()
        #expect(!shown.contains("OBU"))
        #expect(shown.hasPrefix("before|"))
        #expect(shown.hasSuffix(TerminalFile.end + "Fatal error: why"))
    }

    @Test("Standard error redirected to a file is left alone")
    func standardErrorInFile() async throws {
        let file = TerminalFile()
        await #expect(processExitsWith: .success) { [path = file.path as String] in
            dup2(open(path, O_WRONLY | O_CREAT, 0o600), STDERR_FILENO)
            CrashRestoration.holdStandardError()
            complain("a warning")
        }
        #expect(file.contents.hasPrefix("a warning"))
    }
}

/// The kinds of threads in the program.
enum OverflowingThread: String, CaseIterable, Codable, Sendable {
    case first, posix, dispatch, task

    func overflow() {
        switch self {
        case .first: exhaustStack()
        case .posix:
            var thread = pthread_t()
            pthread_create(
                &thread, nil,
                { _ in
                    exhaustStack()
                    return nil
                }, nil)
        case .dispatch: DispatchQueue.global().async { exhaustStack() }
        case .task: Task.detached { exhaustStack() }
        }
    }
}

private func exhaustStack() {
    func descend(_ depth: Int) -> Int {
        withUnsafeTemporaryAllocation(byteCount: 1000, alignment: 8) { room in
            room.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: depth))
            return descend(depth + 1) + Int(room[depth % 1000])
        }
    }
    print(descend(0))
}

/// A file that takes the place of the terminal.
private final class TerminalFile {
    let path = "/tmp/crash-\(getpid())-\(UInt32.random(in: 0 ... .max))"

    deinit { unlink(path) }

    var contents: String { String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self) }

    var isRestored: Bool { contents.hasSuffix(Self.end) }

    /// The end of what restores the terminal.
    static let end = "\u{1B}[?1049l\u{1B}[23;0;0t\u{1B}[?12l\u{1B}[?25h"
}

/// Both sides of a pseudoterminal.
private final class PseudoTerminal {
    let path: String
    private let master: Int32
    /// Held open so that output stays readable after the program ends.
    private let slave: Int32

    struct NoTerminal: Error {}

    init() throws {
        var name = [CChar](repeating: 0, count: 64)
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        guard openpty(&ends.master, &ends.slave, &name, nil, nil) == 0 else { throw NoTerminal() }
        (master, slave) = ends
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard fcntl(master, F_SETFL, O_NONBLOCK) == 0 else { throw NoTerminal() }
        // Raw mode: LF is not translated.
        var settings = termios()
        tcgetattr(slave, &settings)
        cfmakeraw(&settings)
        tcsetattr(slave, TCSANOW, &settings)
    }

    deinit {
        close(slave)
        close(master)
    }

    func readAll() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = read(master, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Writes to standard error as a C library would.
private func complain(_ text: String) {
    _ = write(STDERR_FILENO, text, text.utf8.count)
}

private func arm(writingTo path: String) throws {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    let entry = try #require(BuiltInEntry.xterm256)
    let modes = try #require(TerminalModes(entry: entry, descriptor: terminal))
    CrashRestoration.arm(modes, descriptor: open(path, O_WRONLY | O_CREAT, 0o600))
}
