import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Marking photos", .timeLimit(.minutes(60)))
struct MarkingTests {
    private let copyPort = StubCopyPort()
    private let sharing = SpySharing()

    private func open(photos: Int = 12) async -> TestStage {
        await TestStage(library: InMemoryLibrary(photosPerAlbum: photos), copies: copyPort, sharing: sharing)
            .open("Album 1", "1/\(photos)")
    }

    @Test("m marks a photo, and a second m unmarks it")
    func one() async {
        let stage = await open()
        stage.type("m")
        await stage.see("1 marked  1/12")
        #expect(stage.text.contains("✓"))
        stage.type("m")
        #expect(!stage.text.contains("marked"))
        #expect(!stage.text.contains("✓"))
    }

    @Test("A click with Control marks a photo or unmarks it")
    func controlClick() async {
        let stage = await TestStage.demoAlbum()
        stage.point(.press, [.control], column: 40, row: 5)
        await stage.see("1 marked  2/7")
        stage.point(.press, [.control], column: 40, row: 5)
        await stage.until("no marks") { !stage.text.contains("marked") }
    }

    @Test("In the viewer, a click with Control marks the photo, with a notice while the caption is hidden")
    func controlClickInViewer() async {
        let stage = await open()
        stage.press(Key(.enter))
        await stage.see("fit  1/12")
        stage.type("v")
        await stage.miss("fit  1/12")
        stage.point(.press, [.control], column: 40, row: 5)
        await stage.see("1 marked")
    }

    @Test("M marks all matching photos, even out of view, or unmarks them if all are marked")
    func all() async {
        let stage = await open(photos: 480)
        stage.type("/even")
        stage.press(Key(.enter))
        await stage.see("240 of 480")
        stage.type("M")
        await stage.see("240 marked")
        stage.press(Key(.escape))
        await stage.see("240 marked  1/480")
        stage.type("M")
        await stage.see("480 marked")
        stage.type("M")
        await stage.miss("marked")
    }

    @Test("Marking very many photos shows an indicator")
    func sign() async {
        let library = InMemoryLibrary(photosPerAlbum: 12)
        let stage = TestStage(library: library)
        await stage.open("Album 1", "1/12")
        library.set(isHeld: true)
        stage.type("M")
        await stage.seeSlowly("1/12, loading")
        library.set(isHeld: false)
        await stage.see("12 marked  1/12")
        await stage.miss("loading")
    }

    @Test("Esc clears the marks before it goes back")
    func clears() async {
        let stage = await open()
        stage.type("m")
        await stage.see("1 marked")
        stage.press(Key(.escape))
        #expect(stage.row(0).hasSuffix("  1/12") && !stage.text.contains("marked"))
        stage.press(Key(.escape))
        await stage.see("Ada Lovelace")
    }

    @Test("Esc asks before it unmarks more than three photos, any other command keeps them, and z brings them back")
    func confirmation() async {
        let stage = await open()
        stage.type("M")
        await stage.see("12 marked")
        stage.press(Key(.escape))
        await stage.see("Press Esc again to unmark 12 photos")
        await stage.see("12 marked")
        for key in [Key(.right), Key("f")] {
            stage.press(key, Key(.escape))
            await stage.see("Press Esc again to unmark 12 photos")
        }
        stage.press(Key(.escape))
        await stage.see("Unmarked 12 photos (press z to undo)")
        #expect(!stage.text.contains("12 marked"))
        stage.type("z")
        await stage.see("Marked 12 photos again")
        await stage.see("12 marked")
    }

    @Test("z undoes the last change of marks or favorites, whichever was later, and Z redoes them")
    func undoOrder() async {
        let stage = await open()
        stage.press(Key("m"), Key(.right), Key("m"), Key(.escape))
        await stage.see("Unmarked 2 photos")
        stage.type("f")
        await stage.see("\u{2665}")
        stage.type("z")
        await stage.miss("\u{2665}")
        #expect(!stage.row(0).contains("marked"))
        stage.type("z")
        await stage.see("2 marked")
        stage.type("Z")
        await stage.see("Unmarked 2 photos (press z to undo)")
        stage.type("Z")
        await stage.see("\u{2665}")
        stage.type("zz")
        await stage.see("2 marked")
        await stage.miss("\u{2665}")
    }

