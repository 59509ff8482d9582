import Albums
import Testing

@Suite("Natural order")
struct NaturalOrderKeyTests {
    private func sorted(_ texts: [String]) -> [String] {
        texts.sorted { NaturalOrderKey($0) < NaturalOrderKey($1) }
    }

    @Test(
        "Texts are sorted in natural order",
        arguments: [
            ["IMG_1", "IMG_2", "IMG_10", "IMG_100"],
            ["1", "2", "10", "99999999999999999998", "99999999999999999999", "100000000000000000000"],
            ["Zürich 9", "zurich 10", "ZÜRICH 11"],
            ["a", "a/b", "a/b/c", "a b", "ab"],
            ["photo 2 (9)", "photo 2 (10)", "photo 10 (1)"],
            ["", " ", "a"],
            ["ＡＢＣ１", "abc2", "ＡＢＣ１０"],
            ["version 1.9", "version 1.10"],
        ])
    func personsOrder(expected: [String]) {
        #expect(sorted(expected.reversed()) == expected)
        #expect(sorted(expected) == expected)
    }

    @Test("Texts that look alike always sort the same way, whatever the input order")
    func totalOrder() {
        let alike = ["IMG_1", "img_1", "Img_1", "IMG_01", "IMG_001", "ＩＭＧ_1", "caf\u{E9}", "cafe\u{301}", "cafe"]
        let once = sorted(alike).map { Array($0.utf8) }
        for _ in 0..<20 { #expect(sorted(alike.shuffled()).map { Array($0.utf8) } == once) }
        #expect(NaturalOrderKey("caf\u{E9}") != NaturalOrderKey("cafe\u{301}"))
    }

    @Test("Numbers are sorted by value, then by leading zeros")
    func leadingZeros() {
        #expect(sorted(["0010", "10", "9", "009", "0"]) == ["0", "009", "9", "0010", "10"])
    }

    @Test("A number of any length is sorted by value")
    func longNumbers() {
        let long = String(repeating: "9", count: 1000)
        #expect(sorted([long, "1", long + "9"]) == ["1", long, long + "9"])
    }

    @Test("Invalid UTF-8 is sorted by its bytes")
    func invalidBytes() {
        let folded = FoldedText("\u{FFFD}")
        #expect(NaturalOrderKey(folded, original: [0xC0]) < NaturalOrderKey(folded, original: [0xFF]))
    }
}
