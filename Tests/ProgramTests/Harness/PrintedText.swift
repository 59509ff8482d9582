import Foundation
import TestFixtures

/// The output of a command that has ended.
struct PrintedText {
    let ending: ChildProcess.Ending
    let output: String
    let error: String

    /// Runs a command with its output in files. From a terminal, output that wasn't read before the command ended can be
    /// lost.
    init(
        of arguments: [String], program: [String] = [BuiltProgram.path], environment: [String: String?] = [:],
        home: TemporaryFolder? = nil
    ) async throws {
        let folder = try TemporaryFolder()
        let session = try ScreenSession(
            arguments, of: program, environment: environment, home: home, output: .file(folder.path + "/out"),
            error: .file(folder.path + "/err"))
        ending = try await session.waitForEnd()
        output = try String(contentsOfFile: folder.path + "/out", encoding: .utf8)
        error = try String(contentsOfFile: folder.path + "/err", encoding: .utf8)
    }
}
