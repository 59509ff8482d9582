import TerminalUI

/// What a person can do with the share sheet.
enum ShareCommand: Sendable {
    case choose(ShareOption)
    case move(GridCursor.Move)
    case chooseSelection, back, help
}

extension KeyMap<ShareCommand> {
    /// The options' own keys come first: a letter of theirs is no other command here.
    static func share(_ state: ShareState) -> KeyMap {
        let options = state.options.map { option in
            KeyBinding<ShareCommand>(
                [Key(option.letter)], .choose(option),
                help: state.photos.words(for: option, canOpen: state.canOpen))
        }
        return KeyMap(
            options + [
                KeyBinding([Key(.enter)], .chooseSelection, help: "Do what is selected", hint: "choose"),
                KeyBinding([Key("?"), Key(.function(1))], .help, help: "Show all keys", hint: "help"),
                KeyBinding([Key(.escape)], .back, help: "Go back", hint: "back"),
            ] + gridMoves { .move($0) })
    }
}
