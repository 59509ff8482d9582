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

    /// Returns the key map of some of the commands.
    func filtered(_ isIncluded: (Command) -> Bool) -> KeyMap {
        KeyMap(screen, bindings.filter { isIncluded($0.command) })
    }

    /// Returns the key map with other bindings in place of a command's.
    func replacing(_ command: Command, with others: KeyMap) -> KeyMap {
        KeyMap(screen, bindings.flatMap { $0.command == command ? others.bindings : [$0] })
    }

    /// All commands by full name.
    var named: [NamedCommand] {
        guard let screen else { return [] }
        return named { _ in [screen] }
    }

    /// All commands by full name.
    ///
    /// - Parameter screens: returns the names of the screens that offer a command; nil for all screens.
    func named(on screens: (Command) -> Set<String>?) -> [NamedCommand] {
        guard let screen else { return [] }
        return bindings.map {
            NamedCommand(
                command: "\(screen).\($0.name)", keys: $0.keys, help: $0.help, screens: screens($0.command))
        }
    }

    /// All commands by their descriptions; `run` runs one.
    @MainActor
    func actions(_ run: @escaping @MainActor (Command) -> Void) -> [NamedAction] {
        bindings.map { binding in
            NamedAction(
                title: localized(binding.help), synonyms: binding.synonyms.map(localized) ?? "",
                key: binding.keys.first?.label ?? ""
            ) { run(binding.command) }
        }
    }

    public func command(for key: Key) -> Command? {
        bindings.first { $0.keys.contains(key) }?.command
    }

    /// Returns the display name of a command's first key; empty if it has none.
    func label(for command: Command) -> String {
        bindings.first { $0.command == command }?.keys.first?.label ?? ""
    }

    /// Returns the hints of the hint line.
    ///
    /// - Parameter renamed: the labels of commands that currently do something else.
    func hints(renamed: [Command: String] = [:]) -> [Hint] {
        bindings.compactMap { hint(for: $0, renamed) }
    }

    /// Returns the hints of some commands, in their order.
    func hints(of commands: [Command], renamed: [Command: String] = [:]) -> [Hint] {
        commands.compactMap { command in
            bindings.first { $0.command == command }.flatMap { hint(for: $0, renamed) }
        }
    }

    private func hint(for binding: KeyBinding<Command>, _ renamed: [Command: String]) -> Hint? {
        guard let label = binding.hint, let key = binding.keys.first else { return nil }
        let keys = [key] + firstKey(of: binding.hintPartner)
        let family = binding.joined.map { joined in bindings.filter { $0.joined == joined }.compactMap(\.keys.first) }
        return Hint(
            keys: keys, isRange: keys.areEndsOfDigits(among: family ?? []),
            label: renamed[binding.command] ?? localized(label))
    }

    private func firstKey(of command: Command?) -> [Key] {
        bindings.first { $0.command == command }?.keys.first.map { [$0] } ?? []
    }

    /// Returns the hint line for a state in which a single command matters, with another label.
    func hints(only command: Command, as label: String) -> [Hint] {
        bindings.first { $0.command == command }?.keys.first.map { [Hint(key: $0, label: label)] } ?? []
    }

    /// The entries of the help screen; neighbors with the same joined description are one entry.
    var helpEntries: [HelpEntry] {
        var families: [[KeyBinding<Command>]] = []
        for binding in bindings where !binding.keys.isEmpty {
            if let joined = binding.joined, let last = families.last?.first, last.joined == joined {
                families[families.count - 1].append(binding)
            } else {
                families.append([binding])
            }
        }
        return families.map { family in
            guard family.count > 1 else {
                return HelpEntry(
                    group: family[0].group, keys: [family[0].keys.map(\.label)], help: localized(family[0].help))
            }
            let count = family.map(\.keys.count).max() ?? 0
            let keys = (0..<count).map { index in family.compactMap { $0.keys.dropFirst(index).first?.label } }
            return HelpEntry(
                group: family[0].group, keys: keys, help: localized(family[0].joined ?? family[0].help))
        }
    }
}

/// A group of commands on the help screen.
public enum HelpGroup: CaseIterable, Sendable {
    case move, look, collect, rate, files, share, commands, program

