import TerminalUI

/// How a screen with a search line takes input: into the line while a person types there, else as commands.
@MainActor
struct TypingInput<Command: Hashable & Sendable> {
    let keyMap: KeyMap<Command>
    let isTyping: Bool
    let change: ((inout TextLine) -> Void) -> Void
    let run: (Command) -> Void

    func handle(_ event: InputEvent) {
        switch event {
        case .key(let key) where isTyping:
            var response = TextLine.Response.unused
            change { response = $0.handle(key) }
            // What the line has no use for moves through the list, so that arrows work while typing.
            if response == .unused { run(key) }
        case .key(let key):
            run(key)
        case .paste(let text) where isTyping:
            change { $0.paste(text) }
        case .paste, .mouse, .answer:
            break
        }
    }

    private func run(_ key: Key) {
        if let command = keyMap.command(for: key) { run(command) }
    }
}
