import Albums
import Foundation
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Photo caption", .timeLimit(.minutes(60)))
struct CaptionTests {
    /// Returns the caption of an album's only photo at a terminal width.
    private func caption(
        title: String, author: String? = "Ada", description: String? = nil, attribution: String? = nil,
        date: Date? = nil, dateKind: Photo.DateKind = .taken, details: PhotoDetails = PhotoDetails(),
        columns: Int = 80
    ) async -> String {
        let library = InMemoryLibrary(albums: 1, photosPerAlbum: 0)
        let album = Album.ID("Album 2")
        let photo = Photo(
            id: Photo.ID("1"), albumID: album, title: title, author: author, description: description, date: date,
            dateKind: dateKind, attribution: attribution)
        library.add(album: album.rawValue, photos: [photo])
        let stage = TestStage(library: library, pictures: FakePictures(details: details), columns: columns)
        await stage.open("Album 2")
        stage.press(Key(.right), Key(.enter))
        await stage.see("1/1")
        stage.press(Key(.enter))
        await stage.see("fit  1/1")
        await stage.see("@@@")
        _ = await stage.lastingScreen()
        return stage.row(23)
    }

    /// The details of a photo from a camera.
    private var details: PhotoDetails {
        var details = PhotoDetails()
        details.taken = Date(timeIntervalSince1970: 1_717_210_980)
        details.camera = "Pixel 8"
        details.exposure = Exposure(time: 0.004, aperture: 1.7, iso: 64)
        return details
    }

    @Test(
        "Title, date, camera, exposure and author follow each other as far as there is room",
        arguments: [
            (40, " ♡ Dune   2024-06-01 03:03     fit  1/1"),
            (60, " ♡ Dune   2024-06-01 03:03 · Pixel 8               fit  1/1"),
            (80, " ♡ Dune   2024-06-01 03:03 · Pixel 8 · f/1.7 1/250 s ISO 64 · Ada      fit  1/1"),
        ])
    func facts(columns: Int, expected: String) async {
        #expect(await caption(title: "Dune", details: details, columns: columns) == expected)
    }

    @Test("In a narrow terminal, the zoom gives way to the sign of a kept view, and then all to the position")
    func narrowPosition() async {
        let stage = TestStage(library: InMemoryLibrary(), columns: 40, rows: 12)
        await stage.open("Album 1", "1/48", "fit  1/48")
        stage.press(Key(.enter), Key("H"))
        await stage.see("  view kept  100%  1/48")
        stage.resize(columns: 30, rows: 12)
        await stage.see("  view kept  1/48")
        #expect(!stage.text.contains("100%"))
        stage.resize(columns: 24, rows: 12)
        await stage.see("Photo 1")
        #expect(stage.row(11).hasSuffix(" 1/48") && !stage.text.contains("view"))
    }

    @Test("Marks, a kept view and a slideshow stay visible beside the title", arguments: [80, 40])
    func states(columns: Int) async {
        let stage = TestStage(library: InMemoryLibrary(), columns: columns, rows: 24)
        await stage.open("Album 1", "1/48", "fit  1/48")
        stage.type("mH  ")
        await stage.see(
            columns == 80 ? "  slideshow paused  1 marked  view kept  fit  1/48" : "  ||  \u{2713}1  H  1/48")
        #expect(stage.text.contains("Photo 1"))
    }

    @Test("The author gives way before the title does")
    func authorGoesFirst() async {
        let title = String(repeating: "dune ", count: 7) + "end"
        let caption = await caption(title: title, author: "Ada Lovelace", columns: 60)
        #expect(caption.hasPrefix(" ♡ \(title)  ") && !caption.contains("Ada"))
    }

    @Test("A title that does not fit is shortened in the middle")
    func longTitle() async {
        let caption = await caption(title: "Holiday in Porto with a very long file name 2041.jpg", columns: 40)
        #expect(caption.hasPrefix(" ♡ Holiday in Po…ame 2041.jpg  fit  1/1"))
    }

    @Test("Metadata appears after the title and date without moving them")
    func lateMetadata() async {
        let pictures = FakePictures(details: details)
        pictures.set(areDetailsHeld: true)
        let date = Date(timeIntervalSince1970: 1_715_500_000)
        let photo = Photo(id: Photo.ID("1"), albumID: Album.ID("All"), title: "Dune", author: "Ada", date: date)
        let stage = TestStage(library: InMemoryLibrary(photos: [photo]), pictures: pictures)
        await stage.open("All", "1/1", "@@@")
        await settle()
        let before = " ♡ Dune   2024-05-12 07:46"
        #expect(stage.row(23).replacing("fit  1/1", with: "").trimmed == before)
        pictures.set(areDetailsHeld: false)
        await stage.see("Pixel 8")
        #expect(stage.row(23).hasPrefix(before + " · Pixel 8 · f/1.7 1/250 s ISO 64 · Ada  "))
    }

    @Test("The modification date of a file stands in only if the file has no other date, and says so")
    func modificationDate() async {
        let date = Date(timeIntervalSince1970: 1_715_500_000)
        #expect(
            await caption(title: "Dune", date: date, dateKind: .modified).hasPrefix(
                " ♡ Dune   modified 2024-05-12 · Ada "))
        #expect(
            await caption(title: "Dune", date: date, dateKind: .modified, details: details)
                .hasPrefix(" ♡ Dune   2024-06-01 03:03 · "))
    }

    @Test("A truncated photo is marked beside its title")
    func cutPhoto() async {
        let pictures = FakePictures()
        pictures.set(isTruncated: true)
        let stage = TestStage(library: InMemoryLibrary(albums: 1), pictures: pictures)
        await stage.open("Album 1", "1/48", "@@@")
        await stage.see("Photo 1")
        await stage.see("only part of it is shown")
        stage.resize(columns: 40, rows: 12)
        await stage.see(" \u{00D7} The file is damaged; ")
    }

    @Test("A description used as the title is shown once")
    func descriptionAsTitle() async {
        #expect(await caption(title: "Dune", description: "Dune").hasPrefix(" \u{2661} Dune   Ada   "))
    }

    @Test("If there is room, the full description replaces its beginning in the title")
    func descriptionBeyondTitle() async {
        let caption = await caption(title: "A dune at\u{2026}", description: "A dune at the sea")
        #expect(caption.hasPrefix(" \u{2661} A dune at the sea   Ada   "))
    }

    @Test("A long title leaves room for the attribution", arguments: [80, 120])
    func attribution(columns: Int) async {
        let title = String(repeating: "dune ", count: 12) + "end"
        let caption = await caption(title: title, attribution: "Photo by Ada Quill on Unsplash", columns: columns)
        #expect(caption.hasPrefix(columns == 80 ? " \u{2661} dune dune dune d\u{2026}" : " \u{2661} \(title)  "))
        #expect(caption.contains("end   Photo by Ada Quill on Unsplash "))
    }

    @Test("In a narrow terminal the attribution gives way before the title does")
    func narrow() async {
        let caption = await caption(
            title: "The dune at noon", attribution: "Photo by Ada Quill on Unsplash", columns: 50)
        #expect(caption.hasPrefix(" \u{2661} The dune at noon  ") && !caption.contains("Ada"))
    }
}

extension String {
    /// The text without trailing blanks.
    fileprivate var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}
