/// Which of its forms a language takes for a number, as the `Plural-Forms` line of a translation has it:
/// `nplurals=2; plural=(n != 1);`
struct PluralRule: Sendable {
    /// How many forms there are.
    let formCount: Int
    private let expression: PluralExpression

    /// One thing, and any other number of them.
    static let english = PluralRule(
        formCount: 2, expression: .binary(.notEqual, .number, .constant(1)))

    /// Nil for what is not such a line.
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

    /// The index of the form; the first where the expression names none that there is.
    func form(for number: Int) -> Int {
        let form = expression.value(for: Int(clamping: number.magnitude))
        return (0..<formCount).contains(form) ? form : 0
    }
}
