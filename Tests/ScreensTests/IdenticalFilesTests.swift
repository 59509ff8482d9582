import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Identical files in details", .timeLimit(.minutes(60)))
struct IdenticalFilesTests {
    private let library = InMemoryLibrary(
        photos: ["Dune", "Reef"].map {
            Photo(id: Photo.ID($0), albumID: Album.ID("All"), title: $0, file: Array("/a/\($0).jpg".utf8))
        })

    init() {
        library.set(identicalFiles: [
            Photo.ID("Dune"): [
                IdenticalFile(path: "Rome/2.jpg"), IdenticalFile(path: "Rome/3.jpg"),
                IdenticalFile(path: "Rome/link.jpg", isLink: true),
            ]
        ])
    }

    @Test("Copies and links are named once they have been found, and the other details don't wait for them")
    func page() async {
        library.set(isComparisonHeld: true)
        let stage = await TestStage(library: library).open("All", "Dune")
        stage.type("i")
        await stage.see("4000 \u{00D7} 3000 pixels")
        #expect(!stage.text.contains("Identical"))
        library.set(isComparisonHeld: false)
        await stage.see("Rome/2.jpg (+1)")
        #expect(stage.text.contains("Identical to") && stage.text.contains("Same file as"))
        #expect(stage.text.contains("Rome/link.jpg"))
    }

    @Test("The panel of the viewer names them too, for each photo anew")
    func panel() async {
        let stage = await TestStage(library: library, columns: 120, rows: 40).open("All", "Dune", "1/2")
        stage.type("i")
        await stage.see("Rome/2.jpg (+1)")
        stage.type("n")
        await stage.see("2/2")
        await stage.miss("Identical")
    }

    @Test("Screen readers hear them with all other details")
    func reader() async {
        let stage = await TestStage(library: library, themes: ThemeSettings(isForReaders: true)).open(
            "All", "Dune", "Identical to")
        #expect(stage.text.contains("Rome/2.jpg (+1)"))
    }
}
