import Albums
import TerminalUI
import TestFixtures
import Testing

@testable import Screens

@MainActor
@Suite("Tags and captions", .timeLimit(.minutes(60)))
struct DescribingTests {
    private let library: InMemoryLibrary

    init() {
        library = InMemoryLibrary(albums: 1, photosPerAlbum: 20)
        library.allowEditing()
    }

    private func album(_ keys: KeyOverrides = KeyOverrides()) async -> TestStage {
        await TestStage(library: library, keys: keys).open("Album 1", "1/20")
    }

    private func tags(_ index: Int) -> [String] { library.photo(at: index)?.tags ?? [] }

    @Test("# adds tags separated by commas, and z removes them")
    func tagging() async {
        library.set(tags: ["Sea"], ofPhotoAt: 0)
        let stage = await album()
        stage.type("#")
        await stage.see("Tags of Photo 1")
        await stage.see("Now: Sea")
        stage.type("sea, Places / Rome")
        stage.press(Key(.enter))
        await stage.see("Changed the tags of \u{201C}Photo 1\u{201D} (press z to undo)")
        #expect(tags(0) == ["Sea", "Places/Rome"])
        stage.type("z")
        await stage.see("Restored the tags of \u{201C}Photo 1\u{201D}")
        #expect(tags(0) == ["Sea"])
    }

    @Test("The prompt shows the tags of all marked photos, - removes a tag, and Enter alone repeats the last change")
    func several() async {
        for index in 0...1 { library.set(tags: index == 0 ? ["Sea", "draft"] : ["Sea"], ofPhotoAt: index) }
        let stage = await album()
        stage.type("  ")
        await stage.see("2 marked")
        stage.type("#")
        await stage.see("Now: Sea, draft (1)")
        stage.type("Best, -draft")
        stage.press(Key(.enter))
        await stage.see("Changed the tags of 2 photos")
        #expect(tags(0) == ["Sea", "Best"] && tags(1) == ["Sea", "Best"])
        stage.press(Key(.escape))
        await stage.see("3/20")
        stage.type("#")
        await stage.see("Enter repeats: Best, -draft")
        stage.press(Key(.enter))
        await stage.see("Changed the tags of \u{201C}Photo 3\u{201D}")
        #expect(tags(2).last == "Best")
        stage.type("#")
        await stage.see("Enter repeats: Best, -draft")
        stage.press(Key(.enter))
        await stage.see("This changes no tags")
    }

    @Test("Tab completes a tag of the library, the most used first; removing a tag that no photo has is refused")
    func completion() async {
        for index in 1...3 {
            library.set(tags: index == 1 ? ["Places/Rome", "Rock"] : ["Places/Rome"], ofPhotoAt: index)
        }
        let stage = await album()
        stage.type("#x,ro")
        await stage.see("Rock")
        stage.press(Key(.tab))
        await stage.see("Tags: x,Places/Rome")
        stage.press(Key(.character("u"), .control))
        stage.type("-Rome")
        await stage.see("No tag \u{201C}Rome\u{201D} to remove")
        stage.press(Key(.enter))
        await stage.see("This changes no tags")
    }

    @Test("e on the page of details edits the texts of a photo, and only those that change are written")
    func caption() async {
        let stage = await album()
        stage.type("i")
        await stage.see("Photo 1")
        await stage.see("edit")
        stage.type("e")
        await stage.see("Caption of Photo 1")
        stage.type("Dune")
        stage.press(Key(.tab), Key(.down))
        stage.type("At noon")
        stage.press(Key(.tab, .shift))
        stage.type("Sand")
        stage.press(Key(.enter))
        await stage.see("Described \u{201C}Photo 1\u{201D} (press z to undo)")
        #expect(library.edits.last == .set([.title: "Dune", .headline: "At noon", .description: "Sand"]))
        stage.type("z")
        await stage.see("Restored the texts of \u{201C}Photo 1\u{201D}")
    }

    @Test("Esc leaves a form without a change; for several photos, it begins empty, and the palette opens it")
    func severalCaptions() async {
        let stage = await album()
        stage.type("  ")
        await stage.see("2 marked")
        for ending in [Key(.escape), Key(.enter)] {
            stage.type(":title, desc")
            await stage.see("Edit title, description and other texts")
            stage.press(Key(.enter))
            await stage.see("Only the lines that you fill in change.")
            stage.type("Dunes")
            stage.press(ending)
            await stage.miss("Only the lines")
        }
        await stage.see("Described 2 photos (press z to undo)")
        #expect(library.edits == [.set([.title: "Dunes"]), .set([.title: "Dunes"])])
    }

    @Test("Text that is typed before the form has loaded goes into it")
    func typedAhead() async {
        let stage = await album()
        stage.type(":caption")
        await stage.see("Edit title")
        stage.press(Key(.enter))
        stage.type("5 x")
        await stage.see("5 x")
        await settle()
        #expect(library.writes.isEmpty)
    }

