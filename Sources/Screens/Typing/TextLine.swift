import TerminalUI

/// A line a person types into, such as a search or a path: Enter keeps what is typed, Esc clears it.
public struct TextLine: Hashable, Sendable {
    /// What is typed.
    enum Kind {
        /// Words that filter a list, through which the arrows move meanwhile.
        case search
        /// The path of a file: a slash ends a word, and the arrows move in the line.
        case path
    }

    /// What became of a key.
    enum Response: Hashable {
        case used, unused
        /// There was no room for all of it.
        case full(maxLength: Int)
    }

    /// What is before the cursor.
    private(set) var head = ""
    /// What is under the cursor and after it.
    private(set) var tail = ""
    /// Whether keys go into the line.
    public private(set) var isTyping = false

    private let kind: Kind

    init(_ kind: Kind = .search) {
        self.kind = kind
    }

    public var text: String { head + tail }

    /// Whether there is anything to show or to clear.
    public var isActive: Bool { isTyping || !text.isEmpty }

    /// Takes keys from now on, after what is there or after another text.
    mutating func begin(with text: String? = nil) {
        isTyping = true
        head = text ?? self.text
        tail = ""
    }

    /// Puts a text at the end, after the cursor.
    mutating func append(_ text: String) {
        tail += text
    }

    mutating func clear() {
        self = TextLine(kind)
    }

    @discardableResult
    mutating func paste(_ pasted: String) -> Response {
        // One more than there is ever room for shows that it is too much.
        let beginning = String(pasted.unicodeScalars.prefix(maxLength + 1))
        return insert(beginning.split(whereSeparator: \.isNewline).joined(separator: " "))
    }

    /// Inserts as much of a text before the cursor as there is room for.
    private mutating func insert(_ text: String) -> Response {
        var room = maxLength - head.unicodeScalars.count - tail.unicodeScalars.count
        for character in text {
            room -= character.unicodeScalars.count
            guard room >= 0 else { return .full(maxLength: maxLength) }
            head.append(character)
        }
        return .used
    }

    /// Puts another text before the cursor.
    mutating func complete(_ completion: String) {
        head = completion
        if head.hasSuffix("/"), tail.hasPrefix("/") { tail.removeFirst() }
    }

    /// A key while typing.
    mutating func handle(_ key: Key) -> Response {
        switch (key.code, key.modifiers) {
        case (.escape, []): clear()
        case (.enter, []): isTyping = false
        case (.backspace, []) where text.isEmpty: isTyping = false
        case (.character(let character), []): return insert(String(character))
        default:
            guard let edit = TextLineEdit(key: key, movesWithArrows: kind == .path) else { return .unused }
            apply(edit)
        }
        return .used
    }

    private mutating func apply(_ edit: TextLineEdit) {
        switch edit {
        case .move(.backward, let distance):
            let passed = head.suffix(length(of: distance, in: head.reversed()))
            tail = passed + tail
            head.removeLast(passed.count)
        case .move(.forward, let distance):
            let passed = tail.prefix(length(of: distance, in: tail))
            head += passed
            tail.removeFirst(passed.count)
        case .delete(.backward, let distance): head.removeLast(length(of: distance, in: head.reversed()))
        case .delete(.forward, let distance): tail.removeFirst(length(of: distance, in: tail))
        }
    }

    /// How many characters are passed, going away from the cursor: a word with what is between it and the cursor.
    private func length(of distance: TextLineEdit.Distance, in characters: some Collection<Character>) -> Int {
        switch distance {
        case .character: return min(1, characters.count)
        case .all: return characters.count
        case .word:
            let word = characters.drop(while: endsWord)
            return characters.count - word.drop { !endsWord($0) }.count
        }
    }

    private func endsWord(_ character: Character) -> Bool {
        character.isWhitespace || kind == .path && character == "/"
    }

    /// The maximum number of Unicode scalars: more than anyone types; a path may have as many bytes on Linux.
    private var maxLength: Int { kind == .path ? 4096 : 200 }
}
