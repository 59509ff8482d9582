import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Saving a copy", .timeLimit(.minutes(60)))
struct SavingTests {
    private let copyPort = StubCopyPort()

    private func open() async -> TestStage {
        await TestStage(library: InMemoryLibrary(), copies: copyPort).open("Album 1", "1/48", "fit  1/48")
    }

    @Test("S asks for a path, Enter saves there, and a notice names the file")
    func saves() async {
        let stage = await open()
        stage.press(Key("S"))
        await stage.see("Save as:")
        await stage.shows(
            """
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@┌ Save Photo 1 ────────────────────────────────────────────────────────┐@@@@
            @@@@│ Save as: ~/Pictures/Photo 1                                          │@@@@
                                             _
            @@@@└──────────────────────────────────────────────────────────────────────┘@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
             Enter save  Esc cancel  Tab complete
            """)
        stage.type("n")
        stage.press(Key(.enter))
        await stage.see("Saved as ~/Pictures/Photo 1n.jpg")
        #expect(copyPort.orders == [StubCopyPort.Order(photo: Photo.ID("Album 1/1"), path: "~/Pictures/Photo 1n")])
        stage.press(Key("n"))
        await stage.see("2/48")
    }

    @Test("The proposed name has the file's extension, with the cursor before it")
    func proposedEnding() async {
        let stage = await open()
        copyPort.set(fileExtension: "jpg", of: "Photo 1")
        stage.press(Key("S"))
        await stage.see(" Save as: ~/Pictures/Photo 1.jpg")
        stage.type("n")
        stage.press(Key(.enter))
        await stage.see("Saved as ~/Pictures/Photo 1n.jpg")
        stage.press(Key("S"))
        stage.type("x")
        await stage.see(" Save as: ~/Pictures/Photo 1x.jpg")
    }

    @Test("Deleting the whole proposed path deletes its extension too")
    func ownName() async {
        let stage = await open()
        copyPort.set(fileExtension: "jpg", of: "Photo 1")
        stage.press(Key("S"))
        await stage.see(" Save as: ~/Pictures/Photo 1.jpg")
        stage.press(Key(.character("u"), .control))
        stage.type("hut.jpg")
        #expect(stage.box == [" Save as: hut.jpg"])
        stage.press(Key(.enter))
        await stage.see("Saved as hut.jpg")
    }

    @Test("The menu of sharing also asks for a path, and Esc returns to it")
    func fromSheet() async {
        let stage = await open()
        stage.type("s")
        await stage.see("S Save the original")
        stage.type("S")
        await stage.see(" Save as: ~/Pictures/Photo 1")
        stage.press(Key(.escape))
        await stage.see("\u{250C} Share Photo 1 ")
        stage.type("S")
        stage.press(Key(.enter))
        await stage.see("Saved as")
        stage.press(Key("n"))
        await stage.see("fit  2/48")
    }

    @Test("Enter without a name saves nothing")
    func noName() async {
        let stage = await open()
        stage.press(Key("S"))
        await stage.see("Save as:")
        stage.press(Key(.character("u"), .control), Key(.enter))
        await stage.see("fit  1/48")
        #expect(copyPort.orders.isEmpty)
    }

    @Test("Esc cancels without saving")
    func cancels() async {
        let stage = await open()
        stage.press(Key("S"))
        await stage.see("Save as:")
        stage.press(Key(.escape))
        await stage.see("fit  1/48")
        #expect(copyPort.orders.isEmpty)
    }

    @Test("Tab completes a unique folder and lists several candidates")
    func completes() async {
        let stage = await open()
        stage.press(Key("S"), Key(.character("u"), .control))
        stage.type("~/Pi")
        stage.press(Key(.tab))
        await stage.shows(
            """
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@┌ Save Photo 1 ────────────────────────────────────────────────────────┐@@@@
            @@@@│ Save as: ~/Pictures/Sea                                              │@@@@
                                         _
            @@@@│                                                                      │@@@@
            @@@@│ ~/Pictures/Sea/                                                      │@@@@
            @@@@│ ~/Pictures/Seals/                                                    │@@@@
            @@@@└──────────────────────────────────────────────────────────────────────┘@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
             Enter save  Esc cancel  Tab complete
            """)
        stage.type("/")
        #expect(!stage.text.contains("Seals"))
        stage.press(Key(.enter))
        await stage.see("Saved as ~/Pictures/Sea/Photo 1.jpg")
    }

    @Test("A folder that was missing is reported")
    func newFolder() async {
        let stage = await open()
        copyPort.set(hasFolder: false)
        stage.press(Key("S"))
        stage.press(Key(.enter))
        await stage.see("Saved in a new folder as ~/Pictures/Photo 1.jpg")
    }

    @Test("Candidates that do not fit are replaced by an ellipsis")
    func manyFolders() async {
        let stage = await open()
        stage.resize(columns: 80, rows: 7)
        stage.press(Key("S"), Key(.character("u"), .control))
        stage.type("~/P")
        stage.press(Key(.tab))
        await stage.see("~/Pictures/Sea/")
        #expect(stage.box == [" Save as: ~/P", "", " ~/Pictures/Sea/", " and 2 more"])
    }

    @Test("The path is edited and completed at the cursor")
    func edits() async {
        let stage = await open()
        stage.press(Key("S"))
        await stage.see("Save as:")
        stage.press(Key(.character("b"), .alt), Key(.character("b"), .alt))
        stage.press(Key(.left), Key(.character("w"), .control))
        stage.type("Pap")
        stage.press(Key(.tab))
        await stage.see("Save as: ~/Papers/Photo 1")
        #expect(stage.surface.cursor == Position(column: 24, row: 11))
        stage.press(Key(.end))
        stage.type("0")
        stage.press(Key(.enter))
        await stage.see("Saved as ~/Papers/Photo 10.jpg")
    }

    @Test("A slow copy shows its progress, and Esc stops it without leaving a file")
    func endsCopy() async {
        let stage = await open()
        copyPort.set(isHeld: true)
        stage.press(Key("S"), Key(.enter))
        await stage.seeSlowly("saving  45% (Esc cancels)")
        stage.press(Key(.escape))
        await stage.see("Nothing was saved")
        #expect(!stage.text.contains("Saved as"))
    }

    @Test("A copy continues while other screens are used, and a notice reports its end")
    func canContinue() async {
        let stage = await open()
        copyPort.set(isHeld: true)
        stage.press(Key("S"), Key(.enter))
        await stage.seeSlowly("saving  45% (Esc cancels)")
        stage.press(Key(.right))
        await stage.see("2/48")
        stage.type("s")
        await stage.see("Share Photo 2")
        stage.type("s")
        await stage.see("Other copies are still being saved")
        stage.press(Key(.left))
        copyPort.set(isHeld: false)
        await stage.see("Saved as ~/Pictures/Photo 1.jpg")
    }

    @Test("A failed save shows the reason")
    func failure() async {
        let stage = await open()
        copyPort.fail("Photo 1", CopyFailure(reason: "No space left on device"))
        stage.press(Key("S"), Key(.enter))
        await stage.see("× Couldn't save: No space left on device")
    }

    @Test("A number added to the file name is reported")
    func numbered() async {
        let stage = await open()
        stage.press(Key("n"))
        await stage.see("Photo 2")
        stage.press(Key("S"), Key(.enter))
        await stage.see("That name was taken; saved as ~/Pictures/Photo 2.jpg")
    }
}
