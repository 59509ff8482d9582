/// A command line of the user's as a shell script, in which `{}` stands for all photos.
///
/// The paths are arguments of the script, so that the shell never parses them.
struct CommandLineScript: Hashable, Sendable {
    static let placeholder = "{}"

    /// The command line as the user typed it.
    let line: String
    let text: String

    /// Replaces each `{}` by the arguments, whatever quotes surround it; appends them if there is no `{}`.
    ///
    /// Throws rather than leave the arguments unquoted, run a photo as a program or let another program parse a file
    /// name as a script: for `{}` after a here-document or quotes within quotes, in one word with a blank or an
    /// operator, or after `sh -c` or `eval`, and for a line that ends where the shell expects a program or a file name.
    init(_ line: String) throws(NoEffect) {
        self.line = line
        var expansion = PlaceholderExpansion(line)
        text = try expansion.script()
    }
}

/// Copies a command line into a script, inserting the arguments, and follows the shell's quotes, words and commands.
private struct PlaceholderExpansion {
    private enum Quote { case none, single, double }

    /// The part of the line that is still to be copied.
    private var remainder: Substring
    private var copied = ""
    private var quote = Quote.none
    private var hasPlaceholder = false
    private var word = Word()
    private var command = Command()

    init(_ line: String) {
        remainder = line[...]
    }

    mutating func script() throws(NoEffect) -> String {
        while let character = remainder.popFirst() {
            switch (quote, character) {
            case (_, "{") where remainder.first == "}":
                remainder.removeFirst()
                try insertArguments()
            case (.none, "\\"), (.double, "\\"):
                let escaped = remainder.popFirst()
                try copy(String(character) + (escaped.map { String($0) } ?? ""), quoted: escaped)
            case (.none, "#") where startsWord:
                remainder = remainder.drop { !$0.isNewline }
            case (.none, "<") where remainder.first == "<", (.double, "`"), (.double, "$"):
                guard let span = simpleSpan(after: character) else { return try scriptWithUnreadSpan(from: character) }
                remainder.removeFirst(span.count)
                try copy(String(character) + span)
            case (.none, "'"), (.single, "'"):
                quote = quote == .none ? .single : .none
                try copy(String(character))
            case (.none, "\""), (.double, "\""):
                quote = quote == .none ? .double : .none
                try copy(String(character))
            case (.none, ";"), (.none, "&"), (.none, "|"), (.none, "("), (.none, "\n"):
                copied.append(character)
                word = Word()
                command = Command()
            case (.none, _):
                if character.isWhitespace || "<>)".contains(character) { word = Word() }
                try copy(String(character))
            case (.single, _), (.double, _):
                try copy(String(character), quoted: character)
            }
        }
        guard !hasPlaceholder else { return copied }
        guard command.acceptsArguments else { throw .placeholderNeeded }
        return copied + " \"$@\""
    }

    private mutating func insertArguments() throws(NoEffect) {
        guard !command.evaluatesNextArgument else { throw .placeholderInScript }
        hasPlaceholder = true
        word.hasPlaceholder = true
        switch quote {
        case .none: try copy("\"$@\"")
        case .single: try copy("'\"$@\"'")
        case .double: try copy("$@")
        }
    }

    /// Copies part of a word.
    ///
    /// - Parameter quoted: the character in it that belongs to the word only because it is quoted.
    private mutating func copy(_ piece: String, quoted: Character? = nil) throws(NoEffect) {
        if let quoted, quoted.isWhitespace || ";&|()<>{}`'\"\\".contains(quoted) { word.isScript = true }
        guard !word.hasPlaceholder || !word.isScript else { throw .placeholderInScript }
        copied += piece
        command.append(piece, isQuoted: quote != .none)
    }

    /// Whether a `#` would begin a comment here.
    private var startsWord: Bool {
        copied.last.map { $0.isWhitespace || ";&|()<>".contains($0) } ?? true
    }

    /// Returns the rest of a substitution in double quotes; nil for a here-document, or if the substitution contains
    /// quotes or substitutions.
    private func simpleSpan(after opening: Character) -> Substring? {
        let closing: Character
        switch (opening, remainder.first) {
        case ("`", _): closing = "`"
        case ("$", "("): closing = ")"
        case ("$", "{"): closing = "}"
        case ("$", _): return ""
        default: return nil
        }
        let inside = remainder.dropFirst(opening == "$" ? 1 : 0)
        guard let end = inside.firstIndex(of: closing), !inside[..<end].contains(where: { "\"'`$\\({#".contains($0) })
        else { return nil }
        return remainder[...end]
    }

    /// Returns the script with the remaining line as typed, because its quotes cannot be followed.
    private func scriptWithUnreadSpan(from opening: Character) throws(NoEffect) -> String {
        guard !remainder.contains(CommandLineScript.placeholder) else { throw .placeholderInNestedQuotes }
        guard hasPlaceholder else { throw .placeholderNeeded }
        return copied + String(opening) + remainder
    }

    private struct Word {
        var hasPlaceholder = false
        /// Whether quoted characters would separate words or commands in a script.
        var isScript = false
    }

    /// The last command of the line, which may be unfinished.
    private struct Command {
        private var text = ""
        private var needsWord = false

        mutating func append(_ piece: String, isQuoted: Bool) {
            let isPlain = !isQuoted && piece.count == 1
            // Only plain blanks separate words.
            text += isPlain ? piece : String(piece.filter { !$0.isWhitespace })
            guard !isPlain || !piece.allSatisfy(\.isWhitespace) else { return }
            needsWord = ["<", ">", "\\"].contains(piece)
        }

        private static let shells: Set = ["sh", "ash", "bash", "dash", "fish", "ksh", "su", "zsh"]

        /// Whether the next argument would be evaluated as a script, as after `sh -c` and `eval`.
        var evaluatesNextArgument: Bool {
            let words = text.filter { !"'\"\\".contains($0) }.split(whereSeparator: \.isWhitespace)
            return words.contains("eval")
                || words.last?.contains(/^-\w*c$/) == true
                    && words.contains { Self.shells.contains(String($0.split(separator: "/").last ?? "")) }
        }

        /// Whether arguments can be appended: the command has a program and does not end with a redirection or an
        /// unfinished escape.
        var acceptsArguments: Bool {
            let words = text.split(whereSeparator: \.isWhitespace)
                .drop { $0 == "!" || $0.contains(/^[A-Za-z_]\w*=/) }
            guard let program = words.first, !program.contains(/^\d*[<>]/) else { return false }
            return !needsWord && !evaluatesNextArgument
        }
    }
}
