import TerminalUI

/// An editing operation in a line of text, with readline's key bindings.
enum TextFieldEdit: Hashable {
    case move(Direction, Distance)
    case delete(Direction, Distance)

    enum Direction {
        case backward, forward
    }

    enum Distance {
        case character, word, all
    }

    /// - Parameter movesWithArrows: Whether arrows, Home and End move the cursor rather than the selection in a list.
    init?(key: Key, movesWithArrows: Bool) {
        guard let edit = Self.edits[key] ?? (movesWithArrows ? Self.arrows[key] : nil) else { return nil }
        self = edit
    }

    private static let edits: [Key: TextFieldEdit] = [
        Key(.character("a"), .control): .move(.backward, .all),
        Key(.character("e"), .control): .move(.forward, .all),
        Key(.character("b"), .control): .move(.backward, .character),
        Key(.character("f"), .control): .move(.forward, .character),
        Key(.character("b"), .alt): .move(.backward, .word),
        Key(.character("f"), .alt): .move(.forward, .word),
        Key(.backspace): .delete(.backward, .character),
        Key(.delete): .delete(.forward, .character),
        Key(.character("d"), .control): .delete(.forward, .character),
        Key(.character("w"), .control): .delete(.backward, .word),
        Key(.backspace, .alt): .delete(.backward, .word),
        Key(.character("d"), .alt): .delete(.forward, .word),
        Key(.character("u"), .control): .delete(.backward, .all),
        Key(.character("k"), .control): .delete(.forward, .all),
    ]

    private static let arrows: [Key: TextFieldEdit] = [
        Key(.left): .move(.backward, .character),
        Key(.right): .move(.forward, .character),
        Key(.left, .control): .move(.backward, .word),
        Key(.right, .control): .move(.forward, .word),
        Key(.home): .move(.backward, .all),
        Key(.end): .move(.forward, .all),
    ]
}
