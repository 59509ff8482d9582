import ArgumentParser

/// Prints what a shell completes.
struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print a shell's completions of commands, options and files.")

    @Argument(help: "bash, zsh or fish.", completion: .list(CompletionShell.allCases.map(\.rawValue)))
    var shell: CompletionShell

    func run() throws {
        let script = shell.withFiles(CompletedProgram.completionScript(for: shell))
        try StandardOutput.write(Array(script.utf8))
    }
}

extension CompletionShell: @retroactive ExpressibleByArgument {
    /// Completes files where nothing else fits: for ArgumentParser, either a command or a file may follow the program.
    fileprivate func withFiles(_ script: String) -> String {
        switch self {
        case .bash: script + "\ncomplete -o default -o filenames -F _tintype tintype\n"
        case .zsh:
            script.replacing(
                "    return \"${ret}\"\n", with: "    (( ret )) && _files && ret=0\n    return \"${ret}\"\n")
                + "\n"
        default:
            script
                + "\ncomplete -c tintype -n '__tintype_should_offer_completions_for_flags_or_options \"tintype\"' -F\n"
        }
    }
}

/// The program as shells see it: the options of a library may follow its name, which ArgumentParser leaves out for those of
/// a command that need not be named.
private struct CompletedProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: Tintype.configuration.commandName, version: Tintype.configuration.version,
        subcommands: Tintype.configuration.subcommands)

    @OptionGroup
    var opening: OpenOptions
}
