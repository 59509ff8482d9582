import Albums
import Foundation
import Testing

@Suite("Folded texts")
struct FoldedTextTests {
    @Test(
        "Case, accents and width don't matter",
        arguments: [
            ("ÉTÉ", "ete"), ("e\u{301}te\u{301}", "été"), ("Straße", "STRASSE"), ("Ｔｏｋｙｏ", "tokyo"),
            ("İstanbul", "istanbul"), ("Ελλάδα", "ΕΛΛΑΔΑ"), ("Москва\u{301}", "москва"), ("Łódź", "lodz"),
            ("ﬁn", "FIN"),
            ("soft\u{AD}hyphen", "softhyphen"), ("ｶﾞ", "ガ"), ("が", "か\u{3099}"), ("각", "\u{1100}\u{1161}\u{11A8}"),
        ])
    func equal(one: String, other: String) {
        #expect(FoldedText(one) == FoldedText(other))
    }

    @Test(
        "Marks that make another letter or a vowel are kept",
        arguments: [("か", "が"), ("हा", "ह"), ("กิ", "ก"), ("ハ", "パ")])
    func different(one: String, other: String) {
        #expect(FoldedText(one) != FoldedText(other))
    }

    /// Cherokee has the other case there, Greek capitals lose their iota, also that of a mark, and a letter its skin tone.
    private static let otherwise: [ClosedRange<UInt32>] = [
        0x344...0x345, 0x37A...0x37A, 0x13A0...0x13FF, 0xAB70...0xABBF, 0x1F80...0x1FFF, 0x1F3FB...0x1F3FF,
    ]

    @Test("All characters are folded as by Foundation", arguments: ["", "a", "か", "क"])
    func foundation(base: String) {
        var others: [String] = []
        for value in UInt32(0x80)...0x10FFFF where !Self.otherwise.contains(where: { $0 ~= value }) {
            // Debian's library knows Unicode 14.
            guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= 14,
                scalar.properties.generalCategory != .privateUse
            else { continue }
            let text = base + String(scalar)
            let expected = text.decomposedStringWithCompatibilityMapping
                .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            if FoldedText(text) != FoldedText(expected) { others.append(String(value, radix: 16)) }
        }
        // A mark of Ahom.
        #expect(others.filter { $0 != "1171e" } == [])
    }
}
