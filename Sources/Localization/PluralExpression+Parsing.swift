extension PluralExpression {
    /// Returns nil if the text isn't a valid expression.
    init?(parsing text: some StringProtocol) {
        var parser = PluralExpressionParser(text)
        guard let expression = parser.parse() else { return nil }
        self = expression
    }
}

/// A recursive-descent parser for plural expressions.
private struct PluralExpressionParser {
    private var remainder: Substring

    /// The maximum nesting depth, far beyond any real plural rule.
    private static let maxDepth = 50
    private var depth = 0

    init(_ text: some StringProtocol) {
        remainder = Substring(text.filter { !$0.isWhitespace })
    }

    mutating func parse() -> PluralExpression? {
        let expression = conditional()
        return remainder.isEmpty ? expression : nil
    }

    private mutating func conditional() -> PluralExpression? {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.maxDepth, let condition = binary(level: 0) else { return nil }
        guard consume("?") else { return condition }
        guard let yes = conditional(), consume(":"), let no = conditional() else { return nil }
        return .conditional(condition, yes, no)
    }

    private mutating func binary(level: Int) -> PluralExpression? {
        let levels = PluralExpression.Operator.levels
        guard levels.indices.contains(level) else { return operand() }
        guard var left = binary(level: level + 1) else { return nil }
        while let sign = levels[level].first(where: { consume($0.rawValue) }) {
            guard let right = binary(level: level + 1) else { return nil }
            left = .binary(sign, left, right)
        }
        return left
    }

    private mutating func operand() -> PluralExpression? {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.maxDepth else { return nil }
        if consume("!") { return operand().map { .not($0) } }
        if consume("n") { return .number }
        if consume("(") {
            let inner = conditional()
            return consume(")") ? inner : nil
        }
        let digits = remainder.prefix { $0.isASCII && $0.isNumber }
        remainder = remainder[digits.endIndex...]
        return Int(digits).map { .constant($0) }
    }

    private mutating func consume(_ sign: String) -> Bool {
        guard remainder.hasPrefix(sign) else { return false }
        remainder.removeFirst(sign.count)
        return true
    }
}
