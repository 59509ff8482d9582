import Localization
import TerminalUI

extension TextLine {
    /// What the keys do while a person types a search; nil while nobody does.
    var hints: [Hint]? {
        guard isTyping else { return nil }
        return [
            Hint(key: Key(.enter), words: localized("keep", context: "hint")),
            Hint(key: Key(.escape), words: localized("clear", context: "hint")),
        ]
    }
}
