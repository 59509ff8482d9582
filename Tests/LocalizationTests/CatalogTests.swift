import Testing

@testable import Localization

@Suite("Translations")
struct CatalogTests {
    private static let translated = Language.allCases.filter { $0 != .english }

    @Test("Every translation has all source messages and no unused ones", arguments: translated)
    func complete(language: Language) throws {
        let wanted = Set(try SourceMessage.all().map { Catalog.Key(context: $0.context, id: $0.id) })
        let translations = Catalog(language).translations
        #expect(wanted.filter { translations[$0] == nil }.map(\.id).sorted() == [])
        #expect(translations.keys.filter { !wanted.contains($0) }.map(\.id).sorted() == [])
    }

    @Test("Every translation has the plural forms its language needs", arguments: translated)
    func forms(language: Language) throws {
        let catalog = Catalog(language)
        for message in try SourceMessage.all() {
            let forms = catalog.translations[Catalog.Key(context: message.context, id: message.id)]
            #expect(forms?.count == (message.pluralID == nil ? 1 : catalog.plural.formCount), "\(message.id)")
        }
    }

    @Test("Translations keep the placeholders of their message", arguments: translated)
    func placeholders(language: Language) throws {
        let catalog = Catalog(language)
        for message in try SourceMessage.all() {
            let forms = catalog.translations[Catalog.Key(context: message.context, id: message.id)] ?? []
            for form in forms {
                #expect(Self.placeholders(in: form) == Self.placeholders(in: message.pluralID ?? message.id), "\(form)")
            }
        }
    }

    @Test("The number chooses the plural form and is grouped as in the language")
    func plurals() {
        func photos(_ count: Int, _ language: Language) -> String {
            Catalog(language).text(for: count, one: "\(count) photo", other: "\(count) photos")
        }
        #expect([0, 1, 5000].map { photos($0, .english) } == ["0 photos", "1 photo", "5,000 photos"])
        #expect([0, 1, 5000].map { photos($0, .german) } == ["0 Fotos", "1 Foto", "5.000 Fotos"])
        #expect([0, 1, 2].map { photos($0, .french) } == ["0 photo", "1 photo", "2 photos"])
        #expect(photos(12345, .spanish) == "12.345 fotos")
        #expect(photos(1, .japanese) == "\u{5199}\u{771F} 1 \u{679A}")
    }

    @Test("An untranslated message appears in English; a line number is not grouped")
    func untranslated() {
        #expect(Catalog(.german).text(of: "Line \(ungrouped: 1234) of \("it {0}")") == "Line 1234 of it {0}")
        #expect(Catalog(.german).text(for: 1, one: "\(1) unheard", other: "\(1) unheards") == "1 unheard")
    }

    @Test("A catalog can be tried without switching the language")
    func trial() {
        let tried = Catalog.$trial.withValue(Catalog(.german)) { localized("Keys") }
        #expect(tried == "Tasten")
        #expect(localized("Keys") == "Keys")
    }

    private static func placeholders(in text: String) -> Set<Substring> {
        Set(
            text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap {
                $0.split(separator: "}").first
            })
    }
}
