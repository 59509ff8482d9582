import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Photo caption", .timeLimit(.minutes(5)))
struct CaptionTests {
    /// Returns the caption of an album's only photo at a terminal width.
    private func caption(
        title: String, description: String? = nil, attribution: String? = nil, columns: Int = 80
    ) async -> String {
        let library = InMemoryLibrary(albums: 1, photosPerAlbum: 0)
        let album = Album.ID("Album 2")
        let photo = Photo(
            id: Photo.ID("1"), albumID: album, title: title, author: "Ada", description: description,
            attribution: attribution)
        library.add(album: album.rawValue, photos: [photo])
        let stage = TestStage(library: library, columns: columns)
        stage.coordinator.start()
        await stage.see("Album 2")
        stage.press(Key(.right), Key(.enter))
        await stage.see("1/1")
        stage.press(Key(.enter))
        await stage.see("fit  1/1")
        return stage.row(23)
    }

    @Test("A truncated photo is marked beside its title")
    func cutPhoto() async {
        let pictures = FakePictures()
        pictures.set(isTruncated: true)
        let stage = TestStage(library: InMemoryLibrary(albums: 1), pictures: pictures)
        await stage.openFirstAlbum("1/48")
        stage.press(Key(.enter))
        await stage.see("@@@")
        await stage.see("Photo 1")
        await stage.see("only part of it is shown")
    }

    @Test("A description used as the title is shown once")
    func descriptionAsTitle() async {
        #expect(await caption(title: "Dune", description: "Dune").hasPrefix(" \u{2661} Dune  Ada   "))
    }

    @Test("If there is room, the description continues the shortened title")
    func descriptionBeyondTitle() async {
        let caption = await caption(title: "A dune at\u{2026}", description: "A dune at the sea")
        #expect(caption.hasPrefix(" \u{2661} A dune at the sea  Ada   "))
    }

    @Test("A long title leaves room for the attribution", arguments: [80, 120])
    func attribution(columns: Int) async {
        let title = String(repeating: "dune ", count: 12) + "end"
        let caption = await caption(title: title, attribution: "Photo by Ada Quill on Unsplash", columns: columns)
        #expect(caption.hasPrefix(" \u{2661} dune dune dune dune"))
        #expect(caption.contains((columns == 80 ? "\u{2026}" : "end") + "  Photo by Ada Quill on Unsplash "))
    }

    @Test("In a narrow terminal the title gets a third of the line")
    func narrow() async {
        let title = String(repeating: "dune ", count: 12)
        let caption = await caption(title: title, attribution: "Photo by Ada Quill on Unsplash", columns: 50)
        #expect(caption.hasPrefix(" \u{2661} dune dune\u{2026}  Photo by Ada Quill on"))
    }
}
