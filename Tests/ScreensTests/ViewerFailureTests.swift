import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Viewer failures", .timeLimit(.minutes(60)))
struct ViewerFailureTests {
    @Test("The coarse picture stays if the sharp one fails, and r retries")
    func coarse() async {
        let pictures = FakePictures()
        let stage = TestStage(library: InMemoryLibrary(), pictures: pictures)
        await stage.open("Album 1", "/48")
        stage.press(Key(.enter))
        await stage.see(String(repeating: "@", count: 80))
        pictures.set(viewFailure: PictureFailure.downloadFailed(.timedOut(host: "pictures.example")))
        stage.press(Key("+"))
        await stage.see("pictures.example did not respond in time (press r to retry)")
        #expect(stage.row(0).hasPrefix(String(repeating: "o", count: 60)))
        #expect(!stage.text.contains("Photo 1"))
        pictures.set(viewFailure: nil)
        stage.press(Key("r"))
        await stage.see(String(repeating: "@", count: 80))
        await stage.see("Photo 1")
    }

    @Test("Without any picture, the reason and the retry key are shown in its place")
    func nothing() async {
        let stage = TestStage(library: InMemoryLibrary(), pictures: FakePictures(broken: ["Photo 1"]))
        await stage.open("Album 1", "/48", "Can't show this photo: damaged JPEG (press r to retry)")
        await stage.see("Photo 1")
    }
}
