import Localization
import TerminalUI

/// The key bindings of a screen.
public struct KeyMap<Command: Hashable & Sendable>: Sendable {
    /// What the configuration calls the screen, such as `viewer`; nil where the keys cannot be changed.
    let screen: String?
    public let bindings: [KeyBinding<Command>]

    init(_ screen: String?, _ bindings: [KeyBinding<Command>]) {
        self.screen = screen
        self.bindings = bindings
    }

    /// The same commands with the keys that a person has chosen for them.
    public func with(_ choice: KeyChoice) -> KeyMap {
        guard let screen else { return self }
        return KeyMap(screen, bindings.map { $0.with(keys: choice.keys(for: "\(screen).\($0.name)") ?? $0.keys) })
    }

    /// Every command by its full name.
    var named: [NamedCommand] {
        guard let screen else { return [] }
        return bindings.map { NamedCommand(command: "\(screen).\($0.name)", keys: $0.keys, help: $0.help) }
    }

    public func command(for key: Key) -> Command? {
        bindings.first { $0.keys.contains(key) }?.command
    }

    /// The first key for a command as a person reads it; empty where there is none.
    func label(for command: Command) -> String {
        bindings.first { $0.command == command }?.keys.first?.label ?? ""
    }

    /// What the hint line says; a command that does something else just now is `renamed`.
    func hints(renamed: [Command: String] = [:]) -> [Hint] {
        bindings.compactMap { binding in
            guard let words = binding.hint, let key = binding.keys.first else { return nil }
            return Hint(key: key, words: renamed[binding.command] ?? localized(words))
        }
    }

    /// The hint line while one command alone matters, which has other words just now.
    func hints(only command: Command, as words: String) -> [Hint] {
        bindings.first { $0.command == command }?.keys.first.map { [Hint(key: $0, words: words)] } ?? []
    }

    /// What the help screen says.
    var helpEntries: [HelpEntry] {
        bindings.filter { !$0.keys.isEmpty }.map { HelpEntry(keys: $0.keys.map(\.label), help: localized($0.help)) }
    }
}

/// A command by its full name, such as `viewer.rotate`, with the keys it has by default.
struct NamedCommand: Sendable {
    let command: String
    let keys: [Key]
    let help: Message
}
