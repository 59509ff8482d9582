import Localization
import TerminalUI

/// An editable line of text, such as a search or a command line: Enter accepts the text, Esc clears it.
struct TextField: Hashable, Sendable {
    /// The kind of text.
    enum Kind {
        /// Words that filter a list. The arrow keys move through the list.
        case search
        /// Words that find an element of a list to choose: Enter is left to the list.
        case choice
        /// A path or a command line: a slash also separates words, and the arrow keys move the cursor.
        case prompt
    }

    /// The result of handling a key or pasted text.
    enum Response: Hashable {
        case used, unused
        /// Not all of the text fit.
        case full(maxLength: Int)

        /// Why a key or text had no effect, given the reason for those that the field ignores.
        func noEffect(ifUnused reason: NoEffect?) -> NoEffect? {
            switch self {
            case .used: nil
            case .unused: reason
            case .full(let maxLength): .maxLengthReached(maxLength: maxLength)
            }
        }
    }

    /// The text before the cursor.
    private(set) var head = ""
    /// The text at and after the cursor.
    private(set) var tail = ""
    /// Whether the line has keyboard focus.
    private(set) var isTyping = false

    private let kind: Kind

    init(_ kind: Kind = .search) {
        self.kind = kind
    }

    var text: String { head + tail }

    /// Whether the line has focus or text.
    var isActive: Bool { isTyping || !text.isEmpty }

    /// Takes focus with the cursor at the end, optionally replacing the text.
    mutating func begin(with text: String? = nil) {
        isTyping = true
        head = text ?? self.text
        tail = ""
    }

    /// Replaces the text without taking focus.
    mutating func keep(_ text: String) {
        isTyping = false
        (head, tail) = (text, "")
    }

    /// Appends a text after the cursor, which stays in place.
    mutating func append(_ text: String) {
        tail += text
    }

    mutating func clear() {
        self = TextField(kind)
    }

    @discardableResult
    mutating func paste(_ pasted: String) -> Response {
        // One scalar beyond the limit is enough to detect that the text doesn't fit.
        let beginning = String(pasted.unicodeScalars.prefix(maxLength + 1))
        return insert(beginning.split(whereSeparator: \.isNewline).joined(separator: " "))
    }

    /// Inserts a text before the cursor, up to the maximum length.
    private mutating func insert(_ text: String) -> Response {
        var available = maxLength - head.unicodeScalars.count - tail.unicodeScalars.count
        for character in text {
            available -= character.unicodeScalars.count
            guard available >= 0 else { return .full(maxLength: maxLength) }
            head.append(character)
        }
        return .used
    }

    /// Replaces the text before the cursor.
    mutating func complete(_ completion: String) {
        head = completion
        if head.hasSuffix("/"), tail.hasPrefix("/") { tail.removeFirst() }
    }

    /// Handles a key while the line has focus.
    mutating func handle(_ key: Key) -> Response {
        switch (key.code, key.modifiers) {
        case (.escape, []): clear()
        case (.enter, []) where kind != .choice: isTyping = false
        case (.backspace, []) where text.isEmpty: isTyping = false
        case (.character(let character), []): return insert(String(character))
        default:
            guard let edit = TextFieldEdit(key: key, movesWithArrows: kind == .prompt) else { return .unused }
            apply(edit)
        }
        return .used
    }

    private mutating func apply(_ edit: TextFieldEdit) {
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

    /// The number of characters to skip, walking away from the cursor; a word includes the separators before it.
    private func length(of distance: TextFieldEdit.Distance, in characters: some Collection<Character>) -> Int {
        switch distance {
        case .character: return min(1, characters.count)
        case .all: return characters.count
        case .word:
            let word = characters.drop(while: endsWord)
            return characters.count - word.drop { !endsWord($0) }.count
        }
    }

    private func endsWord(_ character: Character) -> Bool {
        character.isWhitespace || kind == .prompt && character == "/"
    }

    /// The maximum length in Unicode scalars. Linux allows 4096 bytes in a path.
    private var maxLength: Int { kind == .prompt ? 4096 : 200 }
}

extension TextField {
    /// Draws the prompt and the text, with the cursor while typing; returns the number of columns used.
    ///
    /// A long text is truncated around the cursor, with an ellipsis at the cut.
    @discardableResult
    func draw(
        on surface: inout Surface, prompt: String = "/", column: Int, row: Int, width: Int, theme: Theme
    ) -> Int {
        guard width > 1 else { return 0 }
        var used = surface.write(prompt, column: column, row: row, style: theme.accent, width: width)
        used += surface.write(
            visibleHead(columns: width - used, repertoire: surface.repertoire), column: column + used, row: row,
            style: theme.title, width: width - used)
        if isTyping { surface.cursor = Position(column: column + used, row: row) }
        return used + surface.write(tail, column: column + used, row: row, style: theme.title, width: width - used)
    }

