import ArgumentParser
import CursesTerminal
import Libraries
import Pictures

/// The program's root command; its argument is a library to open, or a subcommand.
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
            LIBRARY is \(LibraryKind.all.dropLast().map(\.summary).joined(separator: ", ")), or \
            \(LibraryKind.all.last?.summary ?? ""). The default is the last library, or the demo on the first run. To open a folder \
            named like a command, write its path as ./doctor. For all options, see tintype help open.
            """,
        version: "tintype \(version)",
        subcommands: [
            OpenCommand.self, ShowCommand.self, ListCommand.self, ExportCommand.self, PickCommand.self,
            DoctorCommand.self,
            ConfigCommand.self, FavoritesCommand.self, TrashCommand.self, CacheCommand.self, ThumbnailsCommand.self,
            ManualCommand.self, CompletionsCommand.self,
        ],
        defaultSubcommand: OpenCommand.self)

    /// Replaces ArgumentParser's list of many values, one per line, with its form for few values: `one of 'a', 'b' or
    /// 'c'.`
    private static func joiningValues(in message: String) -> String {
        message.replacing(/one of the following:(?<values>(?:\n  - [^\n]*)+)/) { match in
            let values = match.values.split(separator: "\n").map { "'\($0.dropFirst(4))'" }
            return "one of \(values.dropLast().joined(separator: ", ")) or \(values.last ?? "")."
        }
    }

    /// Splits an ArgumentParser message into lines. The message may quote arguments; if any argument contains a
    /// newline, it stays one line so that input can't forge lines.
    private static func lines(of message: String) -> [String] {
        let isTyped = CommandLine.arguments.contains { $0.contains(where: \.isNewline) }
        let lines = isTyped ? [message] : message.split(whereSeparator: \.isNewline).map(String.init)
        return lines.enumerated().map { $0.offset == 0 ? "tintype: \($0.element)" : $0.element }
    }

    /// Throws for help about an unknown command, which ArgumentParser answers like `tintype --help`.
    private static func checkHelpTopic() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.first == "help" else { return }
        guard let topic = arguments.dropFirst().first(where: { !$0.hasPrefix("-") }), topic != "help",
            !commandNames.contains(topic)
        else { return }
        throw ValidationError("There is no command '\(topic)'.\(suggestion(for: topic))")
    }

    /// Returns a question about a word that is nearly a command; empty for others.
    private static func suggestion(for word: String) -> String {
        guard !commandNames.contains(word),
            let suggestion = SpellingSuggestion(for: word, among: commandNames)
        else { return "" }
        return " Did you mean '\(suggestion.text)'?"
    }

    static var commandNames: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }

    /// Reports errors on a single line of standard error; prints help and the version on standard output.
    static func main() {
        StandardStreams.occupyClosed()
        if TerminalWatchdog.isCurrentProcess { TerminalWatchdog.run() }
        if DecodingWorker.isCurrentProcess { DecodingWorker.run() }
        if VideoToolRole.isCurrentProcess { VideoToolRole.run() }
        do {
            do {
                try checkHelpTopic()
                var command = try parseAsRoot()
                try command.run()
            } catch  where exitCode(for: error) == .success {
                // Help, the version, or a completion request from a shell.
                try StandardOutput.write(
                    lines: fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false).map(
                        String.init))
            }
        } catch let failure as StartFailure {
            StandardError.write(line: "tintype: \(failure.message)")
            Self.exit(withError: errorStatus ?? .failure)
        } catch let failure as StandardOutput.Failure {
            StandardError.write(line: "tintype: standard output: \(failure.reason)")
            Self.exit(withError: errorStatus ?? .failure)
        } catch let code as ExitCode {
            // The command has already reported its error.
            Self.exit(withError: code)
        } catch {
            // A misspelled command counts as a library, so that an argument after it is unexpected.
            var text = joiningValues(in: message(for: error))
            let isOneTooMany = text.contains("nexpected argument")
            let suggestion = isOneTooMany ? suggestion(for: CommandLine.arguments.dropFirst().first ?? "") : ""
            if !suggestion.isEmpty, text.last != "." { text += "." }
            for line in lines(of: text + suggestion + " (see tintype --help)") { StandardError.write(line: line) }
            Self.exit(withError: errorStatus ?? exitCode(for: error))
        }
    }

    /// The exit status for all errors of a command that defines its own; nil for other commands.
    private static var errorStatus: ExitCode? {
        switch CommandLine.arguments.dropFirst().first {
        case PickCommand.configuration.commandName: PickCommand.error
        case ListCommand.configuration.commandName, ExportCommand.configuration.commandName: ListCommand.error
        default: nil
        }
    }
}
