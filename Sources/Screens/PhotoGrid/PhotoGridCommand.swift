import TerminalUI

/// The commands of a photo grid.
public enum PhotoGridCommand: ScreenCommand {
    case move(GridCursor.Move)
    case open, slideshow, information, share, save, favorite, undo, mark, markAll
    case search, changeOrder, larger, smaller, masonry, retry, profile, doctor, back, leave, help
    case show(HomeTab)
}

extension KeyMap<PhotoGridCommand> {
    /// - Parameter tab: the home tab that shows the photos, which adds keys for the other tabs; nil outside home.
    static func photoGrid(tab: HomeTab?) -> KeyMap {
        let tabs = tab.map { Self.tabs(from: $0) { .show($0) } } ?? []
        let profile =
            tab == nil ? [] : [KeyBinding<PhotoGridCommand>([Key("u")], .profile, help: "Show the owner's profile")]
        return KeyMap(
            "photos",
            [
                KeyBinding([Key(.enter)], .open, help: "Open the photo", hint: "open"),
                KeyBinding([Key(" ")], .slideshow, help: "Start a slideshow from this photo", hint: "slideshow"),
                KeyBinding(
                    [Key("/")], .search, help: "Search names, paths, albums, titles, descriptions, authors, tags",
                    hint: "search"),
                KeyBinding([Key("O")], .changeOrder, help: "Sort photos"),
                KeyBinding([Key("?"), Key(.function(1))], .help, help: "Show all keys", hint: "help"),
                KeyBinding([Key(.escape)], .back, help: "Clear the search, then the marks, or go back", hint: "back"),
                KeyBinding([Key("q")], .leave, help: tab == nil ? "Go back" : "Quit"),
            ] + tabs + profile + [
                KeyBinding(
                    [Key("f")], .favorite, help: "Add marked photos or this one to favorites, or remove them",
                    hint: "favorite"),
                KeyBinding([Key("z")], .undo, help: "Undo the last change to favorites"),
                KeyBinding(
                    [Key("w")], .masonry, help: "Switch between grid and masonry", hint: "masonry"),
                KeyBinding([Key("+"), Key("=")], .larger, help: "Larger thumbnails", hint: "larger"),
                KeyBinding([Key("-")], .smaller, help: "Smaller thumbnails", hint: "smaller"),
                KeyBinding([Key("i")], .information, help: "Show details"),
                KeyBinding([Key("m")], .mark, help: "Mark or unmark", hint: "mark"),
                KeyBinding([Key("M")], .markAll, help: "Mark or unmark all"),
                KeyBinding(
                    [Key("s")], .share, help: "Share marked photos or this one: copy, QR code, save, email",
                    hint: "share"),
                KeyBinding([Key("S")], .save, help: "Save copies of the originals"),
                KeyBinding([Key("D")], .doctor, help: "Show diagnostics: terminal, caches, libraries, versions"),
                KeyBinding([Key("r")], .retry, help: "Retry or reload"),
            ] + gridMoves { .move($0) })
    }

    /// The key map of lines of text, without slideshow, layout and thumbnail size.
    static func photoLines(tab: HomeTab?) -> KeyMap {
        KeyMap(
            "photos",
            photoGrid(tab: tab).bindings.filter { binding in
                switch binding.command {
                case .slideshow, .masonry, .larger, .smaller: false
                default: true
                }
            })
    }
}
