import TerminalUI

/// Routes input of a screen with a text field: to the field while the user types in it, otherwise to commands.
@MainActor
struct TypingInput<Command: Hashable & Sendable> {
    let keyMap: KeyMap<Command>
    let isTyping: Bool
    let change: ((inout TextLine) -> Void) -> Void
    let run: (Command) -> Void
    /// Shows why a key has no effect.
    let explain: (NoEffect) -> Void
    /// The label of the help key; empty if there is none.
    let helpKey: String

    func handle(_ event: InputEvent) {
        switch event {
        case .key(let key) where isTyping:
            var response = TextLine.Response.unused
            change { response = $0.handle(key) }
            // Keys that the field ignores run commands, so that the arrow keys move through the list while typing.
            if response == .unused { run(key) } else { explain(response) }
        case .key(let key):
            run(key)
        case .paste(let text) where isTyping:
            var response = TextLine.Response.used
            change { response = $0.paste(text) }
            explain(response)
        case .paste, .mouse, .answer:
            break
        }
    }

    private func run(_ key: Key) {
        if let command = keyMap.command(for: key) {
            run(command)
        } else if !isTyping, !helpKey.isEmpty {
            explain(.unusedKey(key.label, helpKey: helpKey))
        }
    }

    private func explain(_ response: TextLine.Response) {
        if case .full(let maxLength) = response { explain(.textFull(maxLength: maxLength)) }
    }
}
