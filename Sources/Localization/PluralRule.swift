/// Maps numbers to plural forms, as the `Plural-Forms` header of a translation defines it: `nplurals=2; plural=(n !=
/// 1);`
struct PluralRule: Sendable {
    /// The number of plural forms.
    let formCount: Int
    private let expression: PluralExpression

    /// Singular for 1, plural for all other numbers.
    static let english = PluralRule(
        formCount: 2, expression: .binary(.notEqual, .number, .constant(1)))

    /// Returns nil if the header is malformed.
    init?(header: String) {
        var fields: [Substring: Substring] = [:]
        for part in header.split(separator: ";") {
            guard let equals = part.firstIndex(of: "=") else { continue }
            let name = part[..<equals].filter { $0 != " " }
            fields[Substring(name)] = part[part.index(after: equals)...]
        }
        guard let count = fields["nplurals"].flatMap({ Int($0.filter { $0 != " " }) }), count > 0,
            let expression = fields["plural"].flatMap({ PluralExpression(parsing: $0) })
        else { return nil }
        self.init(formCount: count, expression: expression)
    }

    private init(formCount: Int, expression: PluralExpression) {
        self.formCount = formCount
        self.expression = expression
    }

    /// Returns the index of the plural form; 0 if the expression yields an invalid index.
    func form(for number: Int) -> Int {
        let form = expression.value(for: Int(clamping: number.magnitude))
        return (0..<formCount).contains(form) ? form : 0
    }
}

/// A gettext plural expression in C syntax, such as `n%10==1 && n%100!=11 ? 0 : 1`.
indirect enum PluralExpression: Sendable {
    enum Operator: String, Sendable {
        case or = "||"
        case and = "&&"
        case equal = "=="
        case notEqual = "!="
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case less = "<"
        case greater = ">"
        case plus = "+"
        case minus = "-"
        case times = "*"
        case divided = "/"
        case remainder = "%"

        /// Operators by precedence, lowest first.
        static let levels: [[Operator]] = [
            [.or], [.and], [.equal, .notEqual], [.lessOrEqual, .greaterOrEqual, .less, .greater], [.plus, .minus],
            [.times, .divided, .remainder],
        ]
    }

    case number
    case constant(Int)
    case not(PluralExpression)
    case binary(Operator, PluralExpression, PluralExpression)
    case conditional(PluralExpression, PluralExpression, PluralExpression)

    /// Evaluates the expression for a number. True is 1, and division by zero gives 0.
    func value(for n: Int) -> Int {
        switch self {
        case .number: n
        case .constant(let value): value
        case .not(let operand): operand.value(for: n) == 0 ? 1 : 0
        case .conditional(let condition, let yes, let no):
            condition.value(for: n) != 0 ? yes.value(for: n) : no.value(for: n)
        case .binary(let sign, let left, let right): Self.value(sign, left.value(for: n), right.value(for: n))
        }
    }

    private static func value(_ sign: Operator, _ left: Int, _ right: Int) -> Int {
        switch sign {
        case .or: left != 0 || right != 0 ? 1 : 0
        case .and: left != 0 && right != 0 ? 1 : 0
        case .equal: left == right ? 1 : 0
        case .notEqual: left != right ? 1 : 0
        case .lessOrEqual: left <= right ? 1 : 0
        case .greaterOrEqual: left >= right ? 1 : 0
        case .less: left < right ? 1 : 0
        case .greater: left > right ? 1 : 0
        case .plus: left &+ right
        case .minus: left &- right
        case .times: left &* right
        case .divided: right == 0 ? 0 : left / right
        case .remainder: right == 0 ? 0 : left % right
        }
    }
}

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
