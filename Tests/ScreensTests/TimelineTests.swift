import Albums
import Foundation
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Timeline", .timeLimit(.minutes(60)))
struct TimelineTests {
    /// Creates photos `2019-07 1` … of these months.
    private static func photos(_ months: [(month: String?, count: Int)]) -> [Photo] {
        months.flatMap { month, count in
            (0..<count).map { index in
                let date = month.flatMap { try? Date("\($0)-0\(9 - index % 9)T12:00:00Z", strategy: .iso8601) }
                let title = "\(month ?? "undated") \(index + 1)"
                return Photo(id: Photo.ID(title), albumID: Album.ID("All"), title: title, date: date)
            }
        }
    }

    private let library = InMemoryLibrary(
        photos: photos([("2019-07", 9), ("2019-05", 6), ("2018-03", 1), ("2018-01", 2), ("2017-12", 7), (nil, 2)]))

    /// Opens the only album.
    private func open(order: ListOrder = .newestFirst, columns: Int = 80) async -> TestStage {
        await TestStage(library: library, photoOrder: order, columns: columns).open("All", "1/27")
    }

    /// Whether the first line below the header is this heading.
    private static func isAtTop(_ heading: String, on stage: TestStage) -> Bool {
        stage.text.split(separator: "\n").dropFirst().first?.contains(heading) == true
    }

    private let months = [
        "   2019                            15", "     July 2019                      9",
        "     May 2019                       6", "   2018                             3",
        "     March 2018                     1", "     January 2018                   2",
        "   2017                             7", "     December 2017                  7",
        "   No date                          2",
    ]

    @Test("In another order, the timeline begins at the month of the current photo")
    func otherOrder() async {
        let stage = await open(order: .title)
        stage.press(Key(.end))
        await stage.see("27/27")
        for _ in 0..<4 { stage.press(Key(.left)) }
        await stage.see("23/27")
        await stage.see("2019-07 7")
        stage.press(Key("t"))
        await stage.see("Go to")
        let month = stage.box.first { $0.contains("\u{25B8}") } ?? ""
        #expect(month.contains("July 2019"), "\(stage.box)")
    }

    @Test("Esc cancels looking up the months if that is slow")
    func canceledLookup() async {
        let stage = await open()
        library.set(isHeld: true)
        stage.press(Key("t"))
        await settle()
        stage.press(Key(.escape))
        await stage.see("Canceled")
        library.set(isHeld: false)
        await settle()
        #expect(!stage.text.contains("Go to") && stage.text.contains("Canceled"))
    }

    @Test("Photos by date have a heading for each month, and for a year with few photos in each month")
    func headings() async {
        let stage = await open()
        await stage.see("July 2019 \u{B7} 9 photos")
        stage.press(Key(.end))
        await stage.see("No date \u{B7} 2 photos")
        stage.press(Key(.up), Key(.up), Key(.up), Key(.up))
        await stage.see("2018 \u{B7} 3 photos")
        #expect(!stage.text.contains("March 2018"))
    }

