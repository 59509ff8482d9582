import Testing

@testable import Localization

@Suite struct PluralRuleTests {
    @Test(
        "The header selects the form for a number",
        arguments: [
            ("nplurals=1; plural=0;", [0, 0, 0, 0, 0]),
            ("nplurals=2; plural=(n != 1);", [1, 0, 1, 1, 1]),
            ("nplurals=2; plural=(n > 1);", [0, 0, 1, 1, 1]),
        ])
    func twoForms(header: String, forms: [Int]) throws {
        let rule = try #require(PluralRule(header: header))
        #expect([0, 1, 2, 5, 101].map { rule.form(for: $0) } == forms)
    }

    @Test("Nested conditions choose among three forms, as in Polish")
    func threeForms() throws {
        let rule = try #require(
            PluralRule(
                header: """
                    nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);
                    """))
        #expect([1, 2, 4, 5, 12, 22, 112, 0].map { rule.form(for: $0) } == [0, 1, 1, 2, 2, 1, 2, 2])
    }

    @Test(
        "An invalid rule is rejected",
        arguments: [
            "", "nplurals=2;", "plural=n;", "nplurals=two; plural=n", "nplurals=2; plural=n >", "nplurals=2; plural=(n",
            "nplurals=2; plural=x", "nplurals=0; plural=0", "nplurals=2; plural=n ? 1", "nplurals=1; plural=n)",
        ])
    func noRule(header: String) {
        #expect(PluralRule(header: header) == nil)
    }

    @Test("A nonexistent form or a division by zero selects the first form")
    func outside() throws {
        #expect(try #require(PluralRule(header: "nplurals=2; plural=n")).form(for: 7) == 0)
        #expect(try #require(PluralRule(header: "nplurals=2; plural=1/n+1%n")).form(for: 0) == 0)
    }

    @Test("Thousands of nested parentheses are rejected")
    func deep() {
        let header = "nplurals=1; plural=\(String(repeating: "(", count: 100_000))n"
        #expect(PluralRule(header: header) == nil)
    }
}
