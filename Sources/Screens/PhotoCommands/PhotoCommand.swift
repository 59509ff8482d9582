import Localization
import TerminalUI

/// A command on photos, with the same key on every screen that shows photos.
enum PhotoCommand: Hashable, Sendable {
    case favorite, mark, markAll, showMarked, share, save, play
    /// Asks for a command line to run.
    case run
    /// Runs a command line of the configuration.
    case runLine(String)
    /// Prints the paths of the photos and quits, in a run that picks photos.
    case pick

    /// The screens that offer the command.
    var screens: Set<PhotoScreen> {
        switch self {
        case .markAll, .showMarked: [.photos]
        case .play: [.viewer, .reader]
        case .favorite, .mark, .share, .save, .run, .runLine, .pick: Set(PhotoScreen.allCases)
        }
    }

    /// Whether the command passes photos to other programs, which need originals.
    var needsOriginals: Bool {
        switch self {
        case .share, .save, .run, .runLine, .pick: true
        case .favorite, .mark, .markAll, .showMarked, .play: false
        }
    }
}

/// A screen with photos, by its name in the configuration.
enum PhotoScreen: String, CaseIterable {
    case photos, viewer, reader
}

/// The rules of a run that picks photos for another program: Enter picks the marked photos, or else the selected one.
public struct Picking: Sendable {
    /// The maximum number of photos; nil for any number.
    let max: Int?

    public init(max: Int? = nil) {
        self.max = max
    }
}

extension KeyMap<PhotoCommand> {
    static let photo = KeyMap(
        "photo",
        [
            KeyBinding([Key("f")], .favorite, in: .collect, help: "Add to or remove from favorites", hint: "favorite"),
            KeyBinding([Key("m")], .mark, in: .collect, help: "Mark or unmark", hint: "mark"),
            KeyBinding([Key("M")], .markAll, in: .collect, help: "Mark or unmark all"),
            KeyBinding([Key("'")], .showMarked, in: .collect, help: "Show the marked photos"),
            KeyBinding([Key("s")], .share, in: .share, help: "Copy, save or share", hint: "share"),
            KeyBinding([Key("S")], .save, in: .share, help: "Save copies of the originals"),
            KeyBinding([Key("!")], .run, in: .share, help: "Run a command on the photos"),
            KeyBinding([Key(.enter)], .play, help: "Play the video in the system viewer", hint: "play"),
        ])

    /// The key that picks photos, in place of opening one.
    static let picking = KeyMap(
        "photos",
        [
            KeyBinding(
                [Key(.enter)], .pick, name: "open", in: .move, help: "Pick the marked photos, or this one",
                hint: "pick")
        ])

    /// The command lines of the configuration by their names, without keys.
    static func ofUser(_ commands: [String: String]) -> KeyMap {
        KeyMap(
            "commands",
            commands.sorted { $0.key < $1.key }.map { name, line in
                let title: Message = "\(name)"
                return KeyBinding([], .runLine(line), name: name, in: .commands, help: title)
            })
    }

    /// All keys of a run with the user's overrides.
    static func all(_ keys: KeyOverrides, isPicking: Bool) -> KeyMap {
        KeyMap(
            nil,
            (isPicking ? picking.with(keys).bindings : []) + photo.with(keys).bindings
                + ofUser(keys.commands).with(keys).bindings)
    }
}
