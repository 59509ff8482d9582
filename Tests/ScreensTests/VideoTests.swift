import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Videos on the screen", .timeLimit(.minutes(60)))
struct VideoTests {
    private let sharing = SpySharing()
    private let pictures = FakePictures(broken: ["Waves"])

    private func stage(keys: KeyOverrides = KeyOverrides()) async -> TestStage {
        let album = Album.ID("All")
        let photos = [
            Photo(
                id: Photo.ID("waves.mp4"), albumID: album, title: "Waves", file: Array("/a/waves.mp4".utf8),
                video: Video(duration: 83)),
            Photo(id: Photo.ID("reef.jpg"), albumID: album, title: "Reef", file: Array("/a/reef.jpg".utf8)),
            Photo(
                id: Photo.ID("dune.heic"), albumID: album, title: "Dune", file: Array("/a/dune.heic".utf8),
                stack: [
                    StackedFile(
                        id: Photo.ID("dune.mov"), file: Array("/a/dune.mov".utf8), format: "MOV", video: Video())
                ]),
        ]
        return await TestStage(
            library: InMemoryLibrary(photos: photos), pictures: pictures, sharing: sharing, keys: keys
        )
        .open("All", "Dune +MOV")
    }

    @Test("A video without a frame shows its sign and length, and is no error")
    func withoutFrame() async {
        let stage = await stage()
        await stage.see("\u{25B6} 1:23 Waves")
        #expect(!stage.text.contains("\u{00D7}") && !stage.text.contains("damaged"))
        stage.press(Key(.enter))
        await stage.see("1/3")
        await stage.see("Damaged JPEG")
        #expect(!stage.text.contains("\u{00D7}") && !stage.text.contains("Can't show"))
    }

    @Test("Enter in the viewer plays a video in the system's viewer")
    func playing() async {
        sharing.hasViewer = true
        let stage = await stage()
        stage.press(Key(.enter))
        await stage.see("Enter play")
        stage.press(Key(.enter))
        await stage.see("Opening in another window")
        #expect(sharing.opened == ["/a/waves.mp4"])
    }

    @Test("A key can play videos in the viewer and mark all photos in a grid")
    func sharedKey() async {
        sharing.hasViewer = true
        let stage = await stage(keys: KeyOverrides(["photo.play": ["M"]]))
        stage.type("M")
        await stage.see("3 marked")
        stage.press(Key(.enter))
        await stage.see("M play")
        stage.type("M")
        await stage.see("Opening in another window")
    }

    @Test("Enter plays the video below a picture, and zooms a photo without one")
    func stackedVideo() async {
        sharing.hasViewer = true
        let stage = await stage()
        stage.press(Key(.right), Key(.enter))
        await stage.see("2/3")
        await stage.see("@@@")
        #expect(!stage.text.contains("Enter play"))
        stage.press(Key(.enter))
        await stage.see("100%")
        stage.press(Key("n"))
        await stage.see("Dune +MOV")
        stage.press(Key("a"))
        await stage.see("\u{25B6} Dune (MOV)")
        stage.press(Key(.enter))
        await stage.see("Opening in another window")
        #expect(sharing.opened == ["/a/dune.mov"])
    }

    @Test("Without a desktop, Enter says how to get the video, and a refused file is reported")
    func refusals() async {
        let stage = await stage()
        stage.press(Key(.enter))
        await stage.see("1/3")
        stage.press(Key(.enter))
        await stage.see("No desktop to play the video on; share it to get a copy")
        sharing.hasViewer = true
        sharing.openRefusal = .notViewable
        let other = await self.stage()
        other.press(Key(.enter))
        await other.see("Enter play")
        other.press(Key(.enter))
        await other.see("Couldn't open: neither a picture nor a video")
    }
}
