import Foundation
import Storage
import Testing

@Suite("Key file")
struct KeyFileTests {
    private func read(_ text: String, mode: Int, isOfAnotherUser: Bool = false) throws -> Result<
        String, KeyFile.Failure
    > {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try text.write(to: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        defer { try? FileManager.default.removeItem(at: file) }
        // Only root can give its files to others, and files of root are accepted.
        if isOfAnotherUser, geteuid() == 0 { try #require(chown(file.path, 12_345, 12_345) == 0) }
        let user = isOfAnotherUser && geteuid() != 0 ? geteuid() + 1 : geteuid()
        return Result { () throws(KeyFile.Failure) in try KeyFile(path: file.path, user: user).read() }
    }

    @Test("The key is the first line, trimmed")
    func firstLine() throws {
        #expect(try read(" abc123 \nsecond\n", mode: 0o600) == .success("abc123"))
    }

    @Test("Leading blank lines and CRLF are ignored")
    func spaces() {
        #expect(KeyFile.key(in: "\n  \n\tabc123 \r\n") == "abc123")
    }

    @Test(
        "A key that cannot be sent in a header is rejected",
        arguments: ["", " \n", "two words", "a\u{1}b", "ключ", "\u{FEFF}abc"])
    func unusable(text: String) {
        #expect(KeyFile.key(in: text) == nil)
    }

    @Test("A file readable by others is refused", arguments: [0o640, 0o604, 0o644])
    func readableByOthers(mode: Int) throws {
        guard case .failure(.readableByOthers) = try read("abc", mode: mode) else {
            Issue.record("accepted")
            return
        }
    }

    @Test("A file of another user is refused")
    func owner() throws {
        guard case .failure(.ofAnotherUser) = try read("abc", mode: 0o600, isOfAnotherUser: true) else {
            Issue.record("accepted")
            return
        }
    }

    @Test("A FIFO in its place is refused without waiting for a writer", .timeLimit(.minutes(60)))
    func notAFile() throws {
        let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString)"
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        #expect(throws: KeyFile.Failure.unreadable(path: path)) { () throws(KeyFile.Failure) in
            try KeyFile(path: path).read()
        }
    }

    @Test("An empty or missing file is a failure")
    func empty() throws {
        guard case .failure(.empty) = try read("\n", mode: 0o600) else {
            Issue.record("accepted")
            return
        }
        #expect(throws: KeyFile.Failure.unreadable(path: "/nowhere/key")) { () throws(KeyFile.Failure) in
            try KeyFile(path: "/nowhere/key").read()
        }
    }
}
