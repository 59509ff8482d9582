import Localization
import TerminalUI

extension TextLine {
    /// What the keys do while a person types a search, which may be for the service as well; nil while nobody does.
    func hints(asksService: Bool = false) -> [Hint]? {
        guard isTyping else { return nil }
        return [
            Hint(
                key: Key(.enter),
                words: asksService ? localized("ask the service", context: "hint") : localized("keep", context: "hint")),
            Hint(key: Key(.escape), words: localized("clear", context: "hint")),
        ]
    }
}
