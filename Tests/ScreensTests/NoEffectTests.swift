import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Keys without effect show the reason", .timeLimit(.minutes(60)))
struct NoEffectTests {
    /// Presses keys that have no effect and expects the reasons.
    private func expect(_ reasons: [(Key, String)], on stage: TestStage) async {
        for (key, reason) in reasons {
            stage.press(key)
            await stage.see(reason)
            #expect(stage.notices.current?.isFailure == false && stage.notices.moreCount == 0, "\(key.label)")
        }
    }

    @Test("On the album list")
    func home() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 3")
        await stage.see("Ada Lovelace")
        await expect(
            [
                (Key(.left), "Start of the list"), (Key("o"), "no other owners"),
                (Key(.escape), "Nothing to go back to (press q to quit)"), (Key("r"), "Nothing to retry"),
                (.albumsTab, "This tab is already open"), (Key("x"), "x does nothing here (press ? for all keys)"),
            ], on: stage)
        stage.press(Key(.up))
        await expect([(Key(.up), "Start of the list")], on: stage)
        stage.press(Key(.end))
        await expect(
            [
                (Key(.down), "End of the list"), (Key(.right), "End of the list"),
                (Key(.pageDown), "End of the list"),
            ], on: stage)
    }

    @Test("Before the library has responded")
    func unanswered() async {
        let library = InMemoryLibrary()
        library.set(isHeld: true)
        let stage = TestStage(library: library)
        stage.coordinator.start()
        let keys: [Key] = [Key(.enter), Key("o"), Key("u"), Key(.down)]
        await expect(keys.map { ($0, "Still loading") }, on: stage)
        library.set(isHeld: false)
    }

    @Test("On the photo grid")
    func photos() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 1", "1/48")
        await expect(
            [
                (Key(.left), "Start of the list"), (Key(.home), "Start of the list"),
                (Key("z"), "Nothing to undo"), (Key("r"), "Nothing to retry"),
                (Key("U"), "U does nothing here"), (Key("x"), "The photos of this library can't be rated"),
                (Key("B"), "Photos of this library can't be added to albums"),
                (Key("4"), "The photos of this library can't be rated"), (Key("E"), "E does nothing here"),
                (Key("A"), "The photos of this library can't be rated"),
                (Key("#"), "The photos of this library get no tags or captions"),
                (Key("T"), "The dates of this library's photos can't be changed"),
                (Key("R"), "Only photos in folders or on Immich 2.5 or later can be turned"),
                (Key("X"), "Only photos in folders can be moved"), (Key("Y"), "Only photos in folders can be moved"),
            ], on: stage)
        for _ in 0..<12 { stage.press(Key("+")) }
        await stage.see("Thumbnails are at their largest")
        let largest = stage.preferences.tileWidth
        stage.press(Key("-"))
        #expect(stage.preferences.tileWidth.map { $0 < largest ?? 0 } == true)
        for _ in 0..<12 { stage.press(Key("-")) }
        await stage.see("Thumbnails are at their smallest")
        stage.press(Key(.end))
        await stage.see("48/48")
        await expect(
            [(Key(.right), "End of the list"), (Key("j"), "End of the list")], on: stage)
        stage.type("/nothing")
        stage.press(Key(.tab, .shift))
        await stage.see("Shift-Tab does nothing here (press Esc to cancel)")
        stage.press(Key(.enter))
        await stage.see("No photos in")
        let keys = [Key(.enter), Key(" "), Key("i"), Key("s"), Key("S"), Key("f"), Key("m"), Key("M"), Key(.down)]
        await expect(keys.map { ($0, "Nothing is selected") }, on: stage)
    }

    @Test("At the sides of the masonry layout")
    func masonry() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 1", "1/48")
        stage.press(Key("w"))
        await stage.until {
            stage.press(Key(.right))
            return stage.text.contains("Nothing more in this direction")
        }
    }

    @Test("In the viewer")
    func viewer() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 1", "1/48")
        stage.press(Key(.end))
        await stage.see("48/48")
        stage.press(Key(.enter))
        await stage.see("fit")
        await expect(
            [
                (Key("n"), "This is the last photo"), (Key("k"), "The photo already fits the screen"),
                (Key("l"), "This is the last photo"),
                (Key("z"), "Nothing to undo"), (Key("["), "Drawing with"),
                (Key("6"), "The photos of this library can't be rated"),
                (Key("b"), "b does nothing here"),
            ], on: stage)
        for _ in 0..<20 { stage.press(Key("+")) }
        await stage.see("Maximum zoom")
        await stage.until {
            stage.press(Key("h"))
            return stage.text.contains("Edge of the photo")
        }
        for _ in 0..<20 { stage.press(Key("-")) }
        await stage.see("Minimum zoom")
        for (key, reason) in [
            ("[", "These are the coarsest symbols"), ("]", "These are the finest symbols"),
            ("r", "Nothing to retry"),
        ] as [(Character, String)] {
            await stage.until(reason) {
                stage.press(Key(key))
                return stage.text.contains(reason)
            }
        }
    }

    @Test("In the viewer before the photo has loaded")
    func unansweredViewer() async {
        let library = InMemoryLibrary()
        let stage = TestStage(library: library)
        await stage.open("Album 1", "1/48")
        library.set(isHeld: true)
        stage.press(Key(.enter))
        await expect([Key("+"), Key("R")].map { ($0, "The photo isn't loaded yet") }, on: stage)
        stage.press(Key("s"))
        await stage.seeSlowly("finding photos")
        library.set(isHeld: false)
        await stage.see("Enter choose")
    }

    @Test("On a page of lines")
    func lines() {
        var scroll = LineScroll()
        scroll.layOut(count: 30, height: 10)
        var response = scroll.handle(Key("k"))
        #expect(response == .used(.pageStart))
        response = scroll.handle(Key(.end))
        #expect(response == .used(nil))
        response = scroll.handle(Key("j"))
        #expect(response == .used(.pageEnd))
        scroll.layOut(count: 3, height: 10)
        response = scroll.handle(Key("j"))
        #expect(response == .used(.nothingToScroll))
    }

    @Test("The wheel shows no reason at an end")
    func wheel() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 1", "1/48")
        stage.point(.wheelUp, column: 5, row: 5)
        #expect(stage.notices.current == nil)
    }
}
