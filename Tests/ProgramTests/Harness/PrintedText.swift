import Foundation
import TestFixtures

/// What a command has printed, and how it ended.
struct PrintedText {
    let ending: ChildProcess.Ending
    let output: String
    let error: String

    /// Runs a command with its output in files. When a command ends, the kernel hangs up its terminal and may drop what the
    /// terminal has not read.
    init(of arguments: [String], environment: [String: String?] = [:]) async throws {
        let folder = try TemporaryFolder()
        let session = try ScreenSession(
            arguments, environment: environment, output: .file(folder.path + "/out"),
            error: .file(folder.path + "/err"))
        ending = try await session.waitForEnd()
        output = try String(contentsOfFile: folder.path + "/out", encoding: .utf8)
        error = try String(contentsOfFile: folder.path + "/err", encoding: .utf8)
    }
}
