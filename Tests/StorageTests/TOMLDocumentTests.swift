import Foundation
import TestFixtures
import Testing

@testable import Storage

@Suite("TOML documents")
struct TOMLDocumentTests {
    private func values(_ text: String) throws -> [String: TOMLValue] { try TOMLDocument(Array(text.utf8)).values }

    @Test("Keys, tables and arrays of tables form one tree")
    func tree() throws {
        let text = """
            a.b = 1 # dotted
            "c d" = 'raw \\n'
            [e.f]
            g = [ [1, 2], # lines and a last comma
              ["x"], ]
            [[h]]
            i = { j.k = true, l = 1979-05-27 07:32:00 }
            [[h]]
            [h.m]
            """
        #expect(
            try values(text) == [
                "a": .table(["b": .integer(1)]), "c d": .string("raw \\n"),
                "e": .table([
                    "f": .table(["g": .array([.array([.integer(1), .integer(2)]), .array([.string("x")])])])
                ]),
                "h": .array([
                    .table([
                        "i": .table(["j": .table(["k": .boolean(true)]), "l": .date("1979-05-27 07:32:00")])
                    ]),
                    .table(["m": .table([:])]),
                ]),
            ])
    }

    @Test(
        "Each kind of value is read",
        arguments: [
            ("-0x1", nil), ("+99", .integer(99)), ("0xdead_BEEF", .integer(0xDEAD_BEEF)), ("0o17", .integer(15)),
            ("0b101", .integer(5)), ("9223372036854775807", .integer(.max)), ("9223372036854775808", nil),
            ("1_000.5e-1", .float(100.05)), ("-inf", .float(-.infinity)), ("01", nil), ("1.", nil), ("1__0", nil),
            ("\"\"\"\n a \\\n   b\"\"\"\"\"", .string(" a b\"\"")), ("'''it's'''", .string("it's")),
            ("\"\\u00E9\\U0001F600\"", .string("é😀")), ("\"\\x41\"", nil), ("2023-02-29", nil),
            ("2024-02-29", .date("2024-02-29")), ("24:00:00", nil), ("{ a = 1, }", nil), ("[1 2]", nil), ("truE", nil),
        ] as [(String, TOMLValue?)])
    func value(_ text: String, _ expected: TOMLValue?) throws {
        #expect((try? values("a = \(text)"))?["a"] == expected)
    }

    @Test(
        "Defining a key or table twice is an error",
        arguments: [
            "a = 1\na = 2", "a = 1\n[a]", "[a]\n[a]", "a.b = 1\n[a]", "a = {}\na.b = 1", "a = []\n[[a]]",
            "[[a]]\n[a]", "[a.b]\n[a]\nb.c = 1", "a = { b = 1, b = 2 }", "[a]\n[[a]]",
        ])
    func duplicates(text: String) {
        #expect {
            try values(text)
        } throws: { error in
            guard case .notTOML(_, let message) = error as? TOMLDocument.SyntaxError else { return false }
            return message.hasSuffix(" is already defined")
        }
    }

    @Test(
        "An error names the line and column",
        arguments: [
            ("a = 1 b", 7), ("a = \"b", 5), ("a 1", 3), ("= 1", 1), ("a = [1", 7), ("a = \"\\q\"", 6), ("a = \u{1}", 5),
        ])
    func positions(text: String, column: Int) {
        #expect {
            try values("ok = 1\n" + text)
        } throws: { error in
            guard case .notTOML(let position, _) = error as? TOMLDocument.SyntaxError else { return false }
            return position == TextPosition(line: 2, column: column)
        }
    }

    /// Compares with the documents of https://github.com/toml-lang/toml-test (MIT), beside the corpus.
    @Suite("Documents of toml-test", .requires(variable: "TINTYPE_CORPUS"))
    struct TOMLTest {
        private static let folder = (ProcessInfo.processInfo.environment["TINTYPE_CORPUS"] ?? "") + "/../toml-test"

        private static func documents(in name: String) -> [String] {
            (FileManager.default.enumerator(atPath: folder + "/" + name)?.compactMap { $0 as? String } ?? [])
                .filter { $0.hasSuffix(".toml") }.sorted().map { "\(name)/\($0)" }
        }

        private static func read(_ name: String) throws -> TOMLDocument {
            try TOMLDocument(Array(Data(contentsOf: URL(filePath: folder + "/" + name))))
        }

        @Test("Valid documents have the expected values")
        func valid() throws {
            let names = Self.documents(in: "valid")
            #expect(names.count > 200)
            for name in names {
                let expected = try JSONSerialization.jsonObject(
                    with: Data(contentsOf: URL(filePath: Self.folder + "/" + name.dropLast(4) + "json")))
                do {
                    let values = try Self.read(name).values
                    #expect(Self.matches(.table(values), expected), "\(name): \(values)")
                } catch {
                    Issue.record("\(name): \(error)")
                }
            }
        }

        @Test("Invalid documents are rejected")
        func invalid() {
            let names = Self.documents(in: "invalid")
            #expect(names.count > 400)
            for name in names { #expect(throws: TOMLDocument.SyntaxError.self, "\(name)") { try Self.read(name) } }
        }

        /// Compares a value with its JSON form in toml-test: `{"type": "integer", "value": "1"}`, or an array or object of these.
        private static func matches(_ value: TOMLValue, _ expected: Any) -> Bool {
            if let elements = expected as? [Any] {
                guard let array = value.array, array.count == elements.count else { return false }
                return zip(array, elements).allSatisfy(matches)
            }
            guard let object = expected as? [String: Any] else { return false }
            guard object.count == 2, let type = object["type"] as? String, let text = object["value"] as? String else {
                guard let table = value.table, table.count == object.count else { return false }
                return table.allSatisfy { key, value in object[key].map { matches(value, $0) } ?? false }
            }
            switch value {
            case .string(let string): return type == "string" && string == text
            case .integer(let number): return type == "integer" && "\(number)" == text
            case .boolean(let flag): return type == "bool" && "\(flag)" == text
            case .float(let number):
                return type == "float" && (number == Double(text) || number.isNaN && text.hasSuffix("nan"))
            case .date(let date):
                func normalized(_ text: String) -> String {
                    var text = text.uppercased().replacing(" ", with: "T")
                    // The fraction has at least three digits in some.
                    text = text.replacing(#/\.([0-9]*?)0*(?![0-9])/#) { $0.1.isEmpty ? "" : ".\($0.1)" }
                    return text
                }
                return type.hasPrefix("date") || type.hasPrefix("time")
                    ? normalized(date) == normalized(text) : false
            case .array, .table: return false
            }
        }
    }
}
