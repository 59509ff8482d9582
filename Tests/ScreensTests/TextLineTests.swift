import TerminalUI
import Testing

@testable import Screens

@Suite("Search line")
struct TextLineTests {
    private func line(typing text: String) -> TextLine {
        var line = TextLine()
        line.begin()
        for character in text { _ = line.handle(Key(character)) }
        return line
    }

    @Test("Characters are appended, backspace and Ctrl-W and Ctrl-U take away")
    func editing() {
        var line = line(typing: "são paulo")
        _ = line.handle(Key(.backspace))
        #expect(line.text == "são paul")
        _ = line.handle(Key(.character("w"), .control))
        #expect(line.text == "são ")
        _ = line.handle(Key(.character("u"), .control))
        #expect(line.text.isEmpty)
        #expect(line.isTyping)
    }

    @Test("Backspace in an empty line ends typing")
    func backspaceEnds() {
        var line = line(typing: "")
        #expect(line.handle(Key(.backspace)) == .used)
        #expect(!line.isActive)
    }

    @Test("Pasted lines become one")
    func paste() {
        var line = line(typing: "a ")
        line.paste("b\nc\r\nd")
        #expect(line.text == "a b c d")
    }

    @Test("Arrows are left to the grid")
    func arrows() {
        var line = line(typing: "x")
        #expect(line.handle(Key(.down)) == .unused)
    }
}
