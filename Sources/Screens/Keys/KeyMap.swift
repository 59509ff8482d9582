import Localization
import TerminalUI

/// The key bindings of a screen.
public struct KeyMap<Command: Hashable & Sendable>: Sendable {
    /// The screen's name in the configuration, such as `viewer`; nil if its keys can't be changed.
    let screen: String?
    public let bindings: [KeyBinding<Command>]

    init(_ screen: String?, _ bindings: [KeyBinding<Command>]) {
        self.screen = screen
        self.bindings = bindings
    }

    /// Returns the key map with the user's overrides applied.
    public func with(_ choice: KeyOverrides) -> KeyMap {
        guard let screen else { return self }
        return KeyMap(screen, bindings.map { $0.with(keys: choice.keys(for: "\(screen).\($0.name)") ?? $0.keys) })
    }

    /// All commands by full name.
    var named: [NamedCommand] {
        guard let screen else { return [] }
        return bindings.map { NamedCommand(command: "\(screen).\($0.name)", keys: $0.keys, help: $0.help) }
    }

    public func command(for key: Key) -> Command? {
        bindings.first { $0.keys.contains(key) }?.command
    }

    /// Returns the display name of a command's first key; empty if it has none.
    func label(for command: Command) -> String {
        bindings.first { $0.command == command }?.keys.first?.label ?? ""
    }

    /// Returns the hints of the hint line; `renamed` has the labels of commands that currently do something else.
    func hints(renamed: [Command: String] = [:]) -> [Hint] {
        bindings.compactMap { binding in
            guard let words = binding.hint, let key = binding.keys.first else { return nil }
            return Hint(key: key, words: renamed[binding.command] ?? localized(words))
        }
    }

    /// Returns the hint line for a state in which a single command matters, with another label.
    func hints(only command: Command, as words: String) -> [Hint] {
        bindings.first { $0.command == command }?.keys.first.map { [Hint(key: $0, words: words)] } ?? []
    }

    /// The entries of the help screen.
    var helpEntries: [HelpEntry] {
        bindings.filter { !$0.keys.isEmpty }.map { HelpEntry(keys: $0.keys.map(\.label), help: localized($0.help)) }
    }
}

/// A command by its full name, such as `viewer.rotate`, with its default keys.
struct NamedCommand: Sendable {
    let command: String
    let keys: [Key]
    let help: Message
}
