import Glibc
import Testing

@testable import CursesTerminal

@Suite("Child programs", .timeLimit(.minutes(5)))
struct ChildProgramTests {
    private func shell(_ script: String, environment: [String] = []) -> ChildProgram {
        ChildProgram(
            "sh", arguments: ["-c", script].map { Array($0.utf8) }, environment: environment.map { Array($0.utf8) })
    }

    @Test("The output is read to its end; a failed program has none")
    func output() {
        #expect(shell("printf a; sleep 0.1; printf b").output(within: 60_000) == Array("ab".utf8))
        #expect(shell("printf a; exit 1").output(within: 60_000) == nil)
        #expect(ChildProgram("/no/such/program", arguments: [], environment: []).output(within: 60_000) == nil)
    }

    @Test("A program that takes too long is terminated")
    func timeout() {
        #expect(shell("exec sleep 1000").output(within: 50) == nil)
    }

    @Test("A program can read long input or exit without reading it")
    func input() {
        let text = [UInt8](repeating: 0x78, count: 300_000)
        #expect(shell("test $(wc -c) = 300000").run(reading: text, within: 60_000))
        #expect(shell("true").run(reading: text, within: 60_000))
    }

    @Test("A program gets the given environment and only the standard file descriptors")
    func inheritance() {
        let ends = (open("/dev/null", O_RDONLY), open("/dev/null", O_RDONLY))
        defer {
            close(ends.0)
            close(ends.1)
        }
        let listing = shell("ls /proc/$$/fd; echo $SEA; env | wc -l", environment: ["SEA=green"])
            .output(within: 60_000).map { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
        #expect(listing?.prefix(4) == ["0", "1", "2", "green"])
        setenv("SEA_KEY", "secret", 1)
        defer { unsetenv("SEA_KEY") }
        let own = ChildProgram.ownEnvironment(without: ["SEA_KEY"]).map { String(decoding: $0, as: UTF8.self) }
        #expect(!own.isEmpty && !own.contains { $0.hasPrefix("SEA_KEY=") })
        #expect(ChildProgram.ownEnvironment(without: []).contains(Array("SEA_KEY=secret".utf8)))
    }
}
