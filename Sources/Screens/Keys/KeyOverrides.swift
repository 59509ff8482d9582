import Localization
import TerminalUI

/// The user's key overrides by screen and command, such as `viewer.rotate`, and the user's own commands.
///
/// A chosen key is removed from a command of the same screen that has it by default, as long as that command has
/// another key or is for rating. Keys of `program` commands work on every screen, those of `photo` and `commands` on screens with photos.
public struct KeyOverrides: Sendable {
    /// Why an override is ignored; the default keys stay.
    public enum Problem: Hashable, Sendable {
        case unknownCommand(String)
        case unknownKey(String, for: String)
        /// The key is also chosen for another command of the screen, or is that command's only key.
        case conflictingKey(String, for: String, by: String)
    }

    /// A command with its keys, for listings.
    public struct Entry: Sendable {
        public let command: String
        /// The description on the help screen.
        public let help: String
        /// The names of its keys.
        public let keys: [String]
        /// The names of its default keys.
        public let defaults: [String]
        /// The command with the override that changed the keys: this one, or one that a key was reassigned to. Nil for
        /// default keys.
        public let overriddenBy: String?
    }

    public private(set) var problems: [Problem] = []
    /// The user's command lines to run on photos, by the names of the commands.
    let commands: [String: String]
    /// The user's templates: texts for photos, by the names of templates and fields.
    let templates: [String: [String: String]]
    /// All commands with their default keys, in the order of the help screens.
    private let defaultBindings: [NamedCommand]
    private var keys: [String: [Key]] = [:]
    /// Commands that lost default keys, each with a command that one of the keys was reassigned to.
    private var reassignments: [String: String] = [:]

    /// - Parameters:
    ///   - preset: the keys that `names` override.
    ///   - names: key names by command, also by its earlier names; an empty list leaves the command without a key.
    ///   - commands: the user's command lines to run on photos, by the names of the commands.
    ///   - templates: the user's texts for photos, by the names of templates and fields.
    public init(
        _ names: [String: [String]] = [:], preset: KeyPreset = .default, commands: [String: String] = [:],
        templates: [String: [String: String]] = [:]
    ) {
        let names = preset.keys.merging(Self.renamed(names)) { $1 }
        (self.commands, self.templates) = (commands, templates)
        defaultBindings =
            Self.builtInBindings + KeyMap.ofUser(commands).named(on: Self.screens)
            + KeyMap.templates(templates).named(on: Self.screens)
        var chosen: [String: Set<Key>] = [:]
        for (command, names) in names.sorted(by: { $0.key < $1.key }) {
            let problems = problems(with: names, for: command)
            self.problems += problems
            guard problems.isEmpty else { continue }
            keys[command] = names.compactMap(Key.init(name:))
            chosen[command] = Set(keys[command] ?? [])
        }
        while let conflict = firstConflict(among: chosen) {
            problems.append(conflict.problem)
            keys[conflict.command] = nil
            chosen[conflict.command] = nil
        }
        for defaults in defaultBindings where chosen[defaults.command] == nil {
            for reassigned in reassigned(from: defaults, by: chosen) {
                keys[defaults.command, default: defaults.keys].removeAll { $0 == reassigned.key }
                reassignments[defaults.command] = reassigned.command
            }
        }
    }

    /// Returns the overrides with the current names of commands. Those of several earlier names of one command add up.
    private static func renamed(_ names: [String: [String]]) -> [String: [String]] {
        names.sorted { $0.key < $1.key }.reduce(into: [:]) { renamed, override in
            let command = earlierNames[override.key] ?? override.key
            let known = renamed[command] ?? []
            renamed[command] = known + override.value.filter { !known.contains($0) }
        }
    }

    /// The current names of commands by earlier ones, when each screen had its own.
    private static let earlierNames: [String: String] = {
        let moved: [(screens: [String], commands: [String], now: String)] = [
            (
                ["home", "photos", "viewer", "reader", "owners", "sort", "timeline", "values", "share"], ["help"],
                "program"
            ),
            (["home", "photos", "viewer", "reader"], ["doctor"], "program"),
            (["photos", "viewer", "reader"], ["undo"], "program"),
            (["photos", "viewer", "reader"], ["favorite", "mark", "share", "save"], "photo"),
            (["photos"], ["mark-all", "show-marked"], "photo"),
            (["viewer", "reader"], ["play"], "photo"),
            (["program"], ["run"], "photo"),
        ]
        var names: [String: String] = [:]
        for (screens, commands, now) in moved {
            for screen in screens {
                for command in commands { names["\(screen).\(command)"] = "\(now).\(command)" }
            }
        }
        return names
    }()

    /// Returns the overriding keys of a command; nil if its default keys stay.
    func keys(for command: String) -> [Key]? { keys[command] }

    /// The keys of a command of several screens, such as `help`, on any of them.
    func keys(ofAny name: String) -> [Key] {
        defaultBindings.filter { $0.command.hasSuffix("." + name) }.flatMap { keys[$0.command] ?? $0.keys }
    }

