import Testing

@testable import Localization

@Suite("PO files")
struct PortableObjectTests {
    private func read(_ text: String) -> PortableObject {
        Array(text.utf8).withUnsafeBufferPointer { PortableObject($0) }
    }

    @Test("Entries can have contexts, several lines, plural forms and escapes")
    func entries() {
        let object = read(
            #"""
            # About the file.
            msgid ""
            msgstr ""
            "Language: de\n"
            "Plural-Forms: nplurals=2; plural=(n != 1);\n"

            #: Sources/a.swift
            msgctxt "key"
            msgid "End"
            msgstr "Ende"
            msgid "one "
            "line"
            msgstr ""
            "eine \"Zeile\"\t"
            "\\"

            msgid "{0} photo"
            msgid_plural "{0} photos"
            msgstr[0] "{0} Foto"
            msgstr[1] "{0} Fotos"
            """#)
        #expect(object.header == ["Language": "de", "Plural-Forms": "nplurals=2; plural=(n != 1);"])
        #expect(
            object.translations == [
                Catalog.Key(context: "key", id: "End"): ["Ende"],
                Catalog.Key(id: "one line"): ["eine \"Zeile\"\t\\"],
                Catalog.Key(id: "{0} photo"): ["{0} Foto", "{0} Fotos"],
            ])
    }

    @Test("Fuzzy, obsolete and untranslated entries are skipped")
    func leftOut() {
        let object = read(
            #"""
            #, fuzzy
            msgid "a"
            msgstr "A"

            msgid "b"
            msgstr ""

            #~ msgid "c"
            #~ msgstr "C"

            msgid "{0} d"
            msgid_plural "{0} ds"
            msgstr[0] "D"
            msgstr[1] ""

            #, python-brace-format
            msgid "e"
            msgstr "E"
            """#)
        #expect(object.translations == [Catalog.Key(id: "e"): ["E"]])
    }

    @Test("An empty or malformed file has no entries")
    func nothing() {
        #expect(read("").translations.isEmpty)
        #expect(read("msgstr \"x\"\nmsgid\n\"\nmsgid \"\nhello \"x\"\n").translations.isEmpty)
    }
}
