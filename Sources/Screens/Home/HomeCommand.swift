import TerminalUI

/// The commands of the home screen.
public enum HomeCommand: Hashable, Sendable {
    case move(GridCursor.Move)
    case open, openBelow, search, clearSearch, profile, chooseOwner, changeOrder, fold, toggleFolders, larger, smaller,
        retry, quit, showMarked
    case show(HomeTab)
}

extension KeyMap<HomeCommand> {
    static let home = KeyMap(
        "home",
        [
            KeyBinding([Key("q")], .quit, in: .program, help: "Quit", hint: "quit"),
            KeyBinding(
                [Key(.enter)], .open, in: .move, help: "Open the album or the profile",
                hint: "open"),
            KeyBinding([Key("/")], .search, help: "Search albums", hint: "search"),
            KeyBinding([Key(" ")], .fold, in: .move, help: "Open or close the folder", hint: "fold"),
            KeyBinding(
                [Key("t")], .toggleFolders, name: "folders", help: "Show folders or a flat list", hint: "flat list"),
            KeyBinding(
                [Key("E")], .openBelow, name: "everything", in: .move, help: "Include subfolders"),
            KeyBinding([Key("o")], .chooseOwner, help: "Choose an owner", hint: "owner"),
            KeyBinding([Key("O")], .changeOrder, help: "Sort albums", hint: "sort"),
            KeyBinding([Key("u")], .profile, help: "Show the owner's profile", hint: "profile"),
            KeyBinding([Key("'")], .showMarked, help: "Show the marked photos"),
            KeyBinding([Key("+"), Key("=")], .larger, help: "Larger thumbnails", joined: "Thumbnail size"),
            KeyBinding([Key("-")], .smaller, help: "Smaller thumbnails", joined: "Thumbnail size"),
            KeyBinding([Key(.escape)], .clearSearch, help: "Clear the search"),
            KeyBinding([Key("r")], .retry, in: .program, help: "Retry or reload", hint: "reload"),
        ] + tabs(from: .albums) { .show($0) } + gridMoves { .move($0) })

    /// The keys of a library with folders, which has no other owners, or of one with owners and no folders.
    static func home(hasFolders: Bool) -> KeyMap {
        let missing: [HomeCommand] = hasFolders ? [.chooseOwner] : [.openBelow, .fold, .toggleFolders]
        return KeyMap(home.screen, home.bindings.filter { !missing.contains($0.command) })
    }
}
