import TerminalUI

/// A line a person types into, such as a search: Enter keeps what is typed, Esc clears it.
public struct TextLine: Hashable, Sendable {
    /// What became of a key.
    enum Response {
        case used, unused
    }

    /// More than anyone types, in characters.
    private static let longestPaste = 200

    public private(set) var text = ""
    /// Whether keys go into the line.
    public private(set) var isTyping = false

    /// Whether there is anything to show or to clear.
    public var isActive: Bool { isTyping || !text.isEmpty }

    /// Takes keys from now on, after what is there or after another text.
    mutating func begin(with text: String? = nil) {
        isTyping = true
        self.text = text ?? self.text
    }

    mutating func clear() {
        self = TextLine()
    }

    mutating func paste(_ pasted: String) {
        text += pasted.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(Self.longestPaste)
    }

    /// A key while typing.
    mutating func handle(_ key: Key) -> Response {
        switch (key.code, key.modifiers) {
        case (.escape, []):
            clear()
            return .used
        case (.enter, []):
            isTyping = false
            return .used
        case (.backspace, []):
            guard !text.isEmpty else {
                isTyping = false
                return .used
            }
            text.removeLast()
            return .used
        case (.character("u"), .control):
            text = ""
            return .used
        case (.character("w"), .control):
            while text.last?.isWhitespace == true { text.removeLast() }
            while let last = text.last, !last.isWhitespace { text.removeLast() }
            return .used
        case (.character(let character), []):
            text.append(character)
            return .used
        default:
            return .unused
        }
    }
}
