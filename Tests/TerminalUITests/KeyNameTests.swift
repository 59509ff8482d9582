import TerminalUI
import Testing

@Suite("Key names")
struct KeyNameTests {
    @Test(
        "A name and its key convert both ways",
        arguments: [
            ("r", Key("r")), ("R", Key("R")), ("-", Key("-")), ("?", Key("?")),
            ("ctrl-r", Key(.character("r"), .control)),
            ("alt--", Key(.character("-"), .alt)), ("ctrl-alt-x", Key(.character("x"), [.control, .alt])),
            ("shift-tab", Key(.tab, .shift)), ("space", Key(" ")), ("esc", Key(.escape)), ("pageup", Key(.pageUp)),
            ("ctrl-left", Key(.left, .control)), ("alt-enter", Key(.enter, .alt)), ("f12", Key(.function(12))),
            ("\u{00FC}", Key("\u{00FC}")),
        ])
    func names(name: String, key: Key) {
        #expect(Key(name: name) == key)
        #expect(key.name == name)
    }

    @Test("Key names ignore case; characters do not")
    func cases() {
        #expect(Key(name: "Ctrl-R") == Key(.character("r"), .control))
        #expect(Key(name: "PageDown") == Key(.pageDown))
        #expect(Key(name: "R") != Key(name: "r"))
    }

    @Test(
        "A key that terminals cannot distinguish from another one has no name",
        arguments: [
            "ctrl-i", "ctrl-m", "Ctrl-J", "ctrl-h", "ctrl-alt-i", "shift-enter", "ctrl-enter", "shift-esc", "ctrl-esc",
            "shift-backspace", "ctrl-backspace", "ctrl-tab", "ctrl-shift-tab",
        ])
    func indistinguishable(name: String) {
        #expect(Key(name: name) == nil)
    }

    @Test(
        "An invalid name is not a key",
        arguments: ["", " ", "rr", "hyper-r", "ctrl-", "ctrl-1", "shift-a", "f0", "f25", "fx", "page-up", "-r"])
    func noKey(name: String) {
        #expect(Key(name: name) == nil)
    }
}
