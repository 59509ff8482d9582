import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Photo stacks on the screen", .timeLimit(.minutes(60)))
struct StackTests {
    private let pictures = FakePictures()
    private let sharing = SpySharing()

    private func stage(picking: Picking? = nil) async -> TestStage {
        let stacked = Photo(
            id: Photo.ID("1.jpg"), albumID: Album.ID("All"), title: "Dune", file: Array("/a/Dune.jpg".utf8),
            stack: [StackedFile(id: Photo.ID("1.ARW"), file: Array("/a/Dune.ARW".utf8), format: "ARW")])
        let single = Photo(id: Photo.ID("2"), albumID: Album.ID("All"), title: "Reef")
        return await TestStage(
            library: InMemoryLibrary(photos: [stacked, single]), pictures: pictures, sharing: sharing,
            picking: picking
        )
        .open("All", "Dune +ARW")
    }

    /// The file of the stack that was drawn last for the whole screen.
    private var drawn: String? {
        pictures.recorded.withLock { $0.views.last { $0.photo.title == "Dune" }?.photo.id.rawValue }
    }

    @Test("a shows the other file of a photo, and then the first one again")
    func otherFile() async {
        let stage = await stage()
        stage.press(Key(.enter))
        await stage.see("1/2")
        stage.press(Key("a"))
        await stage.see("Dune (ARW)")
        await stage.until { drawn == "1.ARW" }
        stage.press(Key("a"))
        await stage.see("Dune +ARW")
        await stage.until { drawn == "1.jpg" }
    }

    @Test("A command gets all files of a photo, then their sidecars, each once")
    func sidecars() async {
        sharing.sidecars = ["1.jpg": ["Dune.jpg.xmp", "Dune.xmp"], "1.ARW": ["Dune.xmp"]]
        let stage = await stage()
        stage.type("!ls")
        stage.press(Key(.enter))
        await stage.see("one")
        #expect(sharing.scripts.map { $0.dropFirst() } == [["1.jpg", "1.ARW", "Dune.jpg.xmp", "Dune.xmp"]])
    }

    @Test("The next photo is shown with its first file, and one without others says so")
    func noOtherFile() async {
        let stage = await stage()
        stage.press(Key(.enter))
        await stage.see("1/2")
        stage.press(Key("a"))
        await stage.see("Dune (ARW)")
        stage.press(Key("n"))
        await stage.see("Reef")
        stage.press(Key("a"))
        await stage.see("This photo has no other file")
        stage.press(Key("p"))
        await stage.see("Dune +ARW")
    }

    @Test("A command gets all files of a photo, in the grid and in the viewer")
    func command() async {
        let stage = await stage()
        stage.type("!")
        await stage.see("Run on ")
        stage.type("ls")
        stage.press(Key(.enter))
        await stage.see("Exit status 3")
        stage.press(Key(.escape))
        await stage.see("Dune +ARW")
        stage.press(Key(.enter))
        await stage.see("1/2")
        stage.type("a")
        await stage.see("Dune (ARW)")
        stage.type("!ls")
        stage.press(Key(.enter))
        await stage.see("Exit status 3")
        #expect(sharing.scripts.map { Array($0.dropFirst()) } == [["1.jpg", "1.ARW"], ["1.jpg", "1.ARW"]])
    }

    @Test("Picking a photo picks all its files, or only the first if the number of photos is limited")
    func picking() async {
        for (max, files) in [(nil, ["1.jpg", "1.ARW"]), (1, ["1.jpg"]), (2, ["1.jpg"])] as [(Int?, [String])] {
            let stage = await stage(picking: Picking(max: max))
            stage.press(Key(.enter))
            await stage.until { stage.picked != nil }
            #expect(stage.picked == files)
        }
    }

    @Test("Sharing includes all files of a photo, which stays one photo")
    func sharingFiles() async {
        sharing.hasViewer = true
        let stage = await stage()
        stage.press(Key("s"))
        await stage.see("o Open in the system viewer")
        #expect(stage.text.contains("Share Dune") && stage.text.contains("Save the originals"))
        stage.press(Key("c"))
        await stage.see("Copied")
        #expect(sharing.copied.map { $0.split(separator: "\n").count } == [2])
    }
}