    /// The visible text before the cursor, which leaves a third of the columns for the text after it.
    private func visibleHead(columns: Int, repertoire: Repertoire) -> String {
        guard columns > 1 else { return "" }
        func width(_ text: some StringProtocol) -> Int { VisibleText(String(text), repertoire: repertoire).width }
        // The cursor may be one column past the end of the text.
        let tailWidth = width(tail) + 1
        guard width(head) + tailWidth > columns else { return head }
        var available = columns - min(tailWidth, max(2, columns / 3))
        guard width(head) > available else { return head }
        available -= 1
        var start = head.endIndex
        while start > head.startIndex {
            let previous = head.index(before: start)
            available -= width(head[previous..<start])
            guard available >= 0 else { break }
            start = previous
        }
        return "\u{2026}" + head[start...]
    }
}

extension TextField {
    /// The key hints while the user types a search; nil otherwise.
    ///
    /// - Parameter hasMatches: whether the arrow keys have anything to move through.
    func hints(searchesOnline: Bool = false, hasMatches: Bool = false) -> [Hint]? {
        guard isTyping else { return nil }
        let enter = searchesOnline ? localized("search online", context: "hint") : localized("keep", context: "hint")
        return [
            Hint(key: Key(.enter), label: enter), Hint(key: Key(.escape), label: localized("clear", context: "hint")),
        ] + (hasMatches ? [Hint(keys: [Key(.up), Key(.down)], label: localized("move", context: "hint"))] : [])
    }

    /// The search in quotation marks once the user has stopped typing; nil if there is none.
    var kept: String? {
        isTyping || text.isEmpty ? nil : localized("\u{201C}\(text)\u{201D}", context: "search")
    }
}

/// An editing operation in a line of text, with readline's key bindings.
enum TextFieldEdit: Hashable {
    case move(Direction, Distance)
    case delete(Direction, Distance)

    enum Direction {
        case backward, forward
    }

    enum Distance {
        case character, word, all
    }

    /// - Parameter movesWithArrows: Whether arrows, Home and End move the cursor rather than the selection in a list.
    init?(key: Key, movesWithArrows: Bool) {
        guard let edit = Self.edits[key] ?? (movesWithArrows ? Self.arrows[key] : nil) else { return nil }
        self = edit
    }

    private static let edits: [Key: TextFieldEdit] = [
        Key(.character("a"), .control): .move(.backward, .all),
        Key(.character("e"), .control): .move(.forward, .all),
        Key(.character("b"), .control): .move(.backward, .character),
        Key(.character("f"), .control): .move(.forward, .character),
        Key(.character("b"), .alt): .move(.backward, .word),
        Key(.character("f"), .alt): .move(.forward, .word),
        Key(.backspace): .delete(.backward, .character),
        Key(.delete): .delete(.forward, .character),
        Key(.character("d"), .control): .delete(.forward, .character),
        Key(.character("w"), .control): .delete(.backward, .word),
        Key(.backspace, .alt): .delete(.backward, .word),
        Key(.character("d"), .alt): .delete(.forward, .word),
        Key(.character("u"), .control): .delete(.backward, .all),
        Key(.character("k"), .control): .delete(.forward, .all),
    ]

    private static let arrows: [Key: TextFieldEdit] = [
        Key(.left): .move(.backward, .character),
        Key(.right): .move(.forward, .character),
        Key(.left, .control): .move(.backward, .word),
        Key(.right, .control): .move(.forward, .word),
        Key(.home): .move(.backward, .all),
        Key(.end): .move(.forward, .all),
    ]
}
