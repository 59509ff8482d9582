import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Animated photos", .timeLimit(.minutes(60)))
struct AnimationTests {
    private func open(
        _ pictures: FakePictures, isAnimated: Bool = true, link: LinkPort = LinkPort()
    ) async -> TestStage {
        await TestStage(
            library: InMemoryLibrary(albums: 1, photosPerAlbum: 3), pictures: pictures,
            viewing: ViewingSettings(isAnimated: isAnimated), link: link
        )
        .open("Album 1", "1/3", "@@@")
    }

    @Test("Each frame is shown for its delay, and the last one stays")
    func plays() async {
        let pictures = FakePictures(moving: ["Photo 1"])
        let stage = await open(pictures)
        for frame in ["BBB", "CCC", "DDD", "EEE"] { await stage.seeSlowly(frame) }
        #expect(pictures.recorded.withLock { $0.areMoving }.allSatisfy { $0 })
        stage.clock.advance(by: .seconds(60))
        // The last frame stays in the quality of a still picture.
        await stage.until { pictures.recorded.withLock { $0.areMoving.last } == false }
        await settle()
        #expect(stage.text.contains("EEE"))
    }

    @Test("Late frames are skipped")
    func late() async {
        let pictures = FakePictures(moving: ["Photo 1"])
        let stage = await open(pictures)
        await stage.seeSlowly("BBB")
        stage.clock.advance(by: .seconds(2.5))
        await stage.until { stage.text.contains("DDD") || stage.text.contains("EEE") }
        #expect(pictures.recorded.withLock { $0.frames }.count == 2)
    }

    @Test("The next frame is decoded only after the terminal has received the previous one")
    func waits() async {
        let pictures = FakePictures(moving: ["Photo 1"])
        let stage = await open(pictures)
        await stage.seeSlowly("BBB")
        // Draw nothing from here on, as on a slow line.
        for _ in 0..<20 {
            stage.clock.advance(by: .milliseconds(500))
            await settle()
        }
        #expect(pictures.recorded.withLock { $0.frames }.count <= 2)
        // By then the frames in between are late and skipped.
        await stage.seeSlowly("EEE")
        #expect(pictures.recorded.withLock { $0.frames }.count <= 3)
    }

    @Test("On a slow line an animated photo is still")
    func slowLine() async {
        let pictures = FakePictures(moving: ["Photo 1"])
        let stage = await open(pictures, link: LinkPort(isQuick: { false }))
        for _ in 0..<20 {
            stage.clock.advance(by: .seconds(1))
            await settle()
        }
        #expect(pictures.recorded.withLock { $0.frames }.isEmpty)
    }

    @Test("When the connection becomes slow, the animation pauses as a still picture, unless its frames are pixels")
    func pauses() async {
        @MainActor final class Link { var (isSlow, showsPixels) = (false, false) }
        let link = Link()
        let pictures = FakePictures(moving: ["Photo 1"])
        let stage = await open(
            pictures,
            link: LinkPort(
                isQuick: { !link.isSlow },
                showsFramesByPixels: { link.showsPixels }))
        await stage.seeSlowly("BBB")
        (link.isSlow, link.showsPixels) = (true, true)
        await stage.seeSlowly("CCC")
        link.showsPixels = false
        await stage.slowly { pictures.recorded.withLock { $0.areMoving.last } == false }
        #expect(stage.text.contains("CCC"))
        link.isSlow = false
        await stage.slowly { stage.text.contains("DDD") || stage.text.contains("EEE") }
    }

    @Test("On a slow line, an animation continues once the pixels of a changed view have arrived")
    func changedView() async {
        @MainActor final class Link { var (isSlow, showsPixels) = (false, true) }
        let link = Link()
        let pictures = FakePictures(moving: ["Photo 1"])
        let stage = await open(
            pictures,
            link: LinkPort(
                isQuick: { !link.isSlow },
                showsFramesByPixels: { link.showsPixels }))
        await stage.seeSlowly("BBB")
        link.isSlow = true
        link.showsPixels = false
        stage.clock.advance(by: .seconds(1))
        await settle()
        #expect(pictures.recorded.withLock { $0.areMoving.last } == true)
        link.showsPixels = true
        await stage.seeSlowly("EEE")
    }

    @Test("Zooming and rotating redraw the current frame")
    func zooms() async {
        let pictures = FakePictures(moving: ["Photo 1"])
        let stage = await open(pictures)
        await stage.seeSlowly("CCC")
        stage.press(Key(.enter), Key("R"))
        await stage.until {
            pictures.recorded.withLock { $0.frames.last.map { $0.part.width == 80 && $0.rotation == .quarter } == true }
        }
        #expect(stage.text.contains("CCC"))
        await stage.seeSlowly("DDD")
    }

    @Test("The next photo, help and leaving stop the animation; coming back restarts it")
    func ends() async {
        let pictures = FakePictures(moving: ["Photo 1"])
        let stage = await open(pictures)
        await stage.seeSlowly("BBB")
        stage.press(Key("?"))
        await stage.see("Next photo")
        stage.press(Key(.escape))
        await stage.see("@@@")
        await stage.seeSlowly("BBB")
        stage.press(Key("n"))
        await stage.see("2/3")
        await stage.see("@@@")
        let count = pictures.recorded.withLock { $0.frames }.count
        stage.clock.advance(by: .seconds(10))
        await settle()
        #expect(pictures.recorded.withLock { $0.frames }.count == count)
    }

    @Test("With animation disabled an animated photo is still")
    func still() async {
        let pictures = FakePictures(moving: ["Photo 1"])
        let stage = await open(pictures, isAnimated: false)
        stage.clock.advance(by: .seconds(10))
        await settle()
        #expect(stage.text.contains("@@@") && pictures.recorded.withLock { $0.frames }.isEmpty)
    }
}