    @Test("A template fills in placeholders for each photo, by the palette or a key")
    func templates() async {
        let stage = await album(
            KeyOverrides(
                ["templates.press": ["ctrl-t"]], templates: ["press": ["title": "{name} of {n:2}", "city": "Porto"]]))
        stage.type("  ")
        await stage.see("2 marked")
        stage.press(Key(.character("t"), .control))
        await stage.see("Described 2 photos (press z to undo)")
        #expect(
            library.edits == [
                .set([.title: "Photo 1 of 01", .city: "Porto"]), .set([.title: "Photo 2 of 02", .city: "Porto"]),
            ])
    }

    @Test("A template may have the camera, and tags to add and remove")
    func templateWithTags() async {
        library.set(tags: ["draft"], ofPhotoAt: 0)
        var details = PhotoDetails()
        details.camera = "Nikon Z8"
        let keys = KeyOverrides(
            ["templates.press": ["ctrl-t"]],
            templates: ["press": ["headline": "With {camera}", "tags": "Press, Places/Rome, -draft"]])
        let stage = await TestStage(library: library, pictures: FakePictures(details: details), keys: keys)
            .open("Album 1", "1/20")
        stage.press(Key(.character("t"), .control))
        await stage.see("Described \u{201C}Photo 1\u{201D} (press z to undo)")
        #expect(library.edits.first == .set([.headline: "With Nikon Z8"]))
        #expect(tags(0) == ["Press", "Places/Rome"])
        stage.type("z")
        await stage.see("Restored the texts of \u{201C}Photo 1\u{201D}")
        #expect(tags(0) == ["draft"])
    }

    @Test(
        "Esc cancels reading a slow file for a caption or a template",
        arguments: [Named("caption", Key(.function(7))), Named("template", Key(.function(8)))])
    func canceledLookup(key: Named<Key>) async {
        let pictures = FakePictures()
        let keys = KeyOverrides(
            ["photo.caption": ["f7"], "templates.press": ["f8"]],
            templates: ["press": ["headline": "With {camera}"]])
        let stage = await TestStage(library: library, pictures: pictures, keys: keys).open("Album 1", "1/20")
        pictures.set(areDetailsHeld: true)
        stage.press(key.value)
        await settle()
        stage.press(Key(.escape))
        await stage.see("Canceled")
        pictures.set(areDetailsHeld: false)
        await settle()
        #expect(!stage.text.contains("Caption of") && library.writes.isEmpty)
        stage.press(Key(.right))
        await stage.see("2/20")
    }

    @Test("Esc cancels a long change of tags; what was changed stays, and z takes it back")
    func canceling() async {
        let stage = await album()
        stage.type("M")
        await stage.see("20 marked")
        stage.type("#")
        await stage.see("Tags of 20 photos")
        library.set(isWriteHeld: true)
        stage.type("Sea")
        stage.press(Key(.enter))
        await stage.miss("Tags of 20 photos")
        await stage.until {
            stage.clock.advance(by: .seconds(1))
            return stage.text.contains("saving changes\u{2026} (Esc cancels)")
        }
        stage.press(Key(.escape))
        await stage.see("Changed the tags of 2 photos (press z to undo) \u{00B7} canceled after 2 of 20")
        #expect(tags(1).contains("Sea") && !tags(2).contains("Sea"))
        library.set(isWriteHeld: false)
        stage.type("z")
        await stage.see("Restored the tags of 2 photos")
        #expect(!tags(1).contains("Sea"))
    }

    @Test("Esc still cancels turning photos after a rating was written meanwhile")
    func ratingDuringTurning() async {
        library.allowTurning()
        let pictures = FakePictures()
        let stage = await TestStage(library: library, pictures: pictures).open("Album 1", "1/20")
        stage.type("  ")
        await stage.see("2 marked")
        pictures.set(areDetailsHeld: true)
        stage.type("R")
        await stage.seeSlowly("saving changes\u{2026} (Esc cancels)")
        stage.type("4")
        await stage.until { library.assessments(2).allSatisfy { $0.stars == 4 } }
        await settle()
        #expect(stage.text.contains("saving changes\u{2026} (Esc cancels)"))
        stage.press(Key(.escape))
        await stage.see("Rated 2 photos")
        #expect(stage.text.contains("2 marked") && !stage.text.contains("saving changes"))
        pictures.set(areDetailsHeld: false)
        await settle()
        #expect(library.writes.count == 1)
    }

    @Test("A library that stores no texts says so")
    func unsupported() async {
        let stage = await TestStage(library: InMemoryLibrary(albums: 1, photosPerAlbum: 2)).open("Album 1", "1/2")
        stage.type("#")
        await stage.see("The photos of this library get no tags or captions")
    }
}