    @Test("Marks are the same in all albums and tabs, and stay when an album is left")
    func acrossAlbums() async {
        let stage = await open()
        stage.press(Key("m"), Key("q"))
        await stage.see("Ada Lovelace")
        stage.press(Key(.right), Key(.enter))
        await stage.see("1 marked  1/12")
        #expect(!stage.text.contains("\u{2713}"))
        stage.type("ms")
        await stage.see("Share 2 photos")
        stage.press(Key(.escape), Key("q"))
        await stage.see("Ada Lovelace")
        stage.press(.feedTab)
        await stage.see("2 marked  1/36")
        #expect(stage.text.contains("\u{2713}"))
    }

    @Test("Marks of photos that are gone are dropped, and follow a file that is renamed")
    func gone() async {
        let photos = (1...4).map { number in
            Photo(id: Photo.ID("All/\(number)"), albumID: Album.ID("All"), title: "Photo \(number)")
        }
        let library = InMemoryLibrary(photos: photos)
        let stage = TestStage(library: library, sharing: sharing)
        await stage.open("All", "1/4")
        stage.type("M")
        await stage.see("4 marked")
        let renamed = Photo(id: Photo.ID("All/9"), albumID: Album.ID("All"), title: "Photo 9")
        library.set(moves: [photos[3].id: renamed.id])
        library.set(photos: [photos[0], photos[2], renamed])
        library.send(.changed)
        await stage.see("3 marked  1/3")
        await stage.until("the renamed file is marked") { stage.text.count { $0 == "\u{2713}" } == 3 }
        stage.type("sc")
        await stage.see("Copied paths")
        #expect(sharing.copied == ["All/1\nAll/3\nAll/9"])
    }

    /// Opens an album of the photos `t_001` to `t_0NN`, whose IDs are their paths.
    private func openFolder(
        _ library: InMemoryLibrary, _ marks: InMemoryMarks = InMemoryMarks(), photos count: Int
    ) async -> TestStage {
        library.allowEditing()
        library.usePathsAsIDs()
        return await TestStage(library: library, marks: marks, sharing: sharing).open("All", "1/\(count)")
    }

    private func folder(photos count: Int) -> InMemoryLibrary {
        InMemoryLibrary(photos: (1...count).map { Photo(path: "All", "t_00\($0)") })
    }

    @Test("Photos that are moved, moved back and moved again are marked once")
    func movedBackAndForth() async {
        let (library, marks) = (folder(photos: 9), InMemoryMarks())
        let stage = await openFolder(library, marks, photos: 9)
        stage.type("M")
        await stage.see("9 marked")
        stage.preferences.recentFolders = ["/new"]
        stage.type("V")
        await stage.see("/new")
        stage.press(Key(.down), Key(.enter))
        await stage.see("Moved 9 photos to /new")
        for key in ["z", "Z", "z", "Z", "z"] {
            stage.type(key)
            await stage.see("Moved 9 photos \(key == "z" ? "back" : "to /new")")
            await settle()
            await stage.until { marks.photos.count == 9 }
        }
        await stage.see("9 marked")
        await stage.until { Set(marks.photos.map(\.id.rawValue)) == Set((1...9).map { "All/t_00\($0)" }) }
    }

    @Test("Marks follow photos that get the names of others")
    func renumbered() async {
        let (library, marks) = (folder(photos: 4), InMemoryMarks())
        let stage = await openFolder(library, marks, photos: 4)
        stage.press(Key(.delete))
        await stage.see("1/3")
        await stage.see("t_001\u{201D} to the trash")
        stage.type("M")
        await stage.see("3 marked")
        stage.press(Key(.function(2)))
        await stage.see("Rename 3 photos")
        stage.press(Key(.character("u"), .control))
        stage.type("t_{n:3}")
        await stage.see("t_004 \u{25B8} t_003")
        stage.press(Key(.enter))
        await stage.see("Renamed 3 photos")
        await settle()
        await stage.until { Set(marks.photos.map(\.id.rawValue)) == ["All/t_001", "All/t_002", "All/t_003"] }
        await stage.see("3 marked")
        stage.type("z")
        await stage.see("3 photos have their old names again")
        await settle()
        await stage.until { Set(marks.photos.map(\.id.rawValue)) == ["All/t_002", "All/t_003", "All/t_004"] }
    }

