import CVTerm

/// A key other than a plain character.
enum TypedKey: Sendable {
    case named(VTermKey)
    case control(Unicode.Scalar)

    static let enter = TypedKey.named(VTERM_KEY_ENTER)
    static let escape = TypedKey.named(VTERM_KEY_ESCAPE)
    static let tab = TypedKey.named(VTERM_KEY_TAB)
    static let backspace = TypedKey.named(VTERM_KEY_BACKSPACE)
    static let delete = TypedKey.named(VTERM_KEY_DEL)
    static let up = TypedKey.named(VTERM_KEY_UP)
    static let down = TypedKey.named(VTERM_KEY_DOWN)
    static let left = TypedKey.named(VTERM_KEY_LEFT)
    static let right = TypedKey.named(VTERM_KEY_RIGHT)
    static let home = TypedKey.named(VTERM_KEY_HOME)
    static let end = TypedKey.named(VTERM_KEY_END)
    static let pageUp = TypedKey.named(VTERM_KEY_PAGEUP)
    static let pageDown = TypedKey.named(VTERM_KEY_PAGEDOWN)
    static let f2 = TypedKey.named(VTermKey(VTERM_KEY_FUNCTION_0.rawValue + 2))
}
