import TerminalUI

/// Commands of the photo page.
enum PhotoPageCommand: Hashable, Sendable {
    case next, previous, play, share, save, favorite, mark, retry, doctor, back, leave, help
}

extension KeyMap<PhotoPageCommand> {
    static let photoPage = KeyMap(
        "reader",
        [
            KeyBinding([Key("?"), Key(.function(1))], .help, in: .program, help: "Show all keys", hint: "help"),
            KeyBinding([Key(.escape)], .back, in: .move, help: "Go back", hint: "back"),
            KeyBinding([Key("q")], .leave, in: .program, help: "Go back or quit", hint: "quit"),
            KeyBinding([Key("n"), Key(.pageDown), Key(.right)], .next, in: .move, help: "Next photo", hint: "next"),
            KeyBinding(
                [Key("p"), Key(.pageUp), Key(.left), Key(.backspace)], .previous, in: .move, help: "Previous photo",
                hint: "previous"),
            KeyBinding([Key(.enter)], .play, help: "Play the video in the system viewer", hint: "play"),
            KeyBinding([Key("f")], .favorite, in: .collect, help: "Add to or remove from favorites", hint: "favorite"),
            KeyBinding([Key("m")], .mark, in: .collect, help: "Mark or unmark", hint: "mark"),
            KeyBinding([Key("s")], .share, in: .share, help: "Copy, save or share", hint: "share"),
            KeyBinding([Key("S")], .save, in: .share, help: "Save a copy of the original"),
            KeyBinding([Key("r")], .retry, in: .program, help: "Retry or reload"),
            KeyBinding([Key("D")], .doctor, in: .program, help: "Show diagnostics"),
        ])
}
