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
