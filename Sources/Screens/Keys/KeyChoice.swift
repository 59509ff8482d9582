import Localization
import TerminalUI

/// The keys that a person has chosen in place of the usual ones, by screen and command, such as `viewer.rotate`.
///
/// A chosen key is taken from a command of the same screen that has it by default, as long as that keeps another one. The
/// keys of the program itself are keys of every screen.
public struct KeyChoice: Sendable {
    /// Why a choice is not followed; the usual keys stay.
    public enum Problem: Hashable, Sendable {
        case unknownCommand(String)
        case unknownKey(String, for: String)
        /// The key was chosen for another command of the screen too, or is the only one that it has.
        case takenKey(String, for: String, by: String)
        /// The key types text, which no command of the program may keep from a search.
        case typingKey(String, for: String)
    }

    /// A command with its keys, as a list of all commands has it.
    public struct Entry: Sendable {
        public let command: String
        /// What it does, as the help screen says it.
        public let help: String
        /// The names of its keys.
        public let keys: [String]
        /// The names of those that it has without a choice.
        public let usual: [String]
        /// The command whose choice changed the keys: itself, or one that took a key; nil where the usual ones stay.
        public let chooser: String?
    }

    public private(set) var problems: [Problem] = []
    private var keys: [String: [Key]] = [:]
    /// Commands that were left fewer keys, with one that took a key.
    private var takers: [String: String] = [:]

    /// - Parameter names: names of keys by the command that they are for; none for a command that has no key any more.
    public init(_ names: [String: [String]] = [:]) {
        var chosen: [String: Set<Key>] = [:]
        for (command, names) in names.sorted(by: { $0.key < $1.key }) {
            let problems = Self.problems(with: names, for: command)
            self.problems += problems
            guard problems.isEmpty else { continue }
            keys[command] = names.compactMap(Key.init(name:))
            chosen[command] = Set(keys[command] ?? [])
        }
        while let conflict = Self.firstConflict(among: chosen) {
            problems.append(conflict.problem)
            keys[conflict.command] = nil
            chosen[conflict.command] = nil
        }
        for usual in Self.usualKeys where chosen[usual.command] == nil {
            for taken in Self.taken(from: usual, by: chosen) {
                keys[usual.command, default: usual.keys].removeAll { $0 == taken.key }
                takers[usual.command] = taken.taker
            }
        }
    }

    /// The keys of a command that differ from the usual ones; nil where those stay.
    func keys(for command: String) -> [Key]? { keys[command] }

    /// Every command with its keys.
    public var listing: [Entry] {
        Self.usualKeys.map { usual in
            Entry(
                command: usual.command, help: localized(usual.help),
                keys: (keys[usual.command] ?? usual.keys).map(\.name),
                usual: usual.keys.map(\.name),
                chooser: takers[usual.command] ?? keys[usual.command].map { _ in usual.command })
        }
    }

    /// The first key of a command as a person reads it; empty where there is none.
    public func label(for command: String) -> String {
        (keys[command] ?? Self.usualKeys.first { $0.command == command }?.keys)?.first?.label ?? ""
    }

    private static let program = "program"

    /// What is wrong with a choice by itself.
    private static func problems(with names: [String], for command: String) -> [Problem] {
        guard usualKeys.contains(where: { $0.command == command }) else { return [.unknownCommand(command)] }
        return names.compactMap { name in
            guard let key = Key(name: name) else { return .unknownKey(name, for: command) }
            return screen(of: command) == program && key.typesText ? .typingKey(name, for: command) : nil
        }
    }

    /// A choice that another choice, or a command without any other key, rules out; leaving it out makes room.
    private static func firstConflict(among chosen: [String: Set<Key>]) -> (command: String, problem: Problem)? {
        for (command, keys) in chosen.sorted(by: { $0.key < $1.key }) {
            for other in usualKeys where areTogether(other.command, command) {
                let shared: Set<Key>
                if let others = chosen[other.command] {
                    shared = keys.intersection(others)
                } else {
                    let taken = taken(from: other, by: chosen)
                    shared = taken.count == other.keys.count ? keys.intersection(other.keys) : []
                }
                if let name = shared.map(\.name).min() {
                    return (command, .takenKey(name, for: command, by: other.command))
                }
            }
        }
        return nil
    }

    /// The usual keys of a command that others were chosen to have.
    private static func taken(
        from usual: NamedCommand, by chosen: [String: Set<Key>]
    ) -> [(key: Key, taker: String)] {
        usual.keys.compactMap { key in
            let takers = chosen.filter { areTogether(usual.command, $0.key) && $0.value.contains(key) }.keys
            return takers.min().map { (key, $0) }
        }
    }

    /// Whether two commands are for the same screen.
    private static func areTogether(_ command: String, _ other: String) -> Bool {
        let screens = [screen(of: command), screen(of: other)]
        return command != other && (screens[0] == screens[1] || screens.contains(program))
    }

    private static func screen(of command: String) -> String { String(command.prefix { $0 != "." }) }

    /// The commands of all screens with their keys, in the order of the help screens.
    private static let usualKeys: [NamedCommand] =
        KeyMap.home.named + KeyMap.photoGrid(tab: .feed).named + KeyMap.viewer.named + KeyMap.owners.named
        + KeyMap.photoPage.named
        + KeyMap.share(ShareOption.allCases, of: SharedPhotos([], account: ""), canOpen: true).named + KeyMap.page.named
        + KeyMap.program.named
}

extension Key {
    /// Whether the key types a character into a line of text.
    fileprivate var typesText: Bool {
        guard case .character = code else { return false }
        return modifiers.isEmpty
    }
}
