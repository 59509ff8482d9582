import TerminalUI

/// The line a person types a search into: `/` begins it, each key changes what is shown, Enter keeps it, Esc clears it.
public struct SearchLine: Hashable, Sendable {
    /// What became of a key.
    enum Response {
        case used, unused
    }

    /// More than anyone searches for, in characters.
    private static let longestPaste = 200

    public private(set) var text = ""
    /// Whether keys go into the line.
    public private(set) var isTyping = false

    /// Whether there is anything to show or to clear.
    public var isActive: Bool { isTyping || !text.isEmpty }

    mutating func begin() {
        isTyping = true
    }

    mutating func clear() {
        self = SearchLine()
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
