import Localization
import TerminalUI

/// The keys of one command of a screen, with its labels.
///
/// The same list handles keys and fills the hint line and the help screen.
public struct KeyBinding<Command: Hashable & Sendable>: Sendable {
    /// The command's name in the configuration, such as `zoom-in`.
    let name: String
    public private(set) var keys: [Key]
    public let command: Command
    /// The description on the help screen.
    public let help: Message
    /// One or two words for the hint line; nil if the command doesn't appear there.
    public let hint: Message?

    /// - Parameter name: required if the name of the case isn't enough, because the command has an associated value.
    init(_ keys: [Key], _ command: Command, name: String? = nil, help: Message, hint: Message? = nil) {
        self.name = name ?? Self.name(of: command)
        self.keys = keys
        self.command = command
        self.help = help
        self.hint = hint.map { Message($0, context: "hint") }
    }

    func with(keys: [Key]) -> KeyBinding {
        var binding = self
        binding.keys = keys
        return binding
    }

    /// Converts the name of a case to kebab case: `zoomIn` becomes `zoom-in`.
    static func name(of command: some Any) -> String {
        "\(command)".reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }
}

/// A key and its label, for the hint line.
public struct Hint: Hashable, Sendable {
    let key: Key
    let words: String
}

/// A command's keys and description, for the help screen.
public struct HelpEntry: Hashable, Sendable {
    let keys: [String]
    let help: String
}
