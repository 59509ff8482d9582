import Albums
import Basics
import Foundation
import Testing

@Suite("Values from outside")
struct OutsideValuesTests {
    @Test(
        "A count is clamped to 0...2^40",
        arguments: [(Int.min, 0), (-1, 0), (0, 0), (7, 7), (1 << 40, 1 << 40), (1 << 40 + 1, 1 << 40), (.max, 1 << 40)])
    func counts(number: Int, value: Int) {
        #expect(Count(number).value == value)
        #expect((Count(number) + Count(Int.max)).value == 1 << 40)
    }

    @Test(
        "Numbers with a decimal point are counts if they are whole",
        arguments: [
            (-1e300, 0), (7, 7), (1e300, 1 << 40), (.infinity, 1 << 40), (-.infinity, 0), (.nan, nil), (0.5, nil),
        ] as [(Double, Int?)])
    func wholeNumbers(number: Double, value: Int?) {
        #expect(Count(number)?.value == value)
    }

    @Test(
        "Only ASCII digits are parsed as a count",
        arguments: [
            ("0", 0), ("007", 7), ("9223372036854775807", 1 << 40), ("99999999999999999999999", 1 << 40), ("", nil),
            ("-1", nil), ("+1", nil), (" 1", nil), ("1.0", nil), ("1e3", nil), ("0x1", nil), ("\u{661}", nil),
        ] as [(String, Int?)])
    func digits(text: String, value: Int?) {
        #expect(Count(digits: text)?.value == value)
    }

    @Test("A side outside 1...2^24 is rejected", arguments: [Int.min, -1, 0, 1 << 24 + 1, .max])
    func sides(number: Int) {
        #expect(Side(number) == nil)
        #expect(PixelSize(width: Side(number), height: Side(5)) == nil)
        #expect(PixelSize(width: Side(5), height: Side(number)) == nil)
    }

    @Test("A side of 1 to 2^24 pixels is kept", arguments: [1, 6000, 1 << 24])
    func validSides(number: Int) {
        #expect(Side(number)?.value == number)
        #expect(PixelSize(width: Side(number), height: Side(1)) == PixelSize(width: number, height: 1))
    }

    @Test(
        "An aspect ratio outside 0.001...1000 is rejected",
        arguments: [0, -1, 0.000_99, 1000.1, 1e300, -1e300, 1e-300, .infinity, -.infinity, .nan] as [Double])
    func aspects(ratio: Double) {
        #expect(Aspect(ratio) == nil)
    }

    @Test("The aspect ratio of a long panorama is kept", arguments: [0.001, 0.75, 1.5, 20_000 / 100, 1000] as [Double])
    func validAspects(ratio: Double) {
        #expect(Aspect(ratio)?.value == ratio)
    }

    @Test(
        "A playing time outside 0..<10^6 seconds is rejected",
        arguments: [0, -0.0, -1, 1e6, 1e300, .infinity, -.infinity, .nan] as [Double])
    func playingTimes(seconds: Double) {
        #expect(PlayingTime(seconds) == nil)
    }

    @Test("A playing time of up to eleven days is kept", arguments: [1e-3, 83.4, 999_999.9] as [Double])
    func validPlayingTimes(seconds: Double) {
        #expect(PlayingTime(seconds)?.seconds == seconds)
    }

    @Test(
        "A date outside the years 1 to 9999 is rejected",
        arguments: [
            (Double(Int.max), false), (Double(Int.min), false), (1e300, false), (-1e300, false), (.infinity, false),
            (.nan, false), (253_402_300_800, false), (-62_135_596_801, false), (253_402_300_799.999, true),
            (-62_135_596_800, true), (0, true),
        ] as [(Double, Bool)])
    func dates(seconds: Double, isValid: Bool) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(Timestamp(date)?.date == (isValid ? date : nil))
        if let whole = Int(exactly: seconds) { #expect((Timestamp(seconds: whole) != nil) == isValid) }
    }

    @Test(
        "A time of any number of seconds and nanoseconds is accepted or rejected",
        arguments: [Int.min, -1, 0, .max], [Int.min, -1, 0, .max])
    func times(seconds: Int, nanoseconds: Int) {
        let isValid = (-62_135_596_800..<253_402_300_800).contains(Double(seconds) + Double(nanoseconds) / 1e9)
        #expect((Timestamp(seconds: seconds, nanoseconds: nanoseconds) != nil) == isValid)
    }

