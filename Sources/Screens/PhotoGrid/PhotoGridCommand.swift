import TerminalUI

/// The commands of a photo grid.
public enum PhotoGridCommand: Hashable, Sendable {
    case move(GridCursor.Move)
    case open, openBelow, slideshow, information
    case search, filter, changeOrder, timeline, larger, smaller, masonry, dates, bursts, retry, profile, back, leave
    case show(HomeTab)
}

extension KeyMap<PhotoGridCommand> {
    /// - Parameters:
    ///   - tab: the home tab that shows the photos, which adds keys for the other tabs; nil outside home.
    ///   - hasFolders: whether the library has folders.
    static func photoGrid(tab: HomeTab?, hasFolders: Bool = true) -> KeyMap {
        let tabs = tab.map { Self.tabs(from: $0) { .show($0) } } ?? []
        let profile =
            tab == nil ? [] : [KeyBinding<PhotoGridCommand>([Key("u")], .profile, help: "Show the owner's profile")]
        return KeyMap(
            "photos",
            [
                KeyBinding([Key(.enter)], .open, in: .move, help: "Open the photo", hint: "open"),
                KeyBinding([Key(.function(5)), Key("Y")], .slideshow, help: "Start a slideshow", hint: "slideshow"),
                KeyBinding(
                    [Key("/")], .search, help: "Search photos",
                    hint: "search"),
                KeyBinding([Key("F")], .filter, help: "Filter by rating"),
                KeyBinding([Key("O")], .changeOrder, help: "Sort photos", hint: "sort"),
                KeyBinding(
                    [Key(.escape)], .back, in: .move, help: "Clear search/marks or go back", hint: "back"
                ),
                KeyBinding(
                    [Key("q")], .leave, in: tab == nil ? .move : .program,
                    help: tab == nil ? "Go back or quit" : "Quit", hint: "quit"),
            ] + tabs + profile + [
                KeyBinding(
                    [Key("w")], .masonry, help: "Switch between grid and masonry", hint: "masonry"),
                KeyBinding([Key("d")], .dates, help: "Show or hide dates", hint: "dates"),
                KeyBinding([Key("b")], .bursts, help: "Fold or unfold bursts", hint: "bursts"),
                KeyBinding(
                    [Key("+"), Key("=")], .larger, help: "Larger thumbnails", joined: "Thumbnail size", hint: "larger"),
                KeyBinding(
                    [Key("-")], .smaller, help: "Smaller thumbnails", joined: "Thumbnail size", hint: "smaller"),
                KeyBinding([Key("i")], .information, help: "Show details"),
            ] + (hasFolders ? [subfolders] : []) + [
                KeyBinding([Key("r")], .retry, in: .program, help: "Retry or reload", hint: "reload")
            ] + gridMoves { .move($0) } + [
                KeyBinding([Key("t")], .timeline, in: .move, help: "Go to a year or month", hint: "timeline")
            ])
    }

    private static let subfolders = KeyBinding<PhotoGridCommand>(
        [Key("E")], .openBelow, name: "everything", in: .move, help: "Include subfolders")

    /// The keys that open a photo while Enter picks it: two, so that users can assign one of them to another command.
    static let viewingWhilePicking = KeyMap(
        "photos",
        [
            KeyBinding(
                [Key("v"), Key(.character("o"), .control)], .open, name: "view", in: .move, help: "View the photo",
                hint: "view")
        ])

    /// The key map of lines of text, without slideshow, layout, dates and thumbnail size.
    static func photoLines(tab: HomeTab?, hasFolders: Bool = true) -> KeyMap {
        KeyMap(
            "photos",
            photoGrid(tab: tab, hasFolders: hasFolders).bindings.filter { binding in
                switch binding.command {
                case .slideshow, .masonry, .dates, .larger, .smaller: false
                default: true
                }
            })
    }
}
