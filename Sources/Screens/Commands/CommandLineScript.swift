/// The shell script of a command line of the user's, in which `{}` stands for all photos.
///
/// The paths are arguments of the script, so that the shell never parses them.
enum CommandLineScript {
    static let placeholder = "{}"

    /// Replaces each `{}` by the arguments, whatever quotes surround it; appends them if there is no `{}`.
    static func script(of line: String) -> String {
        enum Quote { case none, single, double }
        var script = ""
        var quote = Quote.none
        var hasPlaceholder = false
        var characters = line[...]
        while let character = characters.popFirst() {
            switch (quote, character) {
            case (_, "{") where characters.first == "}":
                characters.removeFirst()
                hasPlaceholder = true
                switch quote {
                case .none: script += "\"$@\""
                case .single: script += "'\"$@\"'"
                case .double: script += "$@"
                }
                continue
            case (.none, "\\"), (.double, "\\"):
                script.append(character)
                if let escaped = characters.popFirst() { script.append(escaped) }
                continue
            case (.none, "'"): quote = .single
            case (.single, "'"): quote = .none
            case (.none, "\""): quote = .double
            case (.double, "\""): quote = .none
            default: break
            }
            script.append(character)
        }
        return hasPlaceholder ? script : script + " \"$@\""
    }
}
