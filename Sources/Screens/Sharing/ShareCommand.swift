import TerminalUI

/// Commands of the share sheet.
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

    /// The options' keys come first, so that no other command takes them.
    private static func choosing(_ state: ShareState) -> KeyMap {
        // Accept the options' keys even while the photos are being located.
        let known = state.options.isEmpty ? ShareOption.allCases : state.options
        return share(known, of: state.photos, canOpen: state.canOpen)
    }

    /// The keys for the given options, each with its description.
    static func share(_ options: [ShareOption], of photos: SharedPhotos, canOpen: Bool) -> KeyMap {
        KeyMap(
            "share",
            options.map {
                KeyBinding(
                    [Key($0.shortcut)], .choose($0), name: KeyBinding<ShareCommand>.name(of: $0),
                    help: photos.words(for: $0, canOpen: canOpen))
            } + [
                KeyBinding([Key(.enter)], .chooseSelection, help: "Run the selected action", hint: "choose"),
                KeyBinding([Key("?"), Key(.function(1))], .help, help: "Show all keys", hint: "help"),
                KeyBinding([Key(.escape)], .back, help: "Go back", hint: "back"),
            ] + gridMoves { .move($0) })
    }

    private static let saving = KeyMap(
        nil,
        [
            KeyBinding([Key(.escape)], .cancelSaving, help: "Stop saving", hint: "cancel"),
            KeyBinding([Key(.enter)], .back, help: "Go back and keep saving", hint: "go back and keep saving"),
        ])

    /// The text field itself handles Enter and Esc; these bindings only provide hints.
    private static let typingPath = KeyMap(
        nil,
        [
            KeyBinding([Key(.enter)], .back, help: "Save", hint: "save"),
            KeyBinding([Key(.tab)], .completePath, help: "Complete the folder name", hint: "complete"),
            KeyBinding([Key(.escape)], .back, help: "Cancel", hint: "cancel"),
        ])
}
