import TerminalUI

/// The commands that work alike on every screen with photos.
enum PhotoCommand: Hashable, Sendable {
    case undo, redo
}

extension KeyMap<PhotoCommand> {
    static let photo = KeyMap(
        "photo",
        [
            KeyBinding([Key("z")], .undo, in: .collect, help: "Undo the last change"),
            KeyBinding(
                [Key("Z"), Key(.character("y"), .control)], .redo, in: .collect, help: "Redo the last change"),
        ])
}
