import Testing

@testable import Localization

@Suite("Language")
struct LanguageTests {
    @Test(
        "A language is recognized by its locale names",
        arguments: [
            ("de", Language.german), ("de_AT.UTF-8", .german), ("DE-ch", .german), ("en_GB", .english),
            ("C.UTF-8", .english), ("es_419", .spanish), ("fr_CA@euro", .french), ("ja_JP.eucJP", .japanese),
            ("pt_PT", .brazilianPortuguese), ("zh", .simplifiedChinese), ("zh_CN.UTF-8", .simplifiedChinese),
            ("zh-Hans-SG", .simplifiedChinese),
        ])
    func names(name: String, language: Language) {
        #expect(Language(name: name) == language)
    }

    @Test(
        "Unsupported languages and traditional Chinese are not recognized",
        arguments: ["", "it", "zh_TW", "zh-Hant", "deu", "klingon"])
    func otherNames(name: String) {
        #expect(Language(name: name) == nil)
    }

    @Test(
        "The environment selects the language as in gettext",
        arguments: [
            ([:], Language.english), (["LANG": "de_DE.UTF-8"], .german),
            (["LANG": "de_DE", "LC_MESSAGES": "fr_FR"], .french),
            (["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "ja_JP"], .japanese),
            (["LANG": "de_DE", "LC_ALL": ""], .german), (["LANG": "it_IT"], .english),
            (["LANG": "it_IT", "LANGUAGE": "it:pt_BR:de"], .brazilianPortuguese),
            (["LANG": "C", "LANGUAGE": "de"], .english), (["LC_ALL": "C.UTF-8", "LANGUAGE": "de"], .english),
        ])
    func environment(variables: [String: String], language: Language) {
        #expect(Language(environment: variables) == language)
    }

    @Test("Dates are written in the language's format")
    func dates() {
        let days = Language.allCases.map { $0.date(year: 2024, month: 5, day: 7) }
        #expect(
            days == [
                "2024-05-07", "07.05.2024", "07/05/2024", "07/05/2024", "2024/05/07", "2024/05/07", "07/05/2024",
            ])
    }

    @Test("Months are written with their names")
    func months() {
        #expect(
            Language.allCases.map { $0.month(8, of: 2024) } == [
                "August 2024", "August 2024", "agosto de 2024", "ao\u{FB}t 2024", "2024\u{5E74}8\u{6708}",
                "2024\u{5E74}8\u{6708}", "agosto de 2024",
            ])
        for language in Language.allCases {
            #expect(Set((1...12).map { language.month($0, of: 2024) }).count == 12)
        }
    }

    @Test(
        "Digits are grouped in threes",
        arguments: [
            (Language.english, 999, "999"), (.english, 1000, "1,000"), (.english, -1_234_567, "-1,234,567"),
            (.german, 1000, "1.000"), (.spanish, 1000, "1000"), (.spanish, 10000, "10.000"),
            (.french, 1000, "1\u{202F}000"), (.japanese, 100_000, "100,000"), (.brazilianPortuguese, 1000, "1.000"),
        ])
    func groups(language: Language, number: Int, text: String) {
        #expect(language.grouped(number) == text)
    }
}
