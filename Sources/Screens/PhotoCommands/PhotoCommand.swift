import Albums
import Localization
import TerminalUI

/// A command on photos, with the same key on every screen that shows photos.
enum PhotoCommand: Hashable, Sendable {
    case favorite, mark, markAll, showMarked, share, save, play
    /// Marks the photo and moves to the next one.
    case markAndNext
    /// Sets the stars, from 1 to 5; nil removes them.
    case rate(Int?)
    case pickFlag, reject, unflag
    case label(ColorLabel)
    /// Asks for tags to add and remove.
    case tag
    /// Asks for the title and other texts.
    case caption
    /// Sets texts by a template of the configuration.
    case template([String: String])
    /// Turns auto-advance to the next photo after an assessment on or off.
    case advance
    case trash, move, copy, rename
    /// Turns photos by a quarter, for good.
    case turn(isClockwise: Bool)
    /// Corrects the camera's clock, for the marked photos or those of the current one's camera.
    case clock
    /// Adds the photo to an album of the service, which the user chooses.
    case addToAlbum
    /// Removes the photo from the album that is shown.
    case removeFromAlbum
    /// Compares the marked photos, or the current one and the next.
    case compare
    /// Moves all rejected photos of the list to the trash, after a question.
    case trashRejected
    /// Copies the marked photos, or else all picks of the list, to folders.
    case export
    /// Rejects the other photos of the burst or comparison, and goes on with the next burst.
    case keepOne
    case nextBurst, previousBurst
    /// Shows the photo in its whole list or, without a search, in its album.
    case showPlace
    /// Asks for a command line to run.
    case run
    /// Runs a command line of the configuration.
    case runLine(String)
    /// Prints the paths of the photos and quits, in a run that picks photos.
    case pick

    /// The screens that offer the command.
    var screens: Set<PhotoScreen> {
        switch self {
        case .markAll, .showMarked, .markAndNext, .trashRejected, .export, .clock: [.photos]
        case .turn: [.photos, .viewer]
        case .play: [.viewer, .reader]
        case .compare, .showPlace: [.photos, .viewer, .reader]
        case .favorite, .mark, .share, .save, .run, .runLine, .pick, .rate, .pickFlag, .reject, .unflag, .label,
            .tag, .caption, .template, .advance, .trash, .move, .copy, .rename, .keepOne, .nextBurst, .previousBurst,
            .addToAlbum, .removeFromAlbum:
            Set(PhotoScreen.allCases)
        }
    }

    /// The kind of edit that the library must support; nil for commands that any library supports.
    var edit: PhotoEdit.Kind? {
        switch self {
        case .rate, .pickFlag, .reject, .unflag, .label, .advance, .keepOne: .assessment
        case .tag, .caption, .template: .description
        case .trash, .trashRejected: .trash
        case .move, .copy, .export: .folder
        case .rename: .name
        case .turn: .orientation
        case .clock: .date
        case .addToAlbum, .removeFromAlbum: .album
        case .favorite, .mark, .markAll, .markAndNext, .showMarked, .share, .save, .play, .compare, .nextBurst,
            .previousBurst, .showPlace, .run, .runLine, .pick:
            nil
        }
    }

    /// When the command asks about marked photos that the user can't see; nil for never.
    var hiddenMarksRule: HiddenMarksRule? {
        switch self {
        case .trash: .anyOutOfView
        case .rate, .pickFlag, .reject, .unflag, .label, .tag, .caption, .template, .move, .rename, .copy, .export,
            .turn, .clock, .favorite, .addToAlbum, .removeFromAlbum, .share, .save, .run, .runLine:
            .noneListed
        case .mark, .markAndNext, .markAll, .showMarked, .play, .advance, .compare, .trashRejected, .pick, .keepOne,
            .nextBurst, .previousBurst, .showPlace:
            nil
        }
    }

    /// Whether the command shows another screen before it acts on photos.
    var showsScreen: Bool {
        switch self {
        case .move, .copy, .rename, .export, .tag, .caption, .clock, .addToAlbum, .removeFromAlbum, .share, .save, .run:
            true
        default: false
        }
    }

    /// Whether the command passes photos to other programs, which need originals.
    var needsOriginals: Bool {
        switch self {
        case .share, .save, .run, .runLine, .pick: true
        default: false
        }
    }
}

/// A screen with photos, by its name in the configuration.
enum PhotoScreen: String, CaseIterable {
    case photos, viewer, reader, compare
}

/// The rules of a run that picks photos for another program: Enter picks the marked photos, or else the selected one.
public struct Picking: Sendable {
    /// The maximum number of photos; nil for any number.
    let max: Int?
    /// Whether to return all files of each photo, with their sidecars. A script that sets a maximum expects one path
    /// per photo.
    let includesStacks: Bool

    public init(max: Int? = nil, includesStacks: Bool = true) {
        (self.max, self.includesStacks) = (max, max == nil && includesStacks)
    }
}

