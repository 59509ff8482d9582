import TerminalUI

/// Commands of a page of lines.
enum LineScrollCommand: Sendable {
    case up, down, pageUp, pageDown, first, last
}

extension KeyMap<LineScrollCommand> {
    static let page = KeyMap(
        "page",
        [
            KeyBinding([Key(.up), Key("k")], .up, help: "Up"),
            KeyBinding([Key(.down), Key("j")], .down, help: "Down"),
            KeyBinding([Key(.pageUp)], .pageUp, help: "A page up"),
            KeyBinding([Key(.pageDown), Key(" ")], .pageDown, help: "A page down"),
            KeyBinding([Key(.home), Key("g")], .first, help: "To the first"),
            KeyBinding([Key(.end), Key("G")], .last, help: "To the last"),
        ])
}
