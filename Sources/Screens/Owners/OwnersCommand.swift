import TerminalUI

/// The commands of the owner picker.
public enum OwnersCommand: ScreenCommand {
    case move(GridCursor.Move)
    case choose, search, back, help
}

extension KeyMap<OwnersCommand> {
    static let owners = KeyMap(
        "owners",
        [
            KeyBinding([Key(.enter)], .choose, in: .move, help: "Show this owner's albums", hint: "choose"),
            KeyBinding([Key("/")], .search, help: "Search owners", hint: "search"),
            KeyBinding([Key("?"), Key(.function(1))], .help, in: .program, help: "Show all keys", hint: "help"),
            KeyBinding([Key(.escape), Key("q")], .back, in: .move, help: "Clear the search, or go back", hint: "back"),
        ] + gridMoves { .move($0) })
}
