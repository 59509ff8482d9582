import Albums
import Testing

@Suite("Color labels")
struct ColorLabelTests {
    @Test(
        "A label has the color that its program means, in any language and case",
        arguments: [
            ("Red", ColorLabel.red), ("RED", .red), (" red\n", .red), ("Select", .red), ("To Delete", .red),
            ("Rot", .red),
            ("Rosso", .red), ("レッド", .red), ("红色", .red), ("Jaune", .yellow), ("second", .yellow), ("GRÜN", .green),
            ("Gru\u{308}n", .green), ("Approved", .green), ("绿色", .green), ("Azul", .blue), ("ブルー", .blue),
            ("ﾌﾞﾙｰ", .blue), ("Review", .blue), ("To Do", .purple), ("Púrpura", .purple), ("purpura", .purple),
            ("Magenta", .purple),
        ])
    func programNames(name: String, color: ColorLabel) {
        #expect(ColorLabel(name: name) == color)
    }

    @Test("A label of the user's own has no color", arguments: ["", " ", "Reds", "Client", "Orange", "Pink", "2"])
    func noColor(name: String) {
        #expect(ColorLabel(name: name) == nil)
    }

    @Test("The name that is written is read as the same color")
    func written() {
        for color in ColorLabel.allCases {
            #expect(ColorLabel(name: LabelNames.default.name(of: color)) == color)
        }
        #expect(ColorLabel.allCases.map(LabelNames.default.name) == ["Red", "Yellow", "Green", "Blue", "Purple"])
    }

    @Test("The first of the user's names is written, all are read, and they win over the names of programs")
    func ownNames() {
        let names = LabelNames([.red: ["Rot", "Client"], .yellow: ["Review"], .green: [" "], .blue: []])
        #expect(ColorLabel.allCases.map(names.name) == ["Rot", "Review", "Green", "Blue", "Purple"])
        #expect(ColorLabel(name: "client", names: names) == .red)
        #expect(ColorLabel(name: "Red", names: names) == .red)
        #expect(ColorLabel(name: "Review", names: names) == .yellow)
        #expect(ColorLabel(name: "Blue", names: names) == .blue)
    }
}
