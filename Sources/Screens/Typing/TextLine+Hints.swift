import Localization
import TerminalUI

extension TextLine {
    /// The key hints while the user types a search; nil otherwise.
    func hints(asksService: Bool = false) -> [Hint]? {
        guard isTyping else { return nil }
        return [
            Hint(
                key: Key(.enter),
                words: asksService ? localized("search online", context: "hint") : localized("keep", context: "hint")),
            Hint(key: Key(.escape), words: localized("clear", context: "hint")),
        ]
    }
}
