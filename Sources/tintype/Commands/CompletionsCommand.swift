import ArgumentParser

/// Prints a shell completion script.
struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print a completion script for a shell.")

    @Argument(help: "The shell.", completion: .list(CompletionShell.allCases.map(\.rawValue)))
    var shell: CompletionShell

    func run() throws {
        let script = CompletedProgram.completionScript(for: shell)
        try StandardOutput.write(Array(try shell.withLibraries(try shell.withFiles(script)).utf8))
    }
}

extension CompletionShell: @retroactive ExpressibleByArgument {
    /// Falls back to completing files; ArgumentParser offers only commands after the program name.
    fileprivate func withFiles(_ script: String) throws -> String {
        switch self {
        case .bash: script + "\ncomplete -o default -o filenames -F _tintype tintype\n"
        case .zsh:
            try script.replacingText(
                "    return \"${ret}\"\n", with: "    (( ret )) && _files && ret=0\n    return \"${ret}\"\n")
        default:
            script
                + "\ncomplete -c tintype -n '__tintype_should_offer_completions_for_flags_or_options \"tintype\"' -F\n"
        }
    }

    /// Completes a library after the program name, then the options of `open`; ArgumentParser expects a command there.
    /// A library may also be a folder.
    fileprivate func withLibraries(_ script: String) throws -> String {
        let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
        let calls = lines.filter { $0.contains("-- positional@0") }
        guard let call = calls.first(where: { $0.contains("---completion open") }) else {
            throw ChangedScript(text: "---completion open")
        }
        switch self {
        case .bash:
            return try calls.reduce(try Self.joiningOptionsInBash(script)) {
                try $0.replacingText("\($1)\n", with: "\($1)\n        __tintype_add_completions -f\n")
            }
            .replacingText(
                "        # Offer subcommand completions\n",
                with: """
                            if [[ "${#unparsed_words[@]}" -gt 0 ]]; then
                                # A library comes first, and what follows is for the command open.
                                unparsed_words=("${subcommand}" "${unparsed_words[@]}")
                                _tintype_open
                                return
                            fi
                    \(call)
                            [[ -n "${cur}" ]] && __tintype_add_completions -f
                            # Offer subcommand completions

                    """)
        case .zsh:
            func action(_ call: Substring) -> Substring {
                guard let start = call.firstRange(of: ":{"), let end = call.firstRange(of: "}'") else { return call }
                return call[start.upperBound..<end.lowerBound]
            }
            return try calls.map(action).reduce(script) { try $0.replacingText("{\($1)}", with: "{\($1); _files}") }
                .replacingText(
                    "        _describe -V subcommand subcommands && ret=0\n",
                    with: """
                                _describe -V subcommand subcommands && ret=0
                                \(action(call)) && ret=0
                                [[ -n "${PREFIX}" ]] && _files && ret=0

                        """
                )
                .replacingText(
                    """
                                "_tintype_${words[1]}" && ret=0
                                ;;

                    """,
                    with: """
                                    "_tintype_${words[1]}" && ret=0
                                    ;;
                                *)
                                    # A library comes first, and what follows is for the command open.
                                    words=(open "${words[@]}")
                                    (( CURRENT++ ))
                                    _tintype_open && ret=0
                                    ;;

                        """)
        default:
            let files = calls.map { $0.replacing(#/-fka .*/#, with: "-F\n") }
            return script + files.joined() + call.replacing("\"tintype open\"", with: "\"tintype\"") + "\n"
        }
    }
}

extension CompletionShell {
    /// Completes the value in `--option=value`, which bash splits into three words.
    fileprivate static func joiningOptionsInBash(_ script: String) throws -> String {
        try script.replacingText(
            """
                local -r cur="${2}"
                local -r prev="${3}"

            """,
            with: """
                    local cur="${2}"
                    local prev="${3}"

                """
        )
        .replacingText(
            """
                local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

            """,
            with: """
                    local -a unparsed_words=()
                    local -i word_number
                    for ((word_number = 1; word_number <= COMP_CWORD; word_number++)); do
                        if [[ "${COMP_WORDS[word_number]}" = '=' && "${COMP_WORDS[word_number - 1]}" = --* ]]; then
                            # Skip the equals sign between an option and its value.
                            prev="${COMP_WORDS[word_number - 1]}"
                            [[ "${word_number}" -lt "${COMP_CWORD}" ]] && continue
                            cur=''
                            unparsed_words+=('')
                        else
                            [[ "${word_number}" -lt "${COMP_CWORD}" ]] && prev="${COMP_WORDS[word_number]}"
                            unparsed_words+=("${COMP_WORDS[word_number]}")
                        fi
                    done

                """)
    }
}

/// A text that ArgumentParser's scripts no longer contain, where libraries or files belong.
private struct ChangedScript: Error, CustomStringConvertible {
    let text: String

    var description: String { "ArgumentParser's completion script has changed: it lacks \(text.debugDescription)" }
}

extension String {
    fileprivate func replacingText(_ old: String, with new: String) throws -> String {
        guard contains(old) else { throw ChangedScript(text: old) }
        return replacing(old, with: new)
    }
}

/// The program as seen by completion scripts. The options of `open` may follow the program name, but ArgumentParser
/// omits the options of a default subcommand.
private struct CompletedProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: Tintype.configuration.commandName, version: Tintype.configuration.version,
        subcommands: Tintype.configuration.subcommands)

    @OptionGroup
    var opening: OpenOptions
}
