import Localization
import TerminalUI

/// Keys that stand for one command of a screen, with the words for it.
///
/// The same list handles the keys, makes the hint line and fills the help screen.
public struct KeyBinding<Command: Hashable & Sendable>: Sendable {
    public let keys: [Key]
    public let command: Command
    /// What it does, as the help screen says it.
    public let help: Message
    /// One or two words for the hint line; nil when the command is not worth a place there.
    public let hint: Message?

    init(_ keys: [Key], _ command: Command, help: Message, hint: Message? = nil) {
        self.keys = keys
        self.command = command
        self.help = help
        self.hint = hint.map { Message($0, context: "hint") }
    }
}

/// The key bindings of a screen.
public struct KeyMap<Command: Hashable & Sendable>: Sendable {
    public let bindings: [KeyBinding<Command>]

    init(_ bindings: [KeyBinding<Command>]) {
        self.bindings = bindings
    }

    func command(for key: Key) -> Command? {
        bindings.first { $0.keys.contains(key) }?.command
    }

    /// The first key for a command as a person reads it; empty where there is none.
    func label(for command: Command) -> String {
        bindings.first { $0.command == command }?.keys.first?.label ?? ""
    }

    /// What the hint line says.
    var hints: [Hint] {
        bindings.compactMap { binding in
            guard let words = binding.hint, let key = binding.keys.first else { return nil }
            return Hint(key: key, words: localized(words))
        }
    }

    /// What the help screen says.
    var helpEntries: [HelpEntry] {
        bindings.map { HelpEntry(keys: $0.keys.map(\.label), help: localized($0.help)) }
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
