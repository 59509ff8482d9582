import TerminalUI

/// Commands of the photo page.
enum PhotoPageCommand: Hashable, Sendable {
    case next, previous, retry, back, leave
}

extension KeyMap<PhotoPageCommand> {
    static let photoPage = KeyMap(
        "reader",
        [
            KeyBinding([Key(.escape)], .back, in: .move, help: "Go back", hint: "back"),
            KeyBinding([Key("q")], .leave, in: .program, help: "Go back or quit", hint: "quit"),
            KeyBinding([Key("n"), Key(.pageDown), Key(.right)], .next, in: .move, help: "Next photo", hint: "next"),
            KeyBinding(
                [Key("p"), Key(.pageUp), Key(.left), Key(.backspace)], .previous, in: .move, help: "Previous photo",
                hint: "previous"),
            KeyBinding([Key("r")], .retry, in: .program, help: "Retry or reload"),
        ])
}
