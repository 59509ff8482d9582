/// A left-to-right scanner of Swift source, just good enough to find string literals.
struct SwiftText {
    /// A literal as `Message` sees it: `{0}`, `{1}` … stand for the interpolations.
    struct Literal {
        var text = ""
        /// The interpolated expressions.
        var arguments: [String] = []
    }

    private var remainder: Substring

    init(_ text: some StringProtocol) {
        remainder = Substring(text)
    }

    var isAtEnd: Bool { remainder.isEmpty }
    var next: Character? { remainder.first }

    mutating func take(_ text: String) -> Bool {
        guard remainder.hasPrefix(text) else { return false }
        remainder.removeFirst(text.count)
        return true
    }

    mutating func skip() {
        remainder.removeFirst()
    }

    /// Consumes an identifier; empty if none starts here.
    mutating func takeName() -> Substring {
        let name = remainder.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        remainder = remainder[name.endIndex...]
        return name
    }

    /// Consumes a comment, if one starts here.
    mutating func takeComment() -> Bool {
        guard remainder.hasPrefix("//") else { return false }
        remainder = remainder.drop { $0 != "\n" }
        return true
    }

    /// Consumes a string literal; nil if none starts here.
    mutating func takeLiteral() -> Literal? {
        if take("\"\"\"") { return literal(endingWith: "\"\"\"").map(Self.withoutIndent) }
        return take("\"") ? literal(endingWith: "\"") : nil
    }

    private mutating func literal(endingWith end: String) -> Literal? {
        var literal = Literal()
        while !take(end) {
            guard !remainder.isEmpty else { return nil }
            if take("\\(") {
                literal.text += "{\(literal.arguments.count)}"
                literal.arguments.append(expression())
            } else if take("\\u{") {
                let code = remainder.prefix { $0 != "}" }
                remainder = remainder[code.endIndex...].dropFirst()
                if let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init) {
                    literal.text.unicodeScalars.append(scalar)
                }
            } else if take("\\\n") {
                literal.text += "\\\n"
            } else if take("\\") {
                literal.text.append(remainder.removeFirst())
            } else {
                literal.text.append(remainder.removeFirst())
            }
        }
        return literal
    }

    /// Consumes an interpolated expression up to its closing parenthesis.
    private mutating func expression() -> String {
        var depth = 1
        var text = ""
        while let character = remainder.first {
            if character == "\"" {
                var literal = self
                _ = literal.takeLiteral()
                text += remainder[..<literal.remainder.startIndex]
                self = literal
                continue
            }
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            remainder.removeFirst()
            if depth == 0 { break }
            text.append(character)
        }
        return text
    }

    /// Strips the first and last line breaks and the indent of the last line from a multi-line literal.
    private static func withoutIndent(_ literal: Literal) -> Literal {
        var lines = literal.text.split(separator: "\n", omittingEmptySubsequences: false)
        let indent = lines.removeLast().count
        lines.removeFirst()
        var new = literal
        new.text = lines.map { $0.dropFirst(indent) }.joined(separator: "\n").replacing("\\\n", with: "")
        return new
    }
}
