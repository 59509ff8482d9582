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
