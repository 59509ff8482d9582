import TerminalUI

/// Commands of the photo page.
enum PhotoPageCommand: Hashable, Sendable {
    case next, previous, share, save, favorite, undo, retry, back, help
}

extension KeyMap<PhotoPageCommand> {
    static let photoPage = KeyMap(
        "reader",
        [
            KeyBinding([Key("n"), Key(.pageDown)], .next, help: "Next photo", hint: "next"),
            KeyBinding([Key("p"), Key(.pageUp)], .previous, help: "Previous photo", hint: "previous"),
            KeyBinding([Key("f")], .favorite, help: "Add to or remove from favorites", hint: "favorite"),
            KeyBinding([Key("z")], .undo, help: "Undo the last change to favorites"),
            KeyBinding([Key("s")], .share, help: "Share: copy, QR code, save, email", hint: "share"),
            KeyBinding([Key("S")], .save, help: "Save a copy of the original"),
            KeyBinding([Key("r")], .retry, help: "Retry or reload"),
            KeyBinding([Key("?"), Key(.function(1))], .help, help: "Show all keys", hint: "help"),
            KeyBinding([Key(.escape), Key("q")], .back, help: "Go back", hint: "back"),
        ])
}
