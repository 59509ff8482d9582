import Localization
import TerminalUI

/// Keys that stand for one command of a screen, with the words for it.
///
/// The same list handles the keys, makes the hint line and fills the help screen.
public struct KeyBinding<Command: Hashable & Sendable>: Sendable {
    /// What the configuration calls the command, such as `zoom-in`.
    let name: String
    public private(set) var keys: [Key]
    public let command: Command
    /// What it does, as the help screen says it.
    public let help: Message
    /// One or two words for the hint line; nil when the command is not worth a place there.
    public let hint: Message?

    /// - Parameter name: needed where the command's own is not enough, as it tells what is done to what.
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

    /// `zoom-in` for `zoomIn`.
    static func name(of command: some Any) -> String {
        "\(command)".reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }
}

/// A key and what it does, for the hint line.
public struct Hint: Hashable, Sendable {
    let key: Key
    let words: String
}

/// The keys of a command and what it does, for the help screen.
public struct HelpEntry: Hashable, Sendable {
    let keys: [String]
    let help: String
}