    @Test("Headings and the timeline say which photos are there only by the modification of their files")
    func modified() async {
        let dates = [("2019-07", 2, Photo.DateKind.taken), ("2019-07", 4, .modified), ("2018-01", 6, .modified)]
        let photos = dates.flatMap { month, count, kind in
            (0..<count).map { index in
                let date = try? Date("\(month)-0\(9 - index)T12:00:00Z", strategy: .iso8601)
                let title = "\(month) \(kind) \(index)"
                return Photo(
                    id: Photo.ID(title), albumID: Album.ID("All"), title: title, date: date, dateKind: kind)
            }
        }
        let stage = TestStage(library: InMemoryLibrary(photos: photos), photoOrder: .newestFirst)
        await stage.open("All")
        stage.press(Key(.enter))
        await stage.see("July 2019 \u{B7} 6 photos \u{B7} 4 by modification")
        stage.press(Key("t"))
        await stage.see("Go to")
        #expect(
            stage.box == [
                "   2019 \u{B7} 4 by modification          6",
                " \u{25B8}   July 2019 \u{B7} 4 by modification   6",
                "   2018 \u{B7} by modification            6",
                "     January 2018 \u{B7} by modification  6",
            ])
    }

    @Test("In the masonry layout each month has its heading, too, and a search or another size leads back to it")
    func masonryHeadings() async {
        let stage = await open(columns: 120)
        stage.press(Key("w"))
        await stage.see("w grid")
        await stage.until("July is at the top") { Self.isAtTop("July 2019 \u{B7} 9 photos", on: stage) }
        stage.press(Key(.end))
        await stage.see("No date \u{B7} 2 photos")
        stage.press(Key(.up), Key(.up), Key(.up))
        await stage.see("2018 \u{B7} 3 photos")
        #expect(!stage.text.contains("March 2018"))
        // Without the pictures, which may load later.
        var texts: String { stage.text.filter { $0 != "#" && $0 != " " } }
        let before = texts
        stage.press(Key("/"))
        stage.type("2018-03")
        await stage.see("1 of 27")
        stage.press(Key(.escape))
        await stage.until("the same rows as in:\n\(before)") { texts == before }
        stage.resize(columns: 40, rows: 12)
        await stage.miss("December 2017")
        stage.resize(columns: 120, rows: 24)
        await stage.until("the same rows as in:\n\(before)") { texts == before }
    }

    @Test("The timeline lists years and months with counts, from the selected photo's month")
    func list() async {
        let stage = await open()
        await stage.see("July 2019")
        stage.press(Key(.end))
        await stage.see("No date")
        stage.press(Key("t"))
        await stage.see("Go to")
        var shown = months
        shown[8] = " \u{25B8} No date                          2"
        #expect(stage.box == shown)
    }

    @Test("Arrows show that more months are above or below")
    func arrows() async {
        let stage = await open()
        await stage.see("July 2019")
        stage.resize(columns: 80, rows: 9)
        stage.press(Key("t"))
        await stage.see("Go to")
        #expect(stage.box.last?.hasSuffix("\u{2193}") == true && stage.box.first?.hasSuffix("\u{2191}") == false)
        stage.press(Key(.end))
        await stage.see("No date")
        #expect(stage.box.last?.hasSuffix("\u{2193}") == false && stage.box.first?.hasSuffix("\u{2191}") == true)
    }

    private func addPhotos() {
        library.set(photos: Self.photos([("2020-01", 3), ("2019-07", 9), ("2019-05", 8)]))
        library.send(.changed)
    }

    /// Expects the list to count the photos of `addPhotos`, with May 2019 still selected, and to go to their index.
    private func expectAdded(on stage: TestStage) async {
        // The heading below the box may change first.
        let grown = [
            "   2020                             3", "     January 2020                   3",
            "   2019                            17", "     July 2019                      9",
            " \u{25B8}   May 2019                       8",
        ]
        await stage.until("\(grown) in \(stage.box)") { stage.box == grown }
        stage.press(Key(.enter))
        await stage.until("May is at the top") { Self.isAtTop("May 2019", on: stage) }
        await stage.see("13/20")
    }

    @Test("Photos that arrive while the list is open are counted, and the selected month stays selected")
    func growth() async {
        let stage = await open()
        await stage.see("July 2019")
        stage.press(Key("t"))
        await stage.see("Go to")
        stage.press(Key(.down))
        addPhotos()
        await expectAdded(on: stage)
    }

    @Test("Photos that arrive while help covers the list are counted when it is closed")
    func growthUnderHelp() async {
        let stage = await open()
        await stage.see("July 2019")
        stage.press(Key("t"))
        await stage.see("Go to")
        stage.press(Key(.down), Key("?"))
        await stage.see("Search months")
        addPhotos()
        await settle()
        stage.press(Key(.escape))
        await expectAdded(on: stage)
    }

    @Test("The list closes when the last photo with a date is gone")
    func shrinking() async {
        let stage = await open()
        await stage.see("July 2019")
        stage.press(Key("t"))
        await stage.see("Go to")
        library.set(photos: Self.photos([(nil, 2)]))
        library.send(.changed)
        await stage.miss("Go to")
    }

    @Test("Enter goes to the first photo of the month, with its heading at the top", arguments: [false, true])
    func go(isMasonry: Bool) async {
        let stage = await open()
        await stage.see("July 2019")
        if isMasonry { stage.press(Key("w")) }
        stage.press(Key("t"))
        await stage.see("Go to")
        stage.press(Key(.down), Key(.enter))
        await stage.until("May is at the top") { Self.isAtTop("May 2019", on: stage) }
        #expect(stage.text.contains("10/27"))
    }

    @Test(
        "A typed month is found by its number or name, and the closest one if it has no photos",
        arguments: [
            ("2019-05", "May 2019"), ("2019-0", "July 2019"), ("2019-12", "July 2019"), ("2018-02", "March 2018"),
            ("1999", "December 2017"), ("/may", "May 2019"), ("2017", "2017"), ("/no", "No date"),
        ])
    func typed(text: String, found: String) async {
        let stage = await open()
        await stage.see("July 2019")
        stage.press(Key("t"))
        await stage.see("Go to")
        stage.type(text)
        await stage.until("the match is selected") { stage.box.first?.hasPrefix(" \u{25B8}") == true }
        #expect(stage.box.first?.contains(found + "  ") == true)
        stage.press(Key(.enter))
        await stage.miss("Go to")
    }

    @Test("Text that isn't a month has no matches, and Esc clears the search before it goes back")
    func noMatch() async {
        let stage = await open()
        await stage.see("July 2019")
        stage.press(Key("t"))
        await stage.see("Go to")
        stage.type("/beach")
        await stage.see("No month matches \u{201C}beach\u{201D}")
        stage.press(Key(.enter))
        await stage.see("Nothing is selected")
        stage.press(Key(.escape))
        await stage.see("December 2017")
        stage.press(Key(.escape))
        await stage.miss("Go to")
    }

    @Test(
        "An album in another order is sorted by date for the moment when a month is chosen", arguments: [false, true])
    func otherOrder(isMasonry: Bool) async {
        let stage = await open(order: .title)
        await stage.see("by title")
        if isMasonry { stage.press(Key("w")) }
        #expect(!stage.text.contains("July 2019"))
        stage.press(Key("t"))
        await stage.see("Go to")
        stage.press(Key(.home), Key(.down), Key(.down), Key(.enter))
        await stage.see("newest first")
        await stage.until("May is at the top") { Self.isAtTop("May 2019", on: stage) }
        #expect(stage.preferences.rememberedPhotoOrder == nil)
    }

    @Test("A list without dates says so")
    func unknownDates() async {
        library.set(photoOrders: [.original])
        let stage = await open()
        stage.press(Key("t"))
        await stage.see("The dates of these photos are unknown")
    }

    // MARK: Calendar

    private func openCalendar(on stage: TestStage) async {
        stage.type("t")
        await stage.see("Go to")
        stage.type("y")
    }

    @Test("A key typed ahead of the months is for their menu")
    func typedAhead() async {
        let stage = await open()
        stage.type("ty")
        await stage.until { stage.stack.top is CalendarScreen }
    }

    @Test("y shows a month's year as a calendar, with days shaded by their number of photos")
    func calendar() async {
        let stage = await open()
        await openCalendar(on: stage)
        await stage.see("2019-07-09 \u{B7} 1 photo")
        await stage.shows(
            """
             All   ┌ 2019-07-09 · 1 photo ──────────────────────────────────────────┐ first
                   │ January         February        March           April          │
             July 2│    · · · · · ·           · · ·           · · ·   · · · · · · · │
             ┏━━━━━│  · · · · · · ·   · · · · · · ·   · · · · · · ·   · · · · · · · │
             ┃#####│  · · · · · · ·   · · · · · · ·   · · · · · · ·   · · · · · · · │#####
             ┃#####│  · · · · · · ·   · · · · · · ·   · · · · · · ·   · · · · · · · │#####
             ┃#####│  · · · ·         · · · ·         · · · · · · ·   · ·           │#####
             ┃#####│                                                                │#####
             ┃#####│ May             June            July            August         │#####
             ┃#####│      · · ·████             · ·  ██████████████         · · · · │#####
             ┃#####│ ████████ · · ·   · · · · · · ·  ██ 9 · · · · ·   · · · · · · · │#####
                                                       ^^
             ┃#####│  · · · · · · ·   · · · · · · ·   · · · · · · ·   · · · · · · · │#####
             ┗━━━━━│  · · · · · · ·   · · · · · · ·   · · · · · · ·   · · · · · · · │
                   │  · · · · ·       · · · · · · ·   · · ·           · · · · · ·   │
              #####│                                                                │#####
              #####│ September       October         November        December       │#####
              #####│              ·     · · · · · ·           · · ·               · │#####
              #####│  · · · · · · ·   · · · · · · ·   · · · · · · ·   · · · · · · · │#####
              #####│  · · · · · · ·   · · · · · · ·   · · · · · · ·   · · · · · · · │#####
              #####│  · · · · · · ·   · · · · · · ·   · · · · · · ·   · · · · · · · │#####
              #####│  · · · · · · ·   · · · ·         · · · · · ·     · · · · · · · │#####
              #####│  ·                                               · ·           │#####
             2019-0└────────────────────────────────────────────────────────────────┘
             Esc back  Enter go  [ ] year  ? help
            """)
    }

    @Test("On a small terminal, a calendar shows the months that fit")
    func smallCalendar() async {
        let stage = await open()
        stage.resize(columns: 40, rows: 12)
        await openCalendar(on: stage)
        await stage.see("2019-07-09 \u{B7} 1 photo")
        await stage.shows(
            """
             All                1/27 · newest first
             Ju┌ 2019-07-09 · 1 photo ──────────┐
            ┏━━│ July            August         │
            ┃##│ ██████████████         · · · · │##
            ┃##│ ██ 9 · · · · ·   · · · · · · · │##
                   ^^
            ┃##│  · · · · · · ·   · · · · · · · │##
            ┃##│  · · · · · · ·   · · · · · · · │##
            ┃##│  · · ·           · · · · · ·   │##
            ┃##│                                │##
            ┃##└────────────────────────────────┘##
             2019-07 1 · 2019-07-09 12:00
             Esc back  Enter go  [ ] year  ? help
            """)
    }

    @Test("Arrows move by a day or a week, brackets by years with photos, and Enter goes to the day")
    func calendarMoves() async {
        let stage = await open()
        await openCalendar(on: stage)
        await stage.see("2019-07-09 \u{B7} 1 photo")
        stage.press(Key(.right))
        await stage.see("2019-07-10 ")
        stage.press(Key(.enter))
        await stage.see("No photos on this day")
        stage.press(Key(.up), Key(.left))
        await stage.see("2019-07-02 \u{B7} 1 photo")
        stage.press(Key(.home))
        await stage.see("2019-05-04 \u{B7} 1 photo")
        stage.press(Key(.end))
        await stage.see("2019-07-09 \u{B7} 1 photo")
        stage.type("[[")
        await stage.see("2017-07-09 ")
        stage.type("[")
        await stage.see("Start of the list")
        stage.type("]")
        await stage.see("2018-07-09 ")
        stage.press(Key(.home), Key(.enter))
        await stage.see("18/27")
        await stage.see("2018-01 2")
    }

    @Test("Esc returns from the calendar to the months, and then to the photos")
    func leavingCalendar() async {
        let stage = await open()
        await openCalendar(on: stage)
        await stage.see("2019-07-09")
        stage.press(Key(.escape))
        await stage.see("Go to")
        stage.press(Key(.escape))
        await stage.see("1/27")
        #expect(!stage.text.contains("Go to"))
    }

    @Test("A click selects a day, and a click on the selected one goes there")
    func calendarClicks() async {
        let stage = await open()
        await openCalendar(on: stage)
        await stage.see("2019-07-09")
        stage.press(Key(.left))
        await stage.see("2019-07-08 ")
        stage.click(on: " 8")
        await stage.see("2/27")
    }

    @Test("For screen readers, days are lines, and a digit finds one")
    func daysForReaders() async {
        let stage = await TestStage(
            library: library, photoOrder: .newestFirst, themes: ThemeSettings(isForReaders: true)
        ).open("All", "27")
        await openCalendar(on: stage)
        await stage.see("2019-07-09, 1 photo")
        await stage.see("2019-07-08, 1 photo")
        stage.type("2018-03")
        await stage.miss("2019-07-08")
        stage.press(Key(.enter))
        await stage.see("2018-03 1")
    }
}