    @Test(
        "A text is a date only in ISO 8601",
        arguments: [
            ("2023-04-28T13:09:43Z", 1_682_687_383), ("2019-05-01T09:39:07-04:00", 1_556_717_947), ("", nil),
            ("2023-04-28", nil), ("99999-04-28T13:09:43Z", nil), ("0000-04-28T13:09:43Z", nil),
        ] as [(String, Double?)])
    func texts(text: String, seconds: Double?) {
        #expect(Timestamp(iso8601: text)?.date.timeIntervalSince1970 == seconds)
    }

    @Test("A text of megabytes is no date")
    func longText() {
        // A failure must not print the text.
        let date = Timestamp(iso8601: String(repeating: "2", count: 16 << 20))
        #expect(date == nil)
    }

    @Test(
        "A text of megabytes is cut to 4,096 scalars",
        arguments: ["x", "\u{20AC}", "\u{1F600}", "e\u{301}", "\u{301}", "\r\n"])
    func cutTexts(piece: String) {
        let text = String(repeating: piece, count: 1 << 22)
        let kept = BoundedText(text).text
        // A failure must not print the text.
        let (count, isStart) = (
            kept.unicodeScalars.count, kept.unicodeScalars.elementsEqual(text.unicodeScalars.prefix(4096))
        )
        #expect(count == 4096 && isStart)
    }

    @Test(
        "A text of up to 4,096 scalars is kept",
        arguments: ["", "S\u{E3}o", String(repeating: "\u{20AC}", count: 4096)])
    func shortTexts(text: String) {
        #expect(BoundedText(text).text == text)
    }

    @Test("A list of texts is cut to 1,000")
    func lists() {
        #expect(BoundedText.list((0..<5000).lazy.map(String.init)).last == "999")
    }

    @Test("A blank or long ID is rejected, not cut")
    func identities() {
        let longest = String(repeating: "x", count: 64 << 10)
        #expect(Identity(longest)?.text == longest)
        for text in ["", " \n", longest + "x", String(repeating: " ", count: 16 << 20)] {
            #expect(Identity(text) == nil)
        }
    }

    @Test(
        "Only absolute http and https URLs are accepted",
        arguments: [
            ("https://a.example/b c?d#e", true), ("HTTP://a", true), ("http://[::1]:8080/", true),
            ("https://\u{E9}.example", true), ("", false), ("http", false), ("http://", false), ("https:///etc", false),
            ("https://?a", false), ("http:a", false), ("//a.example", false), ("file:///etc/passwd", false),
            ("file://a/b", false), ("javascript:alert(1)", false), ("javascript://a/%0Aalert(1)", false),
            ("data:,x", false), ("--help", false), (" https://a.example", false), ("smb://a/b", false),
        ])
    func urls(text: String, isValid: Bool) {
        #expect(WebURL(text)?.text == (isValid ? text : nil))
    }

    @Test("A URL of more than 8,192 bytes is rejected, not cut")
    func longURLs() {
        let start = "https://a.example/"
        #expect(WebURL(start + String(repeating: "x", count: 8192 - start.utf8.count)) != nil)
        #expect(WebURL(start + String(repeating: "x", count: 8193 - start.utf8.count)) == nil)
        #expect(WebURL(start + String(repeating: "x", count: 16 << 20)) == nil)
    }

    @Test("A photo and an album apply the limits of their fields")
    func domain() {
        let long = String(repeating: "x", count: 1 << 20)
        let photo = Photo(
            id: .init("1"), albumID: .init("1"), title: long, tags: Array(repeating: long, count: 2000), author: long,
            description: long, date: Date(timeIntervalSince1970: 1e300), aspect: -1, link: "file:///etc/passwd",
            attribution: long, authorLink: "javascript:alert(1)")
        let texts = [photo.title, photo.tags[0], photo.author, photo.description, photo.attribution]
        #expect(texts.allSatisfy { $0?.count == 4096 } && photo.tags.count == 1000)
        #expect(photo.date == nil && photo.aspect == nil && photo.link == nil && photo.authorLink == nil)
        let album = Album(
            id: .init("1"), ownerID: .unknown, title: long, photoCount: .min, date: Date(timeIntervalSince1970: .nan),
            cover: nil)
        #expect(album.title.count == 4096 && album.name.count == 4096 && album.photoCount == 0 && album.date == nil)
        for number in [-1e300, -1, 0, 1e-300, 1e300, .infinity, .nan] {
            #expect(Exposure(time: number, aperture: number, iso: .min, focalLength: number) == Exposure())
        }
    }
}