extension KeyMap<PhotoCommand> {
    static let photo = KeyMap(
        "photo",
        [
            KeyBinding([Key("f")], .favorite, in: .collect, help: "Add to or remove from favorites", hint: "favorite"),
            KeyBinding([Key("m")], .mark, in: .collect, help: "Mark or unmark", hint: "mark"),
            KeyBinding([Key(" ")], .markAndNext, in: .collect, help: "Mark and go on"),
            KeyBinding([Key("M")], .markAll, in: .collect, help: "Mark or unmark all"),
            KeyBinding([Key("'")], .showMarked, in: .collect, help: "Show the marked photos"),
            KeyBinding(
                [Key("c")], .compare, help: "Compare photos", hint: "compare"),
            KeyBinding([Key(".")], .nextBurst, in: .move, help: "Next burst", joined: "Next or previous burst"),
            KeyBinding([Key(",")], .previousBurst, in: .move, help: "Previous burst", joined: "Next or previous burst"),
            KeyBinding([Key("J")], .showPlace, in: .move, help: "Find the photo in the album"),
        ] + rating + [
            KeyBinding([Key(.delete)], .trash, in: .files, help: "Move to the trash", synonyms: "delete, remove"),
            KeyBinding([Key("V")], .move, name: "move-to", in: .files, help: "Move to a folder"),
            KeyBinding([Key("C")], .copy, name: "copy-to", in: .files, help: "Copy to a folder"),
            KeyBinding([Key("B")], .addToAlbum, in: .files, help: "Add to an album of the service"),
            KeyBinding([], .removeFromAlbum, in: .files, help: "Remove from the album"),
            KeyBinding([Key(.function(2))], .rename, in: .files, help: "Rename"),
            KeyBinding(
                [Key("R")], .turn(isClockwise: true), name: "turn", in: .files, help: "Turn clockwise",
                joined: "Turn by a quarter", synonyms: "rotate"),
            KeyBinding(
                [Key("L")], .turn(isClockwise: false), name: "turn-left", in: .files, help: "Turn counterclockwise",
                joined: "Turn by a quarter", synonyms: "rotate"),
            KeyBinding(
                [Key("T")], .clock, in: .files, help: "Correct the camera's clock", synonyms: "date, time, zone"),
            KeyBinding([Key("X")], .trashRejected, in: .files, help: "Move all rejected photos to the trash"),
            KeyBinding(
                [Key("Y")], .export, in: .files, help: "Copy the marked photos, or all picks, to folders by a pattern",
                synonyms: "deliver"),
            KeyBinding([Key("s")], .share, in: .share, help: "Copy, save or share", hint: "share"),
            KeyBinding([Key("S")], .save, in: .share, help: "Save copies of the originals"),
            KeyBinding([Key("!")], .run, in: .share, help: "Run a command on the photos"),
            KeyBinding([Key(.enter)], .play, help: "Play the video in the system viewer", hint: "play"),
        ])

    /// The keys of stars and labels are those of Lightroom and Bridge.
    private static let rating: [KeyBinding<PhotoCommand>] = [
        KeyBinding(
            [Key("1")], .rate(1), name: "rate-1", in: .rate, help: "Rate 1 star", joined: "Rate 1 to 5 stars, or none",
            hint: "rate", with: .rate(5)),
        KeyBinding(
            [Key("2")], .rate(2), name: "rate-2", in: .rate, help: "Rate 2 stars", joined: "Rate 1 to 5 stars, or none"),
        KeyBinding(
            [Key("3")], .rate(3), name: "rate-3", in: .rate, help: "Rate 3 stars", joined: "Rate 1 to 5 stars, or none"),
        KeyBinding(
            [Key("4")], .rate(4), name: "rate-4", in: .rate, help: "Rate 4 stars", joined: "Rate 1 to 5 stars, or none"),
        KeyBinding(
            [Key("5")], .rate(5), name: "rate-5", in: .rate, help: "Rate 5 stars", joined: "Rate 1 to 5 stars, or none"),
        KeyBinding(
            [Key("0")], .rate(nil), name: "rate-0", in: .rate, help: "Remove the stars",
            joined: "Rate 1 to 5 stars, or none"),
        KeyBinding([Key("x")], .reject, in: .rate, help: "Reject, or take that back", hint: "reject"),
        KeyBinding([Key("P")], .pickFlag, in: .rate, help: "Flag as a pick, or take that back"),
        KeyBinding([], .unflag, in: .rate, help: "Remove the flag"),
        KeyBinding(
            [Key("6")], .label(.red), name: "label-red", in: .rate, help: "Label red, or remove the label",
            joined: "Label red, yellow, green or blue"),
        KeyBinding(
            [Key("7")], .label(.yellow), name: "label-yellow", in: .rate, help: "Label yellow, or remove the label",
            joined: "Label red, yellow, green or blue"),
        KeyBinding(
            [Key("8")], .label(.green), name: "label-green", in: .rate, help: "Label green, or remove the label",
            joined: "Label red, yellow, green or blue"),
        KeyBinding(
            [Key("9")], .label(.blue), name: "label-blue", in: .rate, help: "Label blue, or remove the label",
            joined: "Label red, yellow, green or blue"),
        KeyBinding(
            [], .label(.purple), name: "label-purple", in: .rate, help: "Label purple, or remove the label"),
        KeyBinding([Key("K")], .keepOne, in: .rate, help: "Keep this photo, and reject the others", hint: "keep one"),
        KeyBinding([Key("#")], .tag, in: .rate, help: "Add or remove tags", synonyms: "keywords"),
        KeyBinding(
            [], .caption, in: .rate, help: "Edit title, description and other texts",
            synonyms: "caption, headline, author, copyright, city"),
        KeyBinding([Key("A")], .advance, in: .rate, help: "Go to the next photo after rating, or stay"),
    ]

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

    /// The templates of the configuration by their names, without keys.
    static func templates(_ templates: [String: [String: String]]) -> KeyMap {
        KeyMap(
            "templates",
            templates.sorted { $0.key < $1.key }.map { name, texts in
                let title: Message = "\(name)"
                return KeyBinding([], .template(texts), name: name, in: .commands, help: title)
            })
    }

    /// All keys of a run with the user's overrides.
    static func all(_ keys: KeyOverrides, isPicking: Bool) -> KeyMap {
        KeyMap(
            nil,
            (isPicking ? picking.with(keys).bindings : []) + photo.with(keys).bindings
                + ofUser(keys.commands).with(keys).bindings + templates(keys.templates).with(keys).bindings)
    }
}
