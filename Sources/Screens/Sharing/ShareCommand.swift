import TerminalUI

/// What a person can do with the share sheet.
enum ShareCommand: Hashable, Sendable {
    case choose(ShareOption)
    case move(GridCursor.Move)
    case chooseSelection, completePath, cancelSaving, back, help
}

extension KeyMap<ShareCommand> {
    static func share(_ state: ShareState) -> KeyMap {
        if state.path.isTyping { return typingPath }
        return state.progress == nil ? choosing(state) : saving
    }

    /// The options' own keys come first: a letter of theirs is no other command here.
    private static func choosing(_ state: ShareState) -> KeyMap {
        // Who knows the letters need not wait until it is known where the photos are.
        let known = state.options.isEmpty ? ShareOption.allCases : state.options
        return share(known, of: state.photos, canOpen: state.canOpen)
    }

    /// The keys for some options, with what each of them does.
    static func share(_ options: [ShareOption], of photos: SharedPhotos, canOpen: Bool) -> KeyMap {
        KeyMap(
            "share",
            options.map {
                KeyBinding(
                    [Key($0.letter)], .choose($0), name: KeyBinding<ShareCommand>.name(of: $0),
                    help: photos.words(for: $0, canOpen: canOpen))
            } + [
                KeyBinding([Key(.enter)], .chooseSelection, help: "Do what is selected", hint: "choose"),
                KeyBinding([Key("?"), Key(.function(1))], .help, help: "Show all keys", hint: "help"),
                KeyBinding([Key(.escape)], .back, help: "Go back", hint: "back"),
            ] + gridMoves { .move($0) })
    }

    private static let saving = KeyMap(
        nil,
        [
            KeyBinding([Key(.escape)], .cancelSaving, help: "Save no more", hint: "cancel"),
            KeyBinding([Key(.enter)], .back, help: "Go back, and go on saving", hint: "go back and go on saving"),
        ])

    /// The line itself takes Enter and Esc, which stand here for their hints.
    private static let typingPath = KeyMap(
        nil,
        [
            KeyBinding([Key(.enter)], .back, help: "Save", hint: "save"),
            KeyBinding([Key(.tab)], .completePath, help: "Complete the name of a folder", hint: "complete"),
            KeyBinding([Key(.escape)], .back, help: "Save nothing", hint: "cancel"),
        ])
}
