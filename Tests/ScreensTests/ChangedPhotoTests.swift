import Albums
import CellArt
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("A photo whose file changes while it is open", .timeLimit(.minutes(5)))
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
    private func open(columns: Int = 80, forReaders: Bool = false) async -> TestStage {
        let stage = TestStage(
            library: library, pictures: pictures, columns: columns,
            themes: ThemeSettings(isForReaders: forReaders))
        stage.coordinator.start()
        await stage.see("All")
        stage.press(Key(.enter))
        await stage.see("Photo 3")
        stage.press(forReaders ? Key(.down) : Key(.right), Key(.enter))
        await stage.see("2/3")
        return stage
    }

    private func change(to photos: [Photo]) {
        library.set(photos: photos)
        library.send(.changed)
    }

    private var lastView: (photo: Photo, request: ViewRequest)? { pictures.recorded.withLock { $0.views.last } }

    @Test("The new picture is shown with the same zoom, position and rotation")
    func sameView() async {
        let stage = await open()
        await stage.see("fit  2/3")
        stage.press(Key("1"), Key("R"), Key(.up))
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
        stage.press(Key("1"))
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

    @Test("The details page of the grid follows, too, and the picture on it")
    func detailsPage() async {
        let stage = TestStage(library: library, pictures: pictures, columns: 120)
        stage.coordinator.start()
        await stage.see("All")
        stage.press(Key(.enter))
        await stage.see("Photo 3")
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
        change(to: [])
        await stage.see("no longer in this list")
    }

    @Test("A new title changes the caption only")
    func title() async {
        let stage = await open()
        await stage.see("Nikon D3")
        let views = pictures.recorded.withLock { $0.views.count }
        change(to: Self.photos(title: "Photo two"))
        await stage.see("Photo two   Nikon D3")
        await settle()
        #expect(pictures.recorded.withLock { $0.views.count } == views)
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

    @Test("A photo that is deleted stays on the screen, the caption says so, and n shows the next one")
    func deletion() async {
        let stage = await open()
        await stage.see("fit  2/3")
        let photos = Self.photos()
        change(to: [photos[0], photos[2]])
        await stage.see("fit  no longer in this list")
        #expect(stage.text.contains("Photo 2") && stage.text.contains("@@@"))
        change(to: photos)
        await stage.see("fit  2/3")
        change(to: [photos[0], photos[2]])
        await stage.see("fit  no longer in this list")
        stage.press(Key("n"))
        await stage.see("fit  2/2")
        #expect(stage.text.contains("Photo 3"))
    }
}
