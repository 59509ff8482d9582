import Albums
import Basics
import CellArt
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("A photo that changes while it is open", .timeLimit(.minutes(60)))
struct ChangedPhotoTests {
    private let library = InMemoryLibrary(photos: photos())
    private let pictures = FakePictures(details: details(camera: "Nikon D3"))

    private static func details(camera: String) -> PhotoDetails {
        var details = PhotoDetails()
        details.camera = camera
        return details
    }

    /// Creates three photos, of which the second has this version.
    private static func photos(version: Int = 0, title: String = "Photo 2") -> [Photo] {
        (1...3).map { number in
            Photo(
                id: Photo.ID("All/\(number).jpg"), albumID: Album.ID("All"),
                title: number == 2 ? title : "Photo \(number)", version: number == 2 ? version : 0)
        }
    }

    /// Opens the second photo.
    private func open(columns: Int = 80, forReaders: Bool = false, count: Int = 3) async -> TestStage {
        let stage = TestStage(
            library: library, pictures: pictures, columns: columns,
            themes: ThemeSettings(isForReaders: forReaders))
        await stage.open("All", "Photo 3")
        stage.press(forReaders ? Key(.down) : Key(.right), Key(.enter))
        await stage.see("2/\(count)")
        return stage
    }

    /// Waits for the notice that a photo is gone, and for a caption below it.
    private func seeCaption(_ caption: String, on stage: TestStage) async {
        await stage.see("was deleted or moved")
        stage.press(Key("v"), Key("v"))
        await stage.see(caption)
    }

    private func change(to photos: [Photo]) {
        library.set(photos: photos)
        library.send(.changed)
    }

    /// The views of the second photo that have been drawn.
    private var views: [(photo: Photo, request: ViewRequest)] {
        pictures.recorded.withLock { $0.views.filter { $0.photo.id == Photo.ID("All/2.jpg") } }
    }

    private var lastView: (photo: Photo, request: ViewRequest)? { views.last }

    @Test("The new picture is shown with the same zoom, position and rotation")
    func sameView() async {
        let stage = await open()
        await stage.see("fit  2/3")
        stage.press(Key(.enter), Key("R"), Key(.up))
        await stage.until("the photo is rotated") { lastView?.request.rotation == .quarter }
        await settle()
        let before = lastView?.request
        change(to: Self.photos(version: 1))
        await stage.until("the new picture is shown") { lastView?.photo.version == 1 }
        #expect(lastView?.request == before)
        await stage.see("100%  2/3")
    }

    @Test("A picture of another size is fitted to the screen")
    func otherSize() async {
        let stage = await open()
        await stage.see("fit  2/3")
        stage.press(Key(.enter))
        await stage.see("100%  2/3")
        pictures.set(size: PixelSize(width: 3000, height: 4000))
        change(to: Self.photos(version: 1))
        await stage.see("fit  2/3")
        await stage.until("the new picture is shown") { lastView?.photo.version == 1 }
    }

    @Test("The caption and the details follow")
    func facts() async {
        let stage = await open(columns: 100)
        await stage.see("Nikon D3")
        stage.press(Key("i"))
        await stage.see("Camera      Nikon D3")
        pictures.set(details: Self.details(camera: "Leica M6"))
        change(to: Self.photos(version: 1, title: "Photo two"))
        await stage.see("Camera      Leica M6")
        stage.press(Key("i"))
        await stage.see("Photo two   Leica M6")
    }

    @Test(
        "The details page of the grid follows, too, and the picture on it, also where photos can be edited",
        arguments: [false, true])
    func detailsPage(isEditable: Bool) async {
        if isEditable { library.allowEditing() }
        let stage = TestStage(library: library, pictures: pictures, columns: 120)
        await stage.open("All", "Photo 3")
        stage.press(Key(.right), Key("i"))
        await stage.see("Camera      Nikon D3")
        await stage.see("####")
        pictures.set(details: Self.details(camera: "Leica M6"))
        change(to: Self.photos(version: 1, title: "Photo two"))
        await stage.see("Camera      Leica M6")
        #expect(stage.text.contains("Photo two"))
        let picture = pictures.recorded.withLock { $0.tiles.last }
        #expect(picture?.photo.version == 1 && (picture?.request.columns ?? 0) > 60)
        // A photo that is deleted stays.
        let photos = Self.photos(version: 1)
        change(to: [photos[0], photos[2]])
        await stage.see("no longer in this list")
        #expect(stage.text.contains("Leica M6") && stage.text.contains("####"))
        change(to: photos)
        await stage.miss("no longer in this list")
        await stage.see("Photo 2")
    }

    @Test("A screen reader gets the new details")
    func page() async {
        let stage = await open(forReaders: true)
        await stage.see("Nikon D3")
        pictures.set(details: Self.details(camera: "Leica M6"))
        change(to: Self.photos(version: 1))
        await stage.see("Leica M6")
        change(to: [Self.photos()[2]])
        await stage.see("\u{201C}Photo 2\u{201D} was deleted or moved")
        await stage.see("Photo 3")
    }

    @Test("A new title changes the caption only")
    func title() async {
        let stage = await open()
        await stage.see("Nikon D3")
        let count = views.count
        change(to: Self.photos(title: "Photo two"))
        await stage.see("Photo two   Nikon D3")
        await settle()
        #expect(views.count == count)
    }