    var title: String {
        switch self {
        case .move: localized("Move", context: "keys")
        case .look: localized("Look", context: "keys")
        case .collect: localized("Collect", context: "keys")
        case .rate: localized("Rate", context: "keys")
        case .files: localized("Files", context: "keys")
        case .share: localized("Share", context: "keys")
        case .commands: localized("Your commands", context: "keys")
        case .program: localized("Program", context: "keys")
        }
    }
}

/// A command by its full name, such as `viewer.rotate`, with its default keys.
struct NamedCommand: Sendable {
    let command: String
    let keys: [Key]
    let help: Message
    /// The names of the screens that offer the command; nil for all screens.
    let screens: Set<String>?

    /// Pairs of commands with one key, of which the viewer offers the first for videos or photos of folders, and the
    /// second otherwise.
    private static let alternatives: Set<Set<String>> = [
        ["photo.play", "viewer.actual-size"], ["photo.turn", "viewer.rotate"],
        ["photo.turn-left", "viewer.rotate-left"],
    ]

    /// Whether it is another command, and a screen offers both at the same time.
    func shares(aScreenWith other: NamedCommand) -> Bool {
        guard command != other.command, !Self.alternatives.contains([command, other.command]) else { return false }
        guard let screens, let others = other.screens else { return true }
        return !screens.isDisjoint(with: others)
    }
}

/// The keys of one command of a screen, with its labels.
///
/// The same list handles keys and fills the hint line and the help screen.
public struct KeyBinding<Command: Hashable & Sendable>: Sendable {
    /// The command's name in the configuration, such as `zoom-in`.
    let name: String
    public private(set) var keys: [Key]
    public let command: Command
    let group: HelpGroup
    /// The description of the command.
    public let help: Message
    /// The description of the command and its neighbors with the same text, such as `Move` for the four directions.
    let joined: Message?
    /// One or two words for the hint line; nil if the command doesn't appear there.
    public let hint: Message?
    /// The command that shares the hint, as in `+ - zoom`.
    let hintPartner: Command?
    /// Other names by which the palette finds the command, separated by commas.
    let synonyms: Message?

