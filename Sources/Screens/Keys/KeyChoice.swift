import TerminalUI

/// The keys that a person has chosen in place of the usual ones, by screen and command, such as `viewer.rotate`.
public struct KeyChoice: Sendable {
    /// Why a choice is not followed; the usual keys stay.
    public enum Problem: Hashable, Sendable {
        case unknownCommand(String)
        case unknownKey(String, for: String)
        /// Another command of the screen has the key.
        case takenKey(String, for: String, by: String)
    }

    public private(set) var problems: [Problem] = []
    private var keys: [String: [Key]] = [:]

    /// - Parameter names: names of keys by the command that they are for; none for a command that has no key any more.
    public init(_ names: [String: [String]] = [:]) {
        let usual = Self.usualKeys
        for (command, names) in names.sorted(by: { $0.key < $1.key }) {
            guard usual.contains(where: { $0.command == command }) else {
                problems.append(.unknownCommand(command))
                continue
            }
            let unknown = names.filter { Key(name: $0) == nil }
            problems += unknown.map { .unknownKey($0, for: command) }
            if unknown.isEmpty { keys[command] = names.compactMap(Key.init(name:)) }
        }
        while let conflict = firstConflict() {
            problems.append(conflict.problem)
            keys[conflict.command] = nil
        }
    }

    /// The chosen keys; nil where the usual ones stay.
    func keys(for command: String) -> [Key]? { keys[command] }

    /// Every command with the names of its keys, and of those that it has without a choice.
    public var listing: [(command: String, keys: [String], usual: [String])] {
        Self.usualKeys.map { usual in
            (usual.command, (keys[usual.command] ?? usual.keys).map(\.name), usual.keys.map(\.name))
        }
    }

    /// The first key of a command as a person reads it; empty where there is none.
    public func label(for command: String) -> String {
        (keys[command] ?? Self.usualKeys.first { $0.command == command }?.keys)?.first?.label ?? ""
    }

    /// A chosen key that another command of the same screen has as well; choosing that one away makes room for it.
    private func firstConflict() -> (command: String, problem: Problem)? {
        for (command, chosen) in keys.sorted(by: { $0.key < $1.key }) {
            let screen = command.prefix { $0 != "." }
            for other in Self.usualKeys where other.command != command && other.command.hasPrefix(screen + ".") {
                if let key = (keys[other.command] ?? other.keys).first(where: chosen.contains) {
                    return (command, .takenKey(key.name, for: command, by: other.command))
                }
            }
        }
        return nil
    }

    /// The commands of all screens with their keys, in the order of the help screens.
    private static let usualKeys: [(command: String, keys: [Key])] =
        KeyMap.home.named + KeyMap.photoGrid(tab: .feed).named + KeyMap.viewer.named + KeyMap.owners.named
        + KeyMap.photoPage.named
        + KeyMap.share(ShareOption.allCases, of: SharedPhotos([], account: ""), canOpen: true).named + KeyMap.page.named
        + KeyMap.program.named
}
