/// Swift source, read from left to right as far as it takes to find literals of text in it.
struct SwiftText {
    /// A literal as `Message` sees it: `{0}` and so on where something is put in.
    struct Literal {
        var text = ""
        /// The expressions that are put in.
        var arguments: [String] = []
    }

    private var rest: Substring

    init(_ text: some StringProtocol) {
        rest = Substring(text)
    }

    var isAtEnd: Bool { rest.isEmpty }
    var next: Character? { rest.first }

    mutating func take(_ text: String) -> Bool {
        guard rest.hasPrefix(text) else { return false }
        rest.removeFirst(text.count)
        return true
    }

    mutating func skip() {
        rest.removeFirst()
    }

    /// A name of letters and digits; empty where there is none.
    mutating func takeName() -> Substring {
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        rest = rest[name.endIndex...]
        return name
    }

    /// Whether there was a comment, which is left behind.
    mutating func takeComment() -> Bool {
        guard rest.hasPrefix("//") else { return false }
        rest = rest.drop { $0 != "\n" }
        return true
    }

    /// The literal that begins here; nil where none does.
    mutating func takeLiteral() -> Literal? {
        if take("\"\"\"") { return literal(endingWith: "\"\"\"").map(Self.withoutIndent) }
        return take("\"") ? literal(endingWith: "\"") : nil
    }

    private mutating func literal(endingWith end: String) -> Literal? {
        var literal = Literal()
        while !take(end) {
            guard !rest.isEmpty else { return nil }
            if take("\\(") {
                literal.text += "{\(literal.arguments.count)}"
                literal.arguments.append(expression())
            } else if take("\\u{") {
                let code = rest.prefix { $0 != "}" }
                rest = rest[code.endIndex...].dropFirst()
                if let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init) {
                    literal.text.unicodeScalars.append(scalar)
                }
            } else if take("\\\n") {
                literal.text += "\\\n"
            } else if take("\\") {
                literal.text.append(rest.removeFirst())
            } else {
                literal.text.append(rest.removeFirst())
            }
        }
        return literal
    }

    /// What stands until the parenthesis that ends it.
    private mutating func expression() -> String {
        var depth = 1
        var text = ""
        while let character = rest.first {
            if character == "\"" {
                var literal = self
                _ = literal.takeLiteral()
                text += rest[..<literal.rest.startIndex]
                self = literal
                continue
            }
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            rest.removeFirst()
            if depth == 0 { break }
            text.append(character)
        }
        return text
    }

    /// A literal of several lines: the first and the last break and the indent of the last line do not belong to it.
    private static func withoutIndent(_ literal: Literal) -> Literal {
        var lines = literal.text.split(separator: "\n", omittingEmptySubsequences: false)
        let indent = lines.removeLast().count
        lines.removeFirst()
        var new = literal
        new.text = lines.map { $0.dropFirst(indent) }.joined(separator: "\n").replacing("\\\n", with: "")
        return new
    }
}