    @Test("Marks of the viewer and the grid are the same, but the viewer shares the photo shown")
    func viewer() async {
        let stage = await open()
        stage.press(Key("m"), Key(.right), Key(.enter))
        await stage.see("1 marked  fit  2/12")
        #expect(!stage.text.contains("\u{2713}"))
        stage.type("m")
        await stage.see("\u{2713} Photo 2")
        stage.type("s")
        await stage.see("Share Photo 2")
        stage.press(Key(.escape))
        stage.type("vm")
        await stage.see(" 1 marked")
        stage.type("v")
        await stage.see("fit  2/12")
        stage.press(Key(.right))
        await stage.see("fit  3/12")
        stage.type("m")
        await stage.see("\u{2713} Photo 3")
        stage.press(Key(.escape))
        await stage.see("2 marked  3/12")
    }

    @Test("Sharing applies to all marked photos in marking order")
    func shares() async {
        let stage = await open()
        stage.press(Key(.right))
        stage.type("m")
        stage.press(Key(.left))
        stage.type("ms")
        await stage.see("c Copy the paths")
        #expect(stage.text.contains("\u{250C} Share 2 photos "))
        #expect(!stage.text.contains("QR code"))
        stage.type("c")
        await stage.see("Copied paths")
        #expect(sharing.copied == ["Album 1/2\nAlbum 1/1"])
    }

    @Test("Below the actions, the menu of sharing lists the paths that fit, and the next page has the others")
    func listsPaths() async {
        let stage = await open()
        stage.type("M")
        await stage.see("12 marked")
        stage.type("s")
        await stage.see("Album 1/12")
        #expect(!stage.text.contains("PgDn"))
        stage.resize(columns: 80, rows: 14)
        await stage.see("Album 1/6")
        #expect(stage.box.suffix(2) == [" Album 1/6", " 1/2 \u{B7} PgDn"])
        stage.press(Key(.pageDown))
        await stage.see("Album 1/12")
    }

    @Test("Saving applies to all marked photos and shows the progress and the destination")
    func saves() async {
        let stage = await open()
        stage.type("M")
        await stage.see("12 marked")
        copyPort.set(isHeld: true)
        stage.type("S")
        await stage.see(" Save in: ~/Pictures/")
        stage.press(Key(.enter))
        await stage.seeSlowly("saving 1 of 12  45%")
        copyPort.set(isHeld: false)
        await stage.see("Saved 12 photos to ~/Pictures")
        #expect(copyPort.orders.map(\.path) == Array(repeating: "~/Pictures/", count: 12))
        #expect(copyPort.orders.map(\.photo.rawValue) == (1...12).map { "Album 1/\($0)" })
    }

    @Test("A photo that fails is skipped and reported, but a full disk stops saving")
    func failures() async {
        copyPort.fail("Photo 3", PictureFailure.damaged(format: "JPEG"))
        let stage = await open()
        stage.type("M")
        await stage.see("12 marked")
        stage.type("S")
        stage.press(Key(.enter))
        await stage.see("× Saved 11 of 12 to ~/Pictures; Photo 3 failed: damaged JPEG")
        copyPort.fail("Photo 3", CopyFailure(reason: "File name too long", isOfName: true))
        stage.type("S")
        stage.press(Key(.enter))
        await stage.see("× Saved 11 of 12 to ~/Pictures; Photo 3 failed: File name too long")
        copyPort.fail("Photo 2", CopyFailure(reason: "No space left on device"))
        stage.type("S")
        stage.press(Key(.enter))
        await stage.see("× Saved 1 of 12 to ~/Pictures; Photo 2 failed: No space left on device")
        #expect(copyPort.orders.count == 26)
        copyPort.fail("Photo 1", CopyFailure(reason: "Permission denied"))
        stage.type("S")
        stage.press(Key(.enter))
        await stage.see("× Couldn't save: Permission denied")
        #expect(copyPort.orders.count == 27)
    }

    @Test("Esc stops saving, and saved photos stay")
    func cancels() async {
        let stage = await open()
        stage.type("M")
        await stage.see("12 marked")
        copyPort.hold("Photo 4")
        stage.type("S")
        stage.press(Key(.enter))
        await stage.seeSlowly("saving 4 of 12")
        stage.press(Key(.escape))
        await stage.see("Canceled; saved 3 of 12 to ~/Pictures")
        #expect(copyPort.orders.count == 4)
    }
}
