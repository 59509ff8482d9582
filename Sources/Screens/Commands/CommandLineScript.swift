/// A command line of the user's as a shell script, in which `{}` stands for all photos.
///
/// The paths are arguments of the script, so that the shell never parses them.
struct CommandLineScript: Hashable, Sendable {
    static let placeholder = "{}"

    /// The command line as the user typed it.
    let line: String
    let text: String

    /// Throws if the files have no safe place in the line.
    init(_ line: String) throws(NoEffect) {
        self.line = line
        text = try Self.text(of: line)
    }

    /// Replaces each `{}` by the arguments, whatever quotes surround it; appends them if there is no `{}`.
    ///
    /// Throws rather than leave the arguments unquoted, run a photo as a program or let another program parse a file
    /// name as a script: for `{}` after a here-document or quotes within quotes, in one word with a blank or an
    /// operator, or after `sh -c` or `eval`, and for a line that ends where the shell expects a program or a file name.
    private static func text(of line: String) throws(NoEffect) -> String {
        enum Quote { case none, single, double }
        var script = ""
        var quote = Quote.none
        var hasPlaceholder = false
        // Whether the current word has `{}`, and characters that would separate words or commands in a script.
        var word = (hasPlaceholder: false, isScript: false)
        // The last command of the line, and its last character other than a blank.
        var command = ""
        var last: Character = "\n"
        var characters = line[...]
        while let character = characters.popFirst() {
            var piece = String(character)
            // A character that is part of a word because it is quoted.
            var quoted: Character?
            switch (quote, character) {
            case (_, "{") where characters.first == "}":
                characters.removeFirst()
                guard !Self.evaluatesArguments(command) else { throw .placeholderInScript }
                hasPlaceholder = true
                word.hasPlaceholder = true
                piece =
                    switch quote {
                    case .none: "\"$@\""
                    case .single: "'\"$@\"'"
                    case .double: "$@"
                    }
            case (.none, "\\"), (.double, "\\"):
                quoted = characters.popFirst()
                if let quoted { piece.append(quoted) }
            case (.none, "#") where script.last.map { $0.isWhitespace || ";&|()<>".contains($0) } ?? true:
                characters = characters.drop { !$0.isNewline }
                continue
            case (.none, "<") where characters.first == "<", (.double, "`"), (.double, "$"):
                guard let span = simpleSpan(after: character, in: characters) else {
                    guard !characters.contains(placeholder) else { throw .placeholderInNestedQuotes }
                    guard hasPlaceholder else { throw .placeholderNeeded }
                    return script + piece + characters
                }
                piece += span
                characters.removeFirst(span.count)
            case (.none, "'"): quote = .single
            case (.single, "'"): quote = .none
            case (.none, "\""): quote = .double
            case (.double, "\""): quote = .none
            case (.none, ";"), (.none, "&"), (.none, "|"), (.none, "("), (.none, "\n"):
                command = ""
                word = (false, false)
                script += piece
                continue
            case (.none, _): if character.isWhitespace || "<>)".contains(character) { word = (false, false) }
            default: quoted = character
            }
            if let quoted, quoted.isWhitespace || Self.operators.contains(quoted) { word.isScript = true }
            guard !word.hasPlaceholder || !word.isScript else { throw .placeholderInScript }
            script += piece
            let isPlain = quote == .none && piece.count == 1
            // Only plain blanks separate words.
            command += isPlain ? piece : String(piece.filter { !$0.isWhitespace })
            if !isPlain || !character.isWhitespace { last = piece.count == 1 ? character : " " }
        }
        guard !hasPlaceholder else { return script }
        let words = command.split(whereSeparator: \.isWhitespace).drop { $0 == "!" || $0.contains(/^[A-Za-z_]\w*=/) }
        guard let program = words.first, !program.contains(/^\d*[<>]/), !"<>\\".contains(last),
            !Self.evaluatesArguments(command)
        else { throw .placeholderNeeded }
        return script + " \"$@\""
    }

    private static let operators = ";&|()<>{}`'\"\\"

    /// Whether the next argument of an unfinished command would be evaluated as a script, as after `sh -c` and `eval`.
    private static func evaluatesArguments(_ command: String) -> Bool {
        let words = command.filter { !"'\"\\".contains($0) }.split(whereSeparator: \.isWhitespace)
        return words.contains("eval")
            || words.last?.contains(/^-\w*c$/) == true
                && words.contains {
                    ["sh", "ash", "bash", "dash", "fish", "ksh", "su", "zsh"].contains($0.split(separator: "/").last)
                }
    }

    /// Returns the rest of a substitution in double quotes; nil if it contains quotes or substitutions.
    private static func simpleSpan(after opening: Character, in characters: Substring) -> Substring? {
        let closing: Character
        switch (opening, characters.first) {
        case ("`", _): closing = "`"
        case ("$", "("): closing = ")"
        case ("$", "{"): closing = "}"
        case ("$", _): return ""
        default: return nil
        }
        let inside = characters.dropFirst(opening == "$" ? 1 : 0)
        guard let end = inside.firstIndex(of: closing), !inside[..<end].contains(where: { "\"'`$\\({#".contains($0) })
        else { return nil }
        return characters[...end]
    }
}
