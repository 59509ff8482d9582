import TerminalUI

/// The commands of a photo grid.
public enum PhotoGridCommand: Hashable, Sendable {
    case move(GridCursor.Move)
    case open, slideshow, information, share, save, favorite, undo, mark, markAll
    case search, larger, smaller, waterfall, retry, profile, doctor, back, leave, help
    case show(HomeTab)
}

extension KeyMap<PhotoGridCommand> {
    /// - Parameter tab: the home tab that shows the photos, which adds keys for the other tabs; nil outside home.
    static func photoGrid(tab: HomeTab?) -> KeyMap {
        let tabs = tab.map { Self.tabs(from: $0) { .show($0) } } ?? []
        let profile =
            tab == nil ? [] : [KeyBinding<PhotoGridCommand>([Key("u")], .profile, help: "Show the profile")]
        return KeyMap(
            "photos",
            [
                KeyBinding([Key(.enter)], .open, help: "Open the photo", hint: "open"),
                KeyBinding([Key(" ")], .slideshow, help: "Start a slideshow with the photo", hint: "slideshow"),
                KeyBinding(
                    [Key("/")], .search, help: "Search names, paths, albums, titles, descriptions, authors, tags",
                    hint: "search"),
                KeyBinding([Key("?"), Key(.function(1))], .help, help: "Show all keys", hint: "help"),
                KeyBinding([Key(.escape)], .back, help: "Clear the search, then the marks, then go back", hint: "back"),
                KeyBinding([Key("q")], .leave, help: tab == nil ? "Go back" : "Quit"),
            ] + tabs + profile + [
                KeyBinding(
                    [Key("f")], .favorite, help: "Add the marked photos, or this one, to favorites, or remove",
                    hint: "favorite"),
                KeyBinding([Key("z")], .undo, help: "Undo the last change of favorites"),
                KeyBinding(
                    [Key("w")], .waterfall, help: "Grid or waterfall: each photo as high as it asks", hint: "waterfall"),
                KeyBinding([Key("+"), Key("=")], .larger, help: "Larger thumbnails", hint: "larger"),
                KeyBinding([Key("-")], .smaller, help: "Smaller thumbnails", hint: "smaller"),
                KeyBinding([Key("i")], .information, help: "Show what is known of the photo"),
                KeyBinding([Key("m")], .mark, help: "Mark the photo, or take its mark away", hint: "mark"),
                KeyBinding([Key("M")], .markAll, help: "Mark all photos shown, or none"),
                KeyBinding(
                    [Key("s")], .share, help: "Share the marked photos, or this one: copy, QR code, save, send",
                    hint: "share"),
                KeyBinding([Key("S")], .save, help: "Save copies of the originals"),
                KeyBinding([Key("D")], .doctor, help: "Show what the terminal can do, caches, libraries and versions"),
                KeyBinding([Key("r")], .retry, help: "Try again what failed, read the folder again"),
            ] + gridMoves { .move($0) })
    }

    /// The key map of lines of text, without slideshow, layout and thumbnail size.
    static func photoLines(tab: HomeTab?) -> KeyMap {
        KeyMap(
            "photos",
            photoGrid(tab: tab).bindings.filter { binding in
                switch binding.command {
                case .slideshow, .waterfall, .larger, .smaller: false
                default: true
                }
            })
    }
}
