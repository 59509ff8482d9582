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
            guard let label = binding.hint, let key = binding.keys.first else { return nil }
            return Hint(key: key, label: renamed[binding.command] ?? localized(label))
        }
    }

    /// Returns the hint line for a state in which a single command matters, with another label.
    func hints(only command: Command, as label: String) -> [Hint] {
        bindings.first { $0.command == command }?.keys.first.map { [Hint(key: $0, label: label)] } ?? []
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
    let label: String
}

/// A command's keys and description, for the help screen.
public struct HelpEntry: Hashable, Sendable {
    let keys: [String]
    let help: String
}

/// The commands available on every screen.
public enum ProgramCommand: Sendable {
    case suspend, redraw
}

extension KeyMap<ProgramCommand> {
    public static let program = KeyMap(
        "program",
        [
            KeyBinding([Key(.character("z"), .control)], .suspend, help: "Suspend Tintype"),
            KeyBinding([Key(.character("l"), .control)], .redraw, help: "Redraw the screen"),
        ])
}

extension Key {
    /// The key's display name, such as `Ctrl-L` or `PgUp`.
    var label: String {
        var parts: [String] = []
        if modifiers.contains(.control) { parts.append(localized("Ctrl", context: "key")) }
        if modifiers.contains(.alt) { parts.append(localized("Alt", context: "key")) }
        if modifiers.contains(.shift) { parts.append(localized("Shift", context: "key")) }
        parts.append(code.label)
        return parts.joined(separator: "-")
    }
}

extension Key.Code {
    fileprivate var label: String {
        switch self {
        case .character(" "): localized("Space", context: "key")
        case .character(let character): String(character)
        case .enter: localized("Enter", context: "key")
        case .escape: localized("Esc", context: "key")
        case .tab: localized("Tab", context: "key")
        case .backspace: localized("Backspace", context: "key")
        case .delete: localized("Del", context: "key")
        case .insert: localized("Ins", context: "key")
        case .up: "\u{2191}"
        case .down: "\u{2193}"
        case .left: "\u{2190}"
        case .right: "\u{2192}"
        case .home: localized("Home", context: "key")
        case .end: localized("End", context: "key")
        case .pageUp: localized("PgUp", context: "key")
        case .pageDown: localized("PgDn", context: "key")
        case .function(let number): "F\(number)"
        }
    }
}
