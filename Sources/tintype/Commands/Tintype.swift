import ArgumentParser

/// The program: what follows its name is a library to open, or a command.
@main
struct Tintype: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "tintype",
        abstract: "A photo album for the terminal.",
        usage: """
            tintype [LIBRARY] [--owner NAME] [--theme THEME] [--colors COLORS] [--reader] [--ascii]
            tintype COMMAND
            """,
        discussion: """
            LIBRARY is a folder (every folder below it that has pictures is an album), a photo, the address of a \
            JSONPlaceholder-style service, unsplash: or unsplash:@USERNAME, or demo:, the built-in library. Without it \
            the library that was open last is opened again, the demo the first time. A folder that is named like a \
            command is written ./doctor. All options: tintype help open.
            """,
        version: "tintype \(version)",
        subcommands: [
            OpenCommand.self, ShowCommand.self, DoctorCommand.self, ConfigCommand.self, FavoritesCommand.self,
            CacheCommand.self, ManualCommand.self, CompletionsCommand.self,
        ],
        defaultSubcommand: OpenCommand.self)

    /// The lines of a message of ArgumentParser, which repeats what was typed: a line end in that begins no line.
    private static func lines(of message: String) -> [String] {
        let isTyped = CommandLine.arguments.contains { $0.contains(where: \.isNewline) }
        let lines = isTyped ? [message] : message.split(whereSeparator: \.isNewline).map(String.init)
        return lines.enumerated().map { $0.offset == 0 ? "tintype: \($0.element)" : $0.element }
    }

    /// One line tells what is wrong; help and version go to standard output.
    static func main() {
        do {
            do {
                var command = try parseAsRoot()
                try command.run()
            } catch  where exitCode(for: error) == .success {
                // Help, the version, or what a shell asked for to complete a word.
                try StandardOutput.write(
                    lines: fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false).map(
                        String.init))
            }
        } catch let failure as StartFailure {
            StandardError.write(line: "tintype: \(failure.words)")
            Self.exit(withError: ExitCode.failure)
        } catch let failure as StandardOutput.Failure {
            StandardError.write(line: "tintype: standard output: \(failure.reason)")
            Self.exit(withError: ExitCode.failure)
        } catch let code as ExitCode {
            // What it stands for has been told.
            Self.exit(withError: code)
        } catch {
            for line in lines(of: message(for: error) + " (see tintype --help)") { StandardError.write(line: line) }
            Self.exit(withError: exitCode(for: error))
        }
    }
}
