import FoundationEssentials
import Glibc
import Testing

@testable import CursesTerminal

@Suite("Crashes")
struct CrashRestorationTests {
    @Test("A crash restores the terminal, and remains a crash")
    func crash() async throws {
        let path = "/tmp/crash-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        defer { unlink(path) }
        await #expect(processExitsWith: .signal(SIGABRT)) { [path = path as String] in
            let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            let entry = try #require(BuiltInEntry.xterm256)
            let modes = try #require(TerminalModes(entry: entry, descriptor: terminal))
            CrashRestoration.arm(modes, descriptor: open(path, O_WRONLY | O_CREAT, 0o600))
            abort()
        }
        let written = try #require(FileManager.default.contents(atPath: path))
        #expect(String(decoding: written, as: UTF8.self).hasSuffix("\u{1B}[?1049l\u{1B}[23;0;0t"))
    }

    @Test("After the session a crash leaves the terminal alone")
    func disarmed() async throws {
        let path = "/tmp/crash-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        defer { unlink(path) }
        await #expect(processExitsWith: .signal(SIGABRT)) { [path = path as String] in
            let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            let entry = try #require(BuiltInEntry.xterm256)
            let modes = try #require(TerminalModes(entry: entry, descriptor: terminal))
            CrashRestoration.arm(modes, descriptor: open(path, O_WRONLY | O_CREAT, 0o600))
            CrashRestoration.disarm()
            abort()
        }
        #expect(FileManager.default.contents(atPath: path)?.isEmpty == true)
    }
}
