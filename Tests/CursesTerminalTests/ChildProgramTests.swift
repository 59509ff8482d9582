import Foundation
import Glibc
import TestFixtures
import Testing

@testable import CursesTerminal

@Suite("Child programs", .timeLimit(.minutes(60)))
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
        let entries = ["SEA=green", "SEA_KEY=secret", "SEA_KEYS=2"].map { Array($0.utf8) }
        #expect(ChildProgram.environment(entries, without: ["SEA_KEY"]) == [entries[0], entries[2]])
        #expect(!ChildProgram.environment(without: []).isEmpty)
        #expect(ChildProgram.environment(without: ["PATH"]).count < ChildProgram.ownEnvironment.count)
    }

    /// Runs a script, cancels it once it has printed something, and returns its output and status.
    private func cancel(_ script: String, maxBytes: Int = 1000) async -> (output: String, status: Int32?) {
        let (pieces, continuation) = AsyncStream<[UInt8]>.makeStream()
        let running = Task {
            let status = await shell(script).run(maxBytes: maxBytes) { continuation.yield($0) }
            continuation.finish()
            return status
        }
        var output: [UInt8] = []
        for await piece in pieces {
            output += piece
            if output.contains(UInt8(ascii: "\n")) { running.cancel() }
        }
        return (String(decoding: output, as: UTF8.self), await running.value)
    }

    /// Waits until a process has ended, even if its status hasn't been collected.
    private func waitForEnd(of process: String) async throws {
        try await waitUntil {
            (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8))?.contains(") Z") ?? true
        }
    }

    @Test("Output and errors are delivered while the program runs, followed by its exit status")
    func followed() async {
        let (pieces, continuation) = AsyncStream<[UInt8]>.makeStream()
        let status = await shell("printf a; printf b >&2; exit 7").run(maxBytes: 1000) { continuation.yield($0) }
        continuation.finish()
        var output: [UInt8] = []
        for await piece in pieces { output += piece }
        #expect(output == Array("ab".utf8) && status == 7)
        #expect(await shell("kill -9 $$").run(maxBytes: 0) { _ in } == 128 + SIGKILL)
        let missing = ChildProgram("/no/such/program", arguments: [], environment: [])
        #expect(await missing.run(maxBytes: 0) { _ in } == nil)
    }

    @Test("Of a flood of output only the beginning is kept, and it can be canceled")
    func flood() async {
        let (output, status) = await cancel("exec yes", maxBytes: 5)
        #expect(output == "y\ny\ny" && status == 128 + SIGTERM)
    }

    @Test("A canceled program that ignores the request to end is killed")
    func stubborn() async {
        let (process, status) = await cancel("trap '' TERM; echo $$; while :; do sleep 0.1; done")
        #expect(status == 128 + SIGKILL)
        // Its status has been collected.
        #expect(kill(pid_t(process.trimmingCharacters(in: .newlines)) ?? 0, 0) == -1 && errno == ESRCH)
    }

    @Test("Children that ignore the request to end are killed too, whether they print or not")
    func stubbornChildren() async throws {
        for redirection in ["", ">/dev/null 2>&1"] {
            let child = "sh -c 'trap \"\" TERM; while :; do echo; sleep 0.05; done' \(redirection) & echo $!; wait"
            let (output, status) = await cancel(child)
            #expect(status == 128 + SIGTERM)
            try await waitForEnd(of: output.split(separator: "\n").first.map(String.init) ?? "")
        }
    }

    @Test("A child in the background that prints without end doesn't delay the end of the program")
    func background() async {
        #expect(await shell("yes & echo; exit 2").run(maxBytes: 1000) { _ in } == 2)
        #expect(await shell("sleep 60 & exit 2").run(maxBytes: 1000) { _ in } == 2)
    }
}
