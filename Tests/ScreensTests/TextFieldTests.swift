import Foundation
import TerminalUI
import Testing

@testable import Screens

@Suite("Text line editing")
struct TextFieldTests {
    private func line(_ kind: TextField.Kind = .search, typing text: String) -> TextField {
        var line = TextField(kind)
        line.begin()
        for character in text { _ = line.handle(Key(character)) }
        return line
    }

    private func control(_ letter: Character) -> Key { Key(.character(letter), .control) }

    private func alt(_ letter: Character) -> Key { Key(.character(letter), .alt) }

    @Test("Characters are appended; Backspace, Ctrl-W and Ctrl-U delete")
    func editing() {
        var line = line(typing: "são paulo")
        _ = line.handle(Key(.backspace))
        #expect(line.text == "são paul")
        _ = line.handle(control("w"))
        #expect(line.text == "são ")
        _ = line.handle(control("u"))
        #expect(line.text.isEmpty)
        #expect(line.isTyping)
    }

    @Test("Backspace in an empty line ends typing, and at the start of a text it does nothing")
    func backspaceEnds() {
        var line = line(typing: "")
        #expect(line.handle(Key(.backspace)) == .used)
        #expect(!line.isActive)
        line = self.line(typing: "sea")
        _ = line.handle(control("a"))
        #expect(line.handle(Key(.backspace)) == .used)
        #expect(line.text == "sea" && line.isTyping)
    }

    @Test("Pasted lines are joined")
    func paste() {
        var line = line(typing: "a ")
        line.paste("b\nc\r\nd")
        #expect(line.text == "a b c d")
    }

    @Test("Typing and pasting have the same length limit", arguments: [TextField.Kind.search, .prompt])
    func bounded(kind: TextField.Kind) {
        var line = line(kind, typing: String(repeating: "x", count: 5000))
        let length = line.text.count
        #expect(length == (kind == .prompt ? 4096 : 200))
        #expect(line.handle(Key("y")) == .full(maxLength: length))
        #expect(line.handle(Key(.character("\u{301}"))) == .full(maxLength: length))
        _ = line.handle(Key(.backspace))
        #expect(line.handle(Key("y")) == .used)
        var pasted = self.line(kind, typing: "a")
        for _ in 0..<3 { #expect(pasted.paste(String(repeating: "z", count: 5000)) == .full(maxLength: length)) }
        #expect(pasted.text.count == length)
    }

    @Test("In a search, arrows, Home and End go to the list")
    func arrows() {
        var line = line(typing: "x")
        for code in [Key.Code.up, .down, .left, .right, .home, .end, .pageUp] {
            #expect(line.handle(Key(code)) == .unused)
        }
    }

    @Test("The cursor keys of shells work, and in a path words end at slashes")
    func moves() {
        let keys: [(Key, head: String)] = [
            (alt("b"), "~/My Sea/"), (alt("b"), "~/My "), (Key(.left), "~/My"), (Key(.home), ""),
            (Key(.right), "~"), (alt("f"), "~/My"), (control("f"), "~/My "), (control("b"), "~/My"), (control("a"), ""),
            (control("b"), ""), (Key(.end), "~/My Sea/dune"), (Key(.right), "~/My Sea/dune"),
            (Key(.left, .control), "~/My Sea/"),
            (Key(.right, .control), "~/My Sea/dune"), (control("a"), ""), (control("e"), "~/My Sea/dune"),
        ]
        var line = line(.prompt, typing: "~/My Sea/dune")
        for (key, head) in keys {
            #expect(line.handle(key) == .used)
            #expect(line.head == head, "after \(key)")
            #expect(line.text == "~/My Sea/dune")
        }
    }

    @Test("Typed and pasted text is inserted at the cursor")
    func inserts() {
        var line = line(typing: "sea")
        _ = line.handle(control("a"))
        _ = line.handle(Key("a"))
        line.paste("t ")
        #expect(line.text == "at sea" && line.tail == "sea")
    }

    @Test(
        "Deletion works on both sides of the cursor",
        arguments: [
            (Key(.delete), "~/Sea/my une"), (Key(.character("d"), .control), "~/Sea/my une"),
            (Key(.backspace), "~/Sea/mydune"), (Key(.character("k"), .control), "~/Sea/my "),
            (Key(.character("u"), .control), "dune"), (Key(.character("w"), .control), "~/Sea/dune"),
            (Key(.backspace, .alt), "~/Sea/dune"), (Key(.character("d"), .alt), "~/Sea/my "),
        ])
    func deletes(key: Key, left: String) {
        var line = line(.prompt, typing: "~/Sea/my dune")
        _ = line.handle(alt("b"))
        #expect(line.handle(key) == .used)
        #expect(line.text == left)
        _ = line.handle(control("e"))
        #expect(line.handle(Key(.delete)) == .used)
        #expect(line.text == left)
    }

    @Test("A letter with combining marks is one character")
    func marks() {
        var line = line(typing: "sa\u{303}o")
        _ = line.handle(control("b"))
        _ = line.handle(control("b"))
        #expect(line.head == "s")
        _ = line.handle(control("d"))
        #expect(line.text == "so")
    }

    @Test("A completion replaces the text before the cursor without doubling the slash")
    func completion() {
        var line = line(.prompt, typing: "~/Pi/dune")
        _ = line.handle(alt("b"))
        _ = line.handle(control("b"))
        line.complete("~/Pictures/")
        #expect(line.text == "~/Pictures/dune" && line.head == "~/Pictures/")
    }

    @Test(
        "A long line scrolls so that the cursor stays visible",
        arguments: [
            ([], " In: \u{2026}fghijklmno", 16),
            ([Key(.left), Key(.left)], " In: \u{2026}fghijklmno", 14),
            (Array(repeating: Key(.left), count: 6), " In: \u{2026}cdefghijkl\u{2026}", 13),
            (Array(repeating: Key(.left), count: 7), " In: abcdefghijk\u{2026}", 13),
            ([Key(.home)], " In: abcdefghijk\u{2026}", 5),
        ])
    func cut(keys: [Key], drawn: String, cursor: Int) {
        var line = line(.prompt, typing: "abcdefghijklmno")
        for key in keys { _ = line.handle(key) }
        #expect(draw(line, columns: 18).text == drawn)
        #expect(draw(line, columns: 18).cursor == Position(column: cursor, row: 0))
    }

    @Test("The cursor is visible at any width, among wide characters and combining marks")
    func seen() {
        var line = line(.prompt, typing: "海 sa\u{303}o 海海/dune 海海海.jpg")
        _ = line.handle(Key(.home))
        while !line.tail.isEmpty {
            for columns in 8..<40 {
                let surface = draw(line, columns: columns)
                let cursor = surface.cursor?.column ?? -1
                #expect((5..<columns - 1).contains(cursor))
                guard let under = line.tail.first, let cell = surface.cell(column: cursor, row: 0) else { continue }
                #expect(cell.scalar == under.unicodeScalars.first || cell.scalar == "\u{2026}")
            }
            _ = line.handle(Key(.right))
        }
    }

    private func draw(_ line: TextField, columns: Int) -> Surface {
        setlocale(LC_CTYPE, "C.UTF-8")
        var surface = Surface(size: Size(columns: columns, rows: 1))
        line.draw(on: &surface, prompt: "In: ", column: 1, row: 0, width: columns - 2, theme: .mono)
        return surface
    }
}