    /// All commands with their keys.
    public var listing: [Entry] {
        defaultBindings.map { defaults in
            Entry(
                command: defaults.command, help: localized(defaults.help),
                keys: (keys[defaults.command] ?? defaults.keys).map(\.name),
                defaults: defaults.keys.map(\.name),
                overriddenBy: reassignments[defaults.command] ?? keys[defaults.command].map { _ in defaults.command })
        }
    }

    /// Returns the display name of a command's first key; empty if it has none.
    public func label(for command: String) -> String {
        (keys[command] ?? defaultBindings.first { $0.command == command }?.keys)?.first?.label ?? ""
    }

    /// Returns the problems of one override, regardless of the others.
    private func problems(with names: [String], for command: String) -> [Problem] {
        guard defaultBindings.contains(where: { $0.command == command }) else { return [.unknownCommand(command)] }
        return names.compactMap { name in
            Key(name: name) == nil ? .unknownKey(name, for: command) : nil
        }
    }

    /// Returns an override that conflicts with another one, or that would take the last key of a command. Dropping it
    /// resolves the conflict.
    private func firstConflict(among chosen: [String: Set<Key>]) -> (command: String, problem: Problem)? {
        let overridden = defaultBindings.filter { chosen[$0.command] != nil }
        for command in overridden.sorted(by: { $0.command < $1.command }) {
            guard let keys = chosen[command.command] else { continue }
            for other in defaultBindings where other.shares(aScreenWith: command) {
                let shared: Set<Key>
                if let others = chosen[other.command] {
                    shared = keys.intersection(others)
                } else {
                    let reassigned = reassigned(from: other, by: chosen)
                    let isLast = reassigned.count == other.keys.count && !Self.yielding.contains(other.command)
                    shared = isLast ? keys.intersection(other.keys) : []
                }
                if let name = shared.map(\.name).min() {
                    return (command.command, .conflictingKey(name, for: command.command, by: other.command))
                }
            }
        }
        return nil
    }

    /// The commands that may lose their last key: they have the digits, Space and others by default, which earlier
    /// configurations give to other commands. The palette has them, too.
    private static let yielding: Set<String> = {
        let others: Set<PhotoCommand> = [.markAndNext, .compare, .nextBurst, .previousBurst, .showPlace]
        let ofPhotos = KeyMap.photo.filtered { $0.edit != nil || others.contains($0) }
        return Set(
            ofPhotos.named(on: screens).map(\.command) + KeyMap.comparison.named.map(\.command)
                + ["home.everything", "photos.everything", "viewer.caption", "viewer.keep-view"])
    }()

    /// Returns the default keys of a command that overrides reassign, each with its new command.
    private func reassigned(
        from defaults: NamedCommand, by chosen: [String: Set<Key>]
    ) -> [(key: Key, command: String)] {
        defaults.keys.compactMap { key in
            // Each start asks this for all keys, and few of them are chosen for a command.
            let commands = chosen.filter { command, keys in
                keys.contains(key)
                    && defaultBindings.contains { $0.command == command && $0.shares(aScreenWith: defaults) }
            }
            return commands.keys.min().map { (key, $0) }
        }
    }

    private static func screens(of command: PhotoCommand) -> Set<String> { Set(command.screens.map(\.rawValue)) }

    private static let builtInBindings: [NamedCommand] =
        KeyMap.home.named + KeyMap.photoGrid(tab: .feed).named + KeyMap.viewingWhilePicking.named + KeyMap.viewer.named
        + KeyMap.comparison.named + KeyMap.menus.flatMap(\.named) + KeyMap.calendar.named
        + KeyMap.photoPage.named
        + KeyMap.share(ShareOption.allCases, of: SharedPhotos([]), canOpen: true).named + KeyMap.help.named
        + KeyMap.information.filtered { $0 == .edit }.named
        + KeyMap.photo.named(on: screens) + KeyMap.program.named { _ in nil }
}

extension Key {
    /// Whether the key types a character into a line of text.
    var typesText: Bool {
        guard case .character = code else { return false }
        return modifiers.isEmpty
    }
}

/// A table of keys that differ from the default ones.
public enum KeyPreset: String, CaseIterable, Sendable {
    case `default`
    /// Lightroom Classic's keys for rating.
    case lightroom

    /// The keys by command.
    var keys: [String: [String]] {
        switch self {
        case .default: [:]
        case .lightroom:
            [
                "photo.pick-flag": ["p", "P"],
                "photo.unflag": ["u"],
                "photos.open": ["enter", "e"],
                "photos.profile": ["U"],
                "program.undo": ["ctrl-u"],
                "reader.previous": ["pageup", "left", "backspace"],
                "viewer.actual-size": ["enter", "z"],
                "viewer.back": ["esc", "g"],
                "viewer.first": ["home"],
                "viewer.previous": ["pageup", "backspace"],
            ]
        }
    }
}
