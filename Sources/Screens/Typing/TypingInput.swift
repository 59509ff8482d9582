import TerminalUI

/// How a screen with a search line takes input: into the line while a person types there, else as commands.
@MainActor
struct TypingInput<Command: Hashable & Sendable> {
    let keyMap: KeyMap<Command>
    let isTyping: Bool
    let change: ((inout TextLine) -> Void) -> Void
    let run: (Command) -> Void
    /// Says why a key has no effect.
    let explain: (NoEffect) -> Void
    /// The label of the key that shows all keys; empty where there is none.
    let helpKey: String

    func handle(_ event: InputEvent) {
        switch event {
        case .key(let key) where isTyping:
            var response = TextLine.Response.unused
            change { response = $0.handle(key) }
            // What the line has no use for moves through the list, so that arrows work while typing.
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
