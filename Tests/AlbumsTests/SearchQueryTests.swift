import Albums
import Testing

@Suite("Search")
struct SearchQueryTests {
    private func finds(_ typed: String, in texts: String...) -> Bool {
        SearchQuery(typed).matches(texts.map { FoldedText($0) })
    }

    @Test(
        "Ignores case, diacritics and width",
        arguments: [
            ("sao", "São Paulo"), ("SÃO", "sao paulo"), ("sa\u{303}o", "s\u{E3}o"), ("abc", "ＡＢＣ"), ("ａｂｃ", "abc"),
            ("ΟΔΟΣ", "οδος"), ("οδοσ", "Οδός"), ("strasse", "Straße"), ("STRAẞE", "straße"), ("i", "İ"),
            ("ガ", "ｶﾞ"), ("が", "か\u{3099}"), ("한", "\u{1112}\u{1161}\u{11AB}"), ("й", "Й"), ("12", "１２"),
            ("softhyphen", "soft\u{AD}hyphen"), ("fi", "ﬁ"),
        ])
    func folding(typed: String, title: String) {
        #expect(finds(typed, in: title))
    }

    @Test(
        "A letter without a decomposition matches its common ASCII spelling",
        arguments: [
            ("lodz", "Łódź"), ("ŁÓDŹ", "lodz"), ("tromso", "Tromsø"), ("TROMSØ", "tromso"), ("dakovo", "Đakovo"),
            ("hamrun", "Ħamrun"), ("diyarbakir", "Diyarbakır"), ("tana", "Ŧana"), ("aero", "Ærø"), ("æro", "aero"),
            ("coeur", "cœur"), ("CŒUR", "coeur"),
            ("strasse", "Straße"), ("thingvellir", "Þingvellir"), ("fludir", "Flúðir"), ("o", "ø"),
        ])
    func basicLetters(typed: String, title: String) {
        #expect(finds(typed, in: title))
    }

    @Test("Different letters do not match", arguments: [("o", "a"), ("か", "き"), ("а", "a"), ("ss", "s")])
    func differentLetters(typed: String, title: String) {
        #expect(!finds(typed, in: title))
    }

    @Test("Every word must match, each in any of the texts")
    func everyWord() {
        #expect(finds("paulo sao", in: "São Paulo"))
        #expect(finds("paulo dawn", in: "São Paulo", "mountains", "dawn"))
        #expect(!finds("paulo dusk", in: "São Paulo", "mountains", "dawn"))
        #expect(!finds("dawn", in: "da", "wn"))
    }

    @Test("A query without words matches everything", arguments: ["", "  ", "\t\n", "\u{3000}", "\u{200B}"])
    func noWords(typed: String) {
        #expect(SearchQuery(typed) == .everything)
        #expect(finds(typed, in: "anything"))
        #expect(finds(typed))
    }

    @Test("Matches at the start, in the middle and at the end of a text")
    func positions() {
        let text = FoldedText("aabaab")
        for found in ["aab", "aba", "baab", "b", "aabaab", ""] { #expect(text.contains(FoldedText(found))) }
        for missing in ["aac", "aabaabx", "bb", "x"] { #expect(!text.contains(FoldedText(missing))) }
    }
}