    @Test("If the new file can't be shown, the old picture stays, with the reason, until the file is written again")
    func failure() async {
        let stage = await open()
        await stage.see("@@@")
        pictures.set(viewFailure: PictureFailure.damaged(format: "JPEG"))
        change(to: Self.photos(version: 1))
        await stage.see("amaged")
        pictures.set(viewFailure: nil)
        change(to: Self.photos(version: 2))
        await stage.miss("amaged")
        await stage.see("@@@")
    }

    @Test("If the open photo is deleted, its successor is shown at once, with a notice")
    func deletion() async {
        let stage = await open()
        await stage.see("fit  2/3")
        let photos = Self.photos()
        change(to: [photos[0], photos[2]])
        await stage.see("\u{201C}Photo 2\u{201D} was deleted or moved")
        await seeCaption("fit  2/2", on: stage)
        #expect(stage.text.contains("Photo 3"))
        stage.press(Key("n"))
        await stage.see("This is the last photo")
        stage.press(Key(.escape))
        await stage.see(" 2/2")
    }

    @Test("If photos before the open one are deleted too, the viewer still shows its successor")
    func severalDeletions() async {
        let photos = (1...6).map { number in
            Photo(id: Photo.ID("All/\(number).jpg"), albumID: Album.ID("All"), title: "Photo \(number)")
        }
        library.set(photos: photos)
        let stage = await open(count: 6)
        stage.press(Key("n"), Key("n"))
        await stage.see("fit  4/6")
        change(to: [photos[0], photos[4], photos[5]])
        await seeCaption("fit  2/3", on: stage)
        #expect(stage.text.contains("Photo 5"))
        stage.press(Key("n"))
        await stage.see("fit  3/3")
        stage.press(Key(.escape))
        await stage.see(" 3/3")
        stage.press(Key("i"))
        await stage.see("Photo 6")
    }

    @Test("If the last photo is deleted, the one before it is shown, and without any the grid")
    func lastDeletion() async {
        let stage = await open()
        stage.press(Key("n"))
        await stage.see("fit  3/3")
        change(to: Array(Self.photos()[..<2]))
        await seeCaption("fit  2/2", on: stage)
        #expect(stage.text.contains("Photo 2"))
        change(to: [])
        await stage.see("No photos")
        #expect(stage.text.contains("was deleted or moved"))
    }

    @Test("If the selected photo is deleted with others before it, the grid selects the next one that is left")
    func gridDeletion() async {
        let photos = (1...6).map { number in
            Photo(id: Photo.ID("All/\(number).jpg"), albumID: Album.ID("All"), title: "Photo \(number)")
        }
        library.set(photos: photos)
        let stage = TestStage(library: library, pictures: pictures)
        await stage.open("All", "Photo 3")
        stage.press(Key(.end), Key(.left), Key(.left))
        await stage.see(" 4/6")
        change(to: [photos[2], photos[4], photos[5]])
        await stage.see(" 2/3")
        let renamed = Photo(id: Photo.ID("All/0.jpg"), albumID: Album.ID("All"), title: "Photo 0")
        library.set(moves: [photos[4].id: renamed.id])
        change(to: [renamed, photos[2], photos[5]])
        await stage.see(" 1/3")
        change(to: [])
        await stage.see("No photos")
    }

    @Test("A photo that is deleted while another screen covers the viewer is replaced once it is shown again")
    func coveredDeletion() async {
        let stage = await open()
        await stage.see("fit  2/3")
        stage.type("?")
        await stage.see("Esc back")
        let photos = Self.photos()
        change(to: [photos[0], photos[2]])
        await settle()
        stage.press(Key(.escape))
        await seeCaption("fit  2/2", on: stage)
        #expect(stage.text.contains("Photo 3"))
    }

    @Test("The viewer follows a renamed photo")
    func renaming() async {
        let stage = await open()
        await stage.see("fit  2/3")
        let renamed = Photo(id: Photo.ID("All/4.jpg"), albumID: Album.ID("All"), title: "Photo 4")
        library.set(moves: [Photo.ID("All/2.jpg"): renamed.id])
        let photos = Self.photos()
        change(to: [photos[0], photos[2], renamed])
        await stage.see("fit  3/3")
        await stage.see("Photo 4")
        #expect(!stage.text.contains("deleted"))
    }

    @Test("A photo that only leaves the list stays on the screen, the caption says so, and n shows the next one")
    func removal() async {
        let stage = await open()
        stage.press(Key(.escape))
        await stage.see(" 2/3")
        stage.type("/photo")
        stage.press(Key(.enter), Key(.enter))
        await stage.see("fit  2/3")
        change(to: Self.photos(title: "Dune"))
        await stage.see("fit  no longer in this list")
        #expect(stage.text.contains("Photo 2") && stage.text.contains("@@@"))
        change(to: Self.photos())
        await stage.see("fit  2/3")
        change(to: Self.photos(title: "Dune"))
        await stage.see("fit  no longer in this list")
        stage.press(Key("n"))
        await stage.see("fit  2/2")
        #expect(stage.text.contains("Photo 3"))
    }
}
