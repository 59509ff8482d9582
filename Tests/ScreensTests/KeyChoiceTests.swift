import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Chosen keys", .timeLimit(.minutes(5)))
struct KeyChoiceTests {
    @Test("A chosen key does what the usual one did, and is what hints and help show")
    func chosen() {
        let keyMap = KeyMap.viewer.with(KeyChoice(["viewer.next": ["x", "ctrl-n"], "viewer.help": []]))
        #expect(keyMap.command(for: Key("x")) == .next)
        #expect(keyMap.command(for: Key(.character("n"), .control)) == .next)
        #expect(keyMap.command(for: Key("n")) == nil)
        #expect(keyMap.command(for: Key("?")) == nil)
        #expect(keyMap.label(for: .next) == "x")
        #expect(keyMap.hints().first == Hint(key: Key("x"), words: "next"))
        #expect(keyMap.helpEntries.first == HelpEntry(keys: ["x", "Ctrl-n"], help: "Next photo"))
        #expect(!keyMap.helpEntries.contains { $0.help == "Show all keys" })
    }

    @Test("Two commands can change keys with each other")
    func exchange() {
        let choice = KeyChoice(["viewer.next": ["p"], "viewer.previous": ["n"]])
        #expect(choice.problems == [])
        #expect(KeyMap.viewer.with(choice).command(for: Key("n")) == .previous)
    }

    @Test("A key that another command has is not taken from it, nor one of a command that keeps its own for that")
    func conflicts() {
        let choice = KeyChoice(["viewer.next": ["s"], "viewer.rotate": ["n"], "photos.share": ["n"]])
        #expect(
            choice.problems == [
                .takenKey("s", for: "viewer.next", by: "viewer.share"),
                .takenKey("n", for: "viewer.rotate", by: "viewer.next"),
            ])
        #expect(KeyMap.viewer.with(choice).command(for: Key("n")) == .next)
        #expect(KeyMap.photoGrid(tab: nil).with(choice).command(for: Key("n")) == .share)
    }

    @Test("Names of no command and no key are told")
    func unknown() {
        let choice = KeyChoice(["viewer.fly": ["f"], "nowhere.next": ["n"], "viewer.next": ["n", "hyper-n"]])
        #expect(
            choice.problems == [
                .unknownCommand("nowhere.next"), .unknownCommand("viewer.fly"),
                .unknownKey("hyper-n", for: "viewer.next"),
            ])
        #expect(KeyMap.viewer.with(choice).command(for: Key("n")) == .next)
    }

    @Test("Every command has a name of its own, and the keys it has are known by theirs")
    func names() {
        let listing = KeyChoice().listing
        #expect(Set(listing.map(\.command)).count == listing.count)
        for (command, keys, usual) in listing {
            #expect(command.wholeMatch(of: /[a-z]+\.[a-z]+(-[a-z]+)*/) != nil, "\(command)")
            #expect(keys == usual && usual.allSatisfy { Key(name: $0)?.name == $0 }, "\(command)")
        }
        #expect(listing.contains { $0.command == "viewer.zoom-in" && $0.keys == ["+", "="] })
        #expect(listing.contains { $0.command == "photos.page-up" && $0.keys == ["pageup", "ctrl-b"] })
    }

    @Test("Screens take the chosen keys")
    func screens() async {
        let stage = TestStage(
            library: ShelfLibrary(),
            keys: KeyChoice(["home.open": ["x"], "photos.favorite": ["v"], "photos.undo": ["Z"], "page.down": ["n"]]))
        stage.coordinator.start()
        await stage.see("Album 1")
        #expect(stage.row(23).contains("x open"))
        stage.type("x")
        await stage.see("1/48")
        stage.type("v")
        await stage.see("(Z undoes)")
        stage.type("?")
        await stage.see("Add the marked photos")
        let first = stage.row(2)
        stage.type("n")
        #expect(stage.row(2) != first && stage.row(0) == " Keys")
    }
}
