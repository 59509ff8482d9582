/// The manual page in man(7) macros, generated from the definitions of commands, keys and settings.
struct ManualPage {
    let program: CommandDescription
    let version: String
    /// The sections after the commands.
    var sections: [ManualSection] = []

    var text: String {
        let commands = (program.subcommands ?? []).filter(\.shouldDisplay)
        var lines = [
            ".TH \(program.commandName.uppercased()) 1 \"\" \"\(Self.escaped("\(program.commandName) \(version)"))\"",
            // Disable hyphenation and justification, which would corrupt copied text.
            ".nh", ".ad l", ".SH NAME", Self.escaped("\(program.commandName) - \(program.abstract ?? "")"),
            ".SH SYNOPSIS",
        ]
        lines += commands.flatMap { [synopsis(of: $0), ".br"] }.dropLast()
        lines += [".SH DESCRIPTION", Self.escaped(program.discussion ?? ""), ".SH COMMANDS"]
        for command in commands {
            lines += [".SS \(Self.escaped(command.commandName))", Self.escaped(command.abstract ?? "")]
            if let discussion = command.discussion { lines += [".PP", Self.escaped(discussion)] }
            lines += (command.arguments ?? []).filter(\.shouldDisplay).flatMap(entry)
        }
        for section in sections {
            lines.append(".SH \(Self.escaped(section.title))")
            lines += section.parts.flatMap(Self.lines)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func synopsis(of command: CommandDescription) -> String {
        let arguments = (command.arguments ?? []).filter { $0.shouldDisplay && $0.kind == .positional }.map {
            argument in
            let name = (argument.valueName ?? "").uppercased() + (argument.isRepeating ? " ..." : "")
            return argument.isOptional ? "[\(name)]" : name
        }
        let words = [program.commandName, command.commandName, "[options]"] + arguments
        return ".B \(Self.escaped(words.joined(separator: " ")))"
    }

    private func entry(of argument: CommandDescription.Argument) -> [String] {
        let value = (argument.valueName ?? "").uppercased()
        let names = (argument.names ?? []).map(\.written).joined(separator: ", ")
        let label =
            switch argument.kind {
            case .positional: value
            case .flag: names
            case .option: "\(names) \(value)"
            }
        var text = argument.abstract ?? ""
        if let values = argument.allValues, !values.isEmpty { text += " One of \(values.joined(separator: ", "))." }
        if let standard = argument.defaultValue, argument.kind == .option { text += " Default: \(standard)." }
        return Self.lines(of: .entry(label, text))
    }

    private static func lines(of part: ManualSection.Part) -> [String] {
        switch part {
        case .heading(let text): [".SS \(escaped(text))"]
        case .paragraph(let text): [".PP", escaped(text)]
        case .entry(let label, let text): [".TP", ".B \(escaped(label))", escaped(text)]
        case .example(let text): [".PP", ".in +4n", ".nf", escaped(text), ".fi", ".in"]
        }
    }

    /// Escapes text for troff, so that no line is a request and ASCII characters stay ASCII when copied.
    private static func escaped(_ text: String) -> String {
        var escaped = text.replacing("\\", with: "\\e")
        for (character, glyph) in ["-": "\\-", "'": "\\(aq", "\"": "\\(dq", "^": "\\(ha", "`": "\\(ga", "~": "\\(ti"] {
            escaped = escaped.replacing(character, with: glyph)
        }
        return escaped.split(separator: "\n").map { $0.hasPrefix(".") ? "\\&\($0)" : String($0) }
            .joined(separator: "\n")
    }
}

/// A section of the manual page, such as `FILES`.
struct ManualSection {
    enum Part {
        case heading(String)
        case paragraph(String)
        case entry(_ label: String, _ text: String)
        /// Preformatted lines.
        case example(String)
    }

    let title: String
    let parts: [Part]
}
