/// The manual page of the program in man(7)'s macros, made of the definitions of its commands.
struct ManualPage {
    let program: CommandDescription
    let version: String

    var text: String {
        let commands = (program.subcommands ?? []).filter(\.shouldDisplay)
        var lines = [
            ".TH \(program.commandName.uppercased()) 1 \"\" \"\(Self.escaped("\(program.commandName) \(version)"))\"",
            ".SH NAME", Self.escaped("\(program.commandName) - \(program.abstract ?? "")"), ".SH SYNOPSIS",
        ]
        lines += commands.flatMap { [synopsis(of: $0), ".br"] }.dropLast()
        lines += [".SH DESCRIPTION", Self.escaped(program.discussion ?? ""), ".SH COMMANDS"]
        for command in commands {
            lines += [".SS \(Self.escaped(command.commandName))", Self.escaped(command.abstract ?? "")]
            if let discussion = command.discussion { lines += [".PP", Self.escaped(discussion)] }
            lines += (command.arguments ?? []).filter(\.shouldDisplay).flatMap(entry)
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
        return [".TP", ".B \(Self.escaped(label))", Self.escaped(text)]
    }

    /// Text that troff prints as it is: no line of it is a request, and hyphens can be copied.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
            .split(separator: "\n").map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : String($0) }
            .joined(separator: "\n")
    }
}
