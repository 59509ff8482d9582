import Foundation
import Testing

@Suite("Translation template")
struct TemplateTests {
    @Test("The template has exactly the messages of the sources")
    func complete() throws {
        let file = SourceMessage.sources.appendingPathComponent("CTranslations/po/tintype.pot")
        let template = Template.text(of: try SourceMessage.all())
        if ProcessInfo.processInfo.environment["TINTYPE_UPDATE_TEMPLATE"] != nil {
            try template.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(
            try String(contentsOf: file, encoding: .utf8) == template,
            "Run this test once with TINTYPE_UPDATE_TEMPLATE=1, and msgmerge on each translation.")
    }

    @Test("Messages are found with context, plural and placeholders in every kind of literal")
    func extraction() {
        let messages = SourceMessage.messages(
            in: #"""
                // localized("no")
                let plain = "no"
                a = localized("One \"quoted\" \u{2026}", context: "test")
                b = localized(f(1, "no"), one: "\(c.map { "\($0)" } ?? "x") photo", other: "\(c) photos of \(d)")
                KeyBinding<Some>([Key("k")], .left(in: "no"), name: "no", help: last ? "Go" : "Quit", hint: "go")
                e = localized(
                    """
                    Two \
                    \(f) lines
                    """) + localized("\(localized: 1)")
                """#, file: "a")
        #expect(
            messages == [
                SourceMessage(context: "test", id: "One \"quoted\" \u{2026}", arguments: [], file: "a"),
                SourceMessage(id: "{0} photo", pluralID: "{0} photos of {1}", arguments: ["c", "d"], file: "a"),
                SourceMessage(id: "Go", arguments: [], file: "a"),
                SourceMessage(id: "Quit", arguments: [], file: "a"),
                SourceMessage(context: "hint", id: "go", arguments: [], file: "a"),
                SourceMessage(id: "Two {0} lines", arguments: ["f"], file: "a"),
                SourceMessage(id: "{0}", arguments: ["localized: 1"], file: "a"),
            ])
    }
}
