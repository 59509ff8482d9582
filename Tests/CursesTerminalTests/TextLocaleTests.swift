import Testing

@testable import CursesTerminal

@Suite("Locale")
struct TextLocaleTests {
    @Test(
        "Only an explicit locale selects another character set",
        arguments: [
            ([:], true, false), (["LANG": "C"], true, false), (["LANG": "POSIX"], true, false),
            (["LC_ALL": "C"], true, true), (["LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"], true, true),
            (["LANG": "xx_XX.UTF-8"], false, false), (["LANG": "xx_XX.utf8@euro"], false, false),
            (["LANG": "de_DE.ISO-8859-1"], false, true), (["LANG": "de_DE.ISO-8859-1"], true, true),
            (["LANG": "de_DE"], true, true), (["LANG": "de_DE"], false, false),
            (["LC_CTYPE": "C", "LANG": "de_DE.ISO-8859-1"], true, false), (["LC_ALL": "", "LANG": "C"], true, false),
        ] as [([String: String], Bool, Bool)])
    func characterSets(_ environment: [String: String], isInstalled: Bool, isAnother: Bool) {
        #expect(TextLocale.namesAnotherCharacterSet(environment, isInstalled: isInstalled) == isAnother)
    }
}
