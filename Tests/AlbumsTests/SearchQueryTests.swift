import Albums
import Basics
import Foundation
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

    @Test("Favorites are a mistake where the library keeps none", arguments: ["is:favorite", "-is:favorite"])
    func favorites(typed: String) {
        let query = SearchQuery(typed)
        #expect(query.mistake?.field == .kind && query.mistake?.value == "favorite")
        #expect(!query.matches(SearchedTexts(["anything"])))
        #expect(SearchQuery(typed, in: Capabilities(hasFavorites: true)).mistake == nil)
    }

    @Test("A lone minus and one in a word are text")
    func minus() {
        #expect(finds("-", in: "anything"))
        #expect(finds("a-b", in: "a-b"))
        #expect(!finds("-dawn", in: "dawn over the sea"))
        #expect(SearchQuery(words: "-dawn").matches([FoldedText("-dawn")]))
    }

    @Test("Quotation marks keep words together", arguments: ["\"old town\"", "\u{201C}old town\u{201D}", "\"old town"])
    func quotation(typed: String) {
        #expect(finds(typed, in: "The old town"))
        #expect(!finds(typed, in: "The town is old"))
    }

    private struct Element: Searchable {
        var tags: [FoldedText] = []
        var searchedDate: Date?
        var searchedRating: Int?
        var searchedKind: FileKind?
        var isPicked = false
        var isLabeled = false

        func contains(_ word: FoldedText) -> Bool { tags.contains { $0.contains(word) } }

        func contains(_ word: FoldedText, in field: SearchField) -> Bool {
            field == .tag && tags.contains { $0.contains(word) }
        }
    }

    @Test("A field is searched alone; a minus excludes")
    func textFields() {
        let photo = Element(tags: [FoldedText("Beach"), FoldedText("Old town")])
        for typed in ["tag:beach", "TAG:bea tag:town", "tag:\"old town\"", "-tag:night", "-camera:nikon beach"] {
            #expect(SearchQuery(typed).matches(photo), "\(typed)")
        }
        for typed in ["by:beach", "-tag:beach", "tag:night", "camera:nikon"] {
            #expect(!SearchQuery(typed).matches(photo), "\(typed)")
        }
    }

    @Test("A day of any year is the calendar's, in all years that photos are from")
    func daysOfYear() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let first = try #require(calendar.date(from: DateComponents(year: 1895, month: 12, day: 30, hour: 23)))
        for step in stride(from: 0, to: 230 * 366, by: 13) {
            let date = try #require(calendar.date(byAdding: .day, value: step, to: first))
            let parts = calendar.dateComponents([.month, .day], from: date)
            let query = SearchQuery("date:*-\(try #require(parts.month))-\(try #require(parts.day))")
            #expect(query.matches(SearchedTexts([], date: date)), "\(date)")
            #expect(!query.matches(SearchedTexts([], date: date.addingTimeInterval(24 * 60 * 60))), "\(date)")
        }
    }

    @Test(
        "A date is a year, a month, a day or a range of them",
        arguments: [
            ("year:2024", true), ("year:2023", false), ("date:2024-02", true), ("date:2024-02-29", true),
            ("date:2024-02-28", false), ("date:2023..2024", true), ("date:2024-03..", false), ("date:..2024-02", true),
            ("year:>=2024", true), ("year:>2024", false), ("date:<2024-02-29", false), ("date:<=2024-02-29", true),
            ("date:2024-02-29..2024", true), ("-year:2024", false), ("date:*-02-29", true), ("date:*-02-28", false),
            ("date:*-03-29", false),
        ])
    func dates(typed: String, isFound: Bool) throws {
        let query = SearchQuery(typed)
        #expect(query.mistake == nil)
        let date = try #require(Timestamp(iso8601: "2024-02-29T23:59:59Z")?.date)
        #expect(query.matches(Element(searchedDate: date)) == isFound)
        #expect(query.matches(Element()) == typed.hasPrefix("-"))
    }

    @Test(
        "A rating is 1 to 5, 0 for unrated photos, -1 for rejected ones, or a range",
        arguments: [
            ("rating:4", [4]), ("rating:>=4", [4]), ("rating:<4", [nil]), ("rating:0..3", [nil]), ("rating:0", [nil]),
            ("rating:-1", [-1]), ("rating:-1..5", [-1, nil, 4]), ("is:unrated", [nil]), ("is:rejected", [-1]),
            ("-is:rejected", [nil, 4]), ("rating:<0", [-1]), ("rating:<=-1", [-1]), ("rating:..-1", [-1]),
            ("rating:<=4", [nil, 4]), ("rating:>-1", [nil, 4]), ("-rating:>=4", [-1, nil]),
        ] as [(String, [Int?])])
    func ratings(typed: String, found: [Int?]) {
        let query = SearchQuery(typed)
        #expect(query.mistake == nil)
        #expect([-1, nil, 4].filter { query.matches(Element(searchedRating: $0)) } == found)
    }

    @Test("is:picked finds photos that the user has flagged")
    func picked() {
        #expect(SearchQuery("is:picked").matches(Element(isPicked: true)))
        #expect(!SearchQuery("IS:Picked").matches(Element(searchedRating: 5)))
        #expect(SearchQuery("-is:picked").matches(Element()))
    }

    @Test("Unrated photos have neither stars nor a flag nor a label")
    func unassessed() {
        #expect(SearchQuery("is:unrated").matches(Element()))
        for assessed in [Element(searchedRating: -1), Element(isPicked: true), Element(isLabeled: true)] {
            #expect(!SearchQuery("is:unrated").matches(assessed))
        }
        #expect(SearchQuery("rating:0").matches(Element(isPicked: true)))
        #expect(SearchQuery("is:labeled").matches(Element(isLabeled: true)))
        #expect(!SearchQuery("is:labeled").matches(Element(isPicked: true)))
    }

    @Test(
        "A time is an hour or a minute of the day, or a range of them",
        arguments: [
            ("time:18", true), ("time:18:30", true), ("time:17", false), ("time:18:31", false), ("time:6:30..18", true),
            ("time:18:31..23", false), ("time:>=18", true), ("time:>18", false), ("time:<18", false),
            ("time:..18:30", true),
        ])
    func times(typed: String, isFound: Bool) throws {
        let query = SearchQuery(typed)
        #expect(query.mistake == nil)
        for day in ["1969-12-31", "2024-07-01"] {
            let date = try #require(Timestamp(iso8601: "\(day)T18:30:59Z")?.date)
            #expect(query.matches(Element(searchedDate: date)) == isFound)
        }
        #expect(!query.matches(Element()))
    }

    @Test(
        "A month and a year also find photos taken in that month",
        arguments: [
            ("July 2022", true), ("jul 2022", true), ("beach july 2022", true), ("July 2021", false),
            ("ju 2022", false),
            ("-july 2022", false), ("2022 july", false), ("julio 2022", true), ("julio de 2022", true),
            ("JUL 2022", true), ("agosto de 2022", false), ("2022", true), ("2022-07", true), ("2022-07-31", true),
            ("2021", false), ("2022-08", false), ("-2022", false), ("2022\u{5E74}7\u{6708}", true),
            ("2022\u{5E74}8\u{6708}", false), ("20220731", false),
        ])
    func monthsAndYears(typed: String, isFound: Bool) throws {
        let date = try #require(Timestamp(iso8601: "2022-07-31T23:59:59Z")?.date)
        let months = [
            "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
            "noviembre", "diciembre",
        ]
        let query = SearchQuery(typed, months: months)
        #expect(query.matches(Element(tags: [FoldedText("beach")], searchedDate: date)) == isFound)
        #expect(finds("july 2022", in: "2022, a warm July"))
        #expect(finds("2022", in: "IMG_2022") && finds("2022-07", in: "2022-07 Rome"))
    }

    @Test("Photos with a year or month in their texts come before those taken then, unless the list has an order")
    func wordsFirst() throws {
        let date = try #require(Timestamp(iso8601: "2022-07-31T23:59:59Z")?.date)
        let titles = ["a", "July 2022", "b", "2022-07", "c 2022-07"]
        let list = SearchableList(titles, keys: SortKeys(title: { NaturalOrderKey($0) }), listsWordsFirst: true) {
            $0.matches(SearchedTexts([$1], date: $1 == "b" ? nil : date))
        }
        func found(_ query: ListQuery) -> [String] {
            let found = list.page(matching: query, in: 0..<9, isComplete: true) { $0 }.items
            for (rank, title) in found.enumerated() {
                #expect(titles.firstIndex(of: title).flatMap { list.rank(of: $0, matching: query) } == rank)
            }
            return found
        }
        #expect(found(ListQuery("2022-07")) == ["2022-07", "c 2022-07", "a", "July 2022"])
        #expect(found(ListQuery("2022-07 c")) == ["c 2022-07"])
        #expect(found(ListQuery("July 2022")) == ["July 2022", "a", "2022-07", "c 2022-07"])
        #expect(found(ListQuery("2022-07", order: .title)) == ["2022-07", "a", "c 2022-07", "July 2022"])
        #expect(found(ListQuery("-2022")) == ["b"])
    }

    @Test("Kinds of files")
    func kinds() {
        #expect(SearchQuery("is:raw").matches(Element(searchedKind: .raw)))
        #expect(!SearchQuery("is:video").matches(Element(searchedKind: .raw)))
    }

    @Test(
        "A value that a field can't have is a mistake, and matches nothing",
        arguments: [
            "year:20", "year:abc", "date:2024-13", "date:2023-02-29", "date:2024-05-12..2020", "date:..", "rating:6",
            "rating:>5", "rating:-2", "rating:4..1", "is:photo", "date:99999", "year:\u{661}\u{662}\u{663}\u{664}",
            "date:july", "date:*-02-30", "date:*-8", "date:*-", "year:*-02-29", "-date:july", "beach rating:9",
            "time:24", "time:9:60", "time:20..18", "time:1:2:3",
        ])
    func mistakes(typed: String) throws {
        let query = SearchQuery(typed)
        #expect(query.mistake != nil && !query.isEmpty)
        #expect(!query.matches(Element(tags: [FoldedText("beach")])))
    }

    @Test("An unknown field is a mistake, unless quotation marks say that it is a word")
    func unknownFields() {
        let query = SearchQuery("-camra:nikon")
        #expect(query.mistake?.field == nil && query.mistake?.value == "camra")
        #expect(!query.matches(Element(tags: [FoldedText("beach")])))
        #expect(SearchQuery("\"re:zero\"").mistake == nil && SearchQuery("12:30").mistake == nil)
        #expect(SearchQuery("camra:").mistake == nil)
        #expect(finds("\"re:zero\"", in: "Re:Zero"))
    }

    @Test(
        "A field without a value is neither a condition nor a mistake",
        arguments: ["tag:", "year:", "-is:", "tag:\"\""])
    func unfinished(typed: String) {
        #expect(SearchQuery(typed) == .everything)
    }

    @Test(
        "Each longer text finds what searching the whole list finds",
        arguments: [
            "rome", "-rome", "ro me", "tag:rome", "-tag:r ome", "\"ro me\"", "year:2024", "year:2020..2024",
        ])
    func narrowing(typed: String) throws {
        let titles = (0..<200).map { "\(["Rome", "ro", "me", "Romeo", "night"][$0 % 5]) \(1900 + $0)" }
        func list() -> SearchableList<String> {
            SearchableList(titles, keys: SortKeys(title: { NaturalOrderKey($0) })) { search, title in
                search.matches(
                    Element(
                        tags: [FoldedText(title)],
                        searchedDate: Timestamp(iso8601: "\(title.suffix(4))-01-01T00:00:00Z")?.date))
            }
        }
        let reused = list()
        for length in Array(1...typed.count) + Array((1..<typed.count).reversed()) {
            let query = ListQuery(String(typed.prefix(length)))
            let found = reused.page(matching: query, in: 0..<300, isComplete: true) { $0 }.items
            #expect(
                found == list().page(matching: query, in: 0..<300, isComplete: true) { $0 }.items,
                "\(typed.prefix(length))")
        }
    }

    @Test("A list of texts finds words in each text, and none across two")
    func lists() {
        let texts = ["aab", "", "ba", "aabaab", "b"].map { FoldedText($0) }
        let list = FoldedTextList(texts)
        for word in ["aab", "a", "b", "ba", "aabaab", "aabaaba", "bb", "ab", ""].map({ FoldedText($0) }) {
            #expect(list.containing(word) == texts.map { $0.contains(word) }, "\(word)")
        }
        #expect(Array(list[3]) == texts[3].bytes && list[1].isEmpty)
    }

    @Test("Matches at the start, in the middle and at the end of a text")
    func positions() {
        let text = FoldedText("aabaab")
        for found in ["aab", "aba", "baab", "b", "aabaab", ""] { #expect(text.contains(FoldedText(found))) }
        for missing in ["aac", "aabaabx", "bb", "x"] { #expect(!text.contains(FoldedText(missing))) }
    }
}
