import TerminalUI

/// The commands of the home screen.
public enum HomeCommand: ScreenCommand {
    case move(GridCursor.Move)
    case open, search, clearSearch, profile, chooseOwner, changeOrder, doctor, retry, help, quit
    case show(HomeTab)
}

extension KeyMap<HomeCommand> {
    static let home = KeyMap(
        "home",
        [
            KeyBinding(
                [Key(.enter)], .open, in: .move, help: "Open the album or the profile",
                hint: "open"),
            KeyBinding([Key("/")], .search, help: "Search albums", hint: "search"),
            KeyBinding([Key("?"), Key(.function(1))], .help, in: .program, help: "Show all keys", hint: "help"),
            KeyBinding([Key("q")], .quit, in: .program, help: "Quit", hint: "quit"),
            KeyBinding([Key("o")], .chooseOwner, help: "Choose an owner", hint: "owner"),
            KeyBinding([Key("O")], .changeOrder, help: "Sort albums"),
            KeyBinding([Key("u")], .profile, help: "Show the owner's profile", hint: "profile"),
            KeyBinding([Key(.escape)], .clearSearch, help: "Clear the search"),
            KeyBinding(
                [Key("D")], .doctor, in: .program, help: "Show diagnostics"),
            KeyBinding([Key("r")], .retry, in: .program, help: "Retry or reload"),
        ] + tabs(from: .albums) { .show($0) } + gridMoves { .move($0) })
}