    /// - Parameters:
    ///   - name: Required if the name of the case isn't enough, because the command has an associated value.
    ///   - hintPartner: The command that shares the hint.
    init(
        _ keys: [Key], _ command: Command, name: String? = nil, in group: HelpGroup = .look, help: Message,
        joined: Message? = nil, hint: Message? = nil, with hintPartner: Command? = nil, synonyms: Message? = nil
    ) {
        self.name = name ?? Self.name(of: command)
        self.keys = keys
        self.command = command
        self.group = group
        self.help = help
        self.joined = joined
        self.hint = hint.map { Message($0, context: "hint") }
        self.hintPartner = hintPartner
        self.synonyms = synonyms
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

/// A command's key and its label, for the hint line; or the keys of two commands that share a label.
public struct Hint: Hashable, Sendable {
    let keys: [Key]
    /// Whether the two keys are the first and the last of a range.
    let isRange: Bool
    let label: String

    init(keys: [Key], isRange: Bool = false, label: String) {
        self.keys = keys
        self.isRange = isRange
        self.label = label
    }

    init(key: Key, label: String) {
        self.init(keys: [key], label: label)
    }

    /// The keys' display names, such as `+ -` or `1–5`.
    var keyText: String { keys.map(\.label).joined(separator: isRange ? "\u{2013}" : " ") }
}

/// The keys and the description of a command, or of a few related ones, for the help screen.
public struct HelpEntry: Hashable, Sendable {
    let group: HelpGroup
    /// The keys of the command; for several commands, the first key of each, then the second ones, and so on.
    let keys: [[String]]
    let help: String

    /// The keys, with ranges of at least three digits such as `1–5` in place of each of them.
    var shortKeys: [[String]] { keys.map(Self.shortened) }

    private static func shortened(_ keys: [String]) -> [String] {
        var short: [String] = []
        var rest = keys[...]
        while let first = rest.first {
            var count = 1
            if let digit = Int(first), first.count == 1 {
                count = zip(rest, digit...9).prefix { $0 == String($1) }.count
            }
            let run = rest.prefix(count)
            short += count < 3 ? Array(run) : ["\(first)\u{2013}\(run.last ?? first)"]
            rest = rest.dropFirst(count)
        }
        return short
    }
}

extension [Key] {
    /// Whether these are the first and the last of at least three digits, which are all among other keys.
    fileprivate func areEndsOfDigits(among others: [Key]) -> Bool {
        guard count == 2, let first = self[0].digit, let last = self[1].digit, last - first >= 2 else { return false }
        return (first...last).allSatisfy { digit in others.contains { $0.digit == digit } }
    }
}

/// A screen with keys for commands, and possibly a text field that takes keys while it has focus.
@MainActor
protocol CommandScreen: NoticeScreen, CommandListing {
    associatedtype Command: Hashable & Sendable
    var keyMap: KeyMap<Command> { get }

    func changeText(_ change: (inout TextField) -> Void)
    /// Runs the command of a key, or explains that it has none.
    func press(_ key: Key)
    func run(_ command: Command)
}

extension CommandScreen {
    var isTyping: Bool { false }
    var actions: [NamedAction] { keyMap.actions { [weak self] in self?.run($0) } }
    var helpEntries: [HelpEntry] { keyMap.helpEntries }

    func changeText(_ change: (inout TextField) -> Void) {}

    func handle(_ event: InputEvent) {
        switch event {
        case .key(let key) where isTyping:
            var response = TextField.Response.unused
            changeText { response = $0.handle(key) }
            // Keys that the field ignores run commands, so that the arrow keys move through the list while typing.
            if response == .unused { press(key) } else { explain(response) }
        case .key(let key):
            press(key)
        case .paste(let text) where isTyping:
            var response = TextField.Response.used
            changeText { response = $0.paste(text) }
            explain(response)
        case .paste, .mouse, .response:
            break
        }
    }

    func press(_ key: Key) {
        if let command = keyMap.command(for: key) { run(command) } else { explainUnused(key) }
    }

    /// Explains that a key has no command.
    func explainUnused(_ key: Key) {
        if isTyping { return context.notices.explain(.unusedKeyToCancel(key.label)) }
        let helpKey = context.programKeys.label(for: .help)
        guard !helpKey.isEmpty else { return }
        context.notices.explain(.unusedKey(key.label, helpKey: helpKey))
    }

    private func explain(_ response: TextField.Response) {
        if let reason = response.noEffect(ifUnused: nil) { context.notices.explain(reason) }
    }
}

/// A command that the user can run by name.
struct NamedAction {
    let title: String
    /// Other names, separated by commas.
    let synonyms: String
    /// The label of its first key; empty if it has none.
    let key: String
    let run: @MainActor () -> Void
}

/// A screen with commands for the palette.
@MainActor
protocol CommandListing: AnyObject {
    /// Whether the screen takes characters as text.
    var isTyping: Bool { get }
    var actions: [NamedAction] { get }
    /// The keys of the screen itself for the help screen.
    var helpEntries: [HelpEntry] { get }
}

/// The commands available on every screen.
enum ProgramCommand: Hashable, Sendable {
    case help, palette, undo, redo, doctor, theme, suspend, redraw
    /// Commands that explain how to do something outside the program.
    case settings, language, openOther
}

extension KeyMap<ProgramCommand> {
    static let program = KeyMap(
        "program",
        [
            KeyBinding([Key("?"), Key(.function(1))], .help, in: .program, help: "Show all keys", hint: "help"),
            KeyBinding([Key("z")], .undo, in: .collect, help: "Undo the last change"),
            KeyBinding(
                [Key("Z"), Key(.character("y"), .control)], .redo, in: .collect, help: "Redo the last change"),
            KeyBinding([Key(":")], .palette, in: .program, help: "Run a command by name"),
            KeyBinding([Key("D")], .doctor, in: .program, help: "Show diagnostics", hint: "diagnostics"),
            KeyBinding(
                [], .theme, in: .program, help: "Change the theme (dark or light)", synonyms: "colors"),
            KeyBinding(
                [], .settings, in: .program, help: "Change settings", synonyms: "preferences, options, configuration"),
            KeyBinding([], .language, in: .program, help: "Change the language"),
            KeyBinding([], .openOther, name: "open", in: .program, help: "Open another folder or library"),
            KeyBinding([Key(.character("z"), .control)], .suspend, in: .program, help: "Suspend Tintype"),
            KeyBinding([Key(.character("l"), .control)], .redraw, in: .program, help: "Redraw the screen"),
        ])
}

extension Key {
    /// The digit that the key types; nil for other keys.
    var digit: Int? {
        guard modifiers.isEmpty, case .character(let character) = code, character.isASCII else { return nil }
        return character.wholeNumberValue
    }

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
