import TerminalUI

/// Commands of a page of lines.
enum LineScrollCommand: Sendable {
    case up, down, pageUp, pageDown, first, last
}

extension KeyMap<LineScrollCommand> {
    static let page = KeyMap(
        "page",
        [
            KeyBinding([Key(.up), Key("k")], .up, help: "Move up"),
            KeyBinding([Key(.down), Key("j")], .down, help: "Move down"),
            KeyBinding([Key(.pageUp)], .pageUp, help: "Page up"),
            KeyBinding([Key(.pageDown), Key(" ")], .pageDown, help: "Page down"),
            KeyBinding([Key(.home), Key("g")], .first, help: "Go to the first"),
            KeyBinding([Key(.end), Key("G")], .last, help: "Go to the last"),
        ])
}
