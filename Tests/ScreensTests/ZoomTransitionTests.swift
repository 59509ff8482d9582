import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Photo zoom transition", .timeLimit(.minutes(60)))
struct PhotoFlightTests {
    private func album(
        isAnimated: Bool = true, hasThumbnails: Bool = true, pictures: FakePictures? = nil,
        isQuick: Bool = true
    ) async -> TestStage {
        let stage = TestStage(
            library: InMemoryLibrary(albums: 1, photosPerAlbum: 12),
            pictures: pictures ?? FakePictures(hasThumbnails: hasThumbnails),
            viewing: ViewingSettings(isAnimated: isAnimated), link: LinkPort(isQuick: { isQuick }))
        await stage.open("Album 1", "1/12")
        await stage.see("###")
        return stage
    }

    /// Returns the number of cells of the photo in transition.
    private func size(on stage: TestStage) -> Int { stage.text.count { $0 == "%" } }

    @Test("Opening a photo grows it from its tile to the whole terminal")
    func grows() async {
        let stage = await album()
        stage.press(Key(.enter))
        var sizes = [size(on: stage)]
        #expect(stage.row(0).hasSuffix("1/12") && stage.text.contains("###"))
        while sizes.count < 4 {
            stage.clock.advance(by: .milliseconds(25))
            stage.redraw()
            sizes.append(size(on: stage))
        }
        #expect(sizes[0] > 0 && sizes == sizes.sorted() && sizes[3] > 2 * sizes[0])
        stage.clock.advance(by: .milliseconds(25))
        await stage.see("fit  1/12")
        await stage.see("@@@")
    }

    @Test("Leaving the viewer shrinks the photo into its tile")
    func shrinks() async {
        let stage = await album()
        stage.press(Key(.enter), Key("n"))
        await stage.see("fit  2/12")
        stage.press(Key(.escape))
        let first = size(on: stage)
        stage.clock.advance(by: .milliseconds(70))
        stage.redraw()
        #expect(first > size(on: stage) && size(on: stage) > 0)
        stage.clock.advance(by: .milliseconds(40))
        await stage.until { size(on: stage) == 0 }
        #expect(stage.row(0).hasSuffix("2/12"))
    }

    @Test("The full picture is requested before the first frame of the transition is drawn")
    func decodesMeanwhile() async {
        let pictures = FakePictures(hasThumbnails: true)
        let stage = await album(pictures: pictures)
        #expect(pictures.recorded.withLock { $0.views }.isEmpty)
        stage.press(Key(.enter))
        #expect(!pictures.recorded.withLock { $0.views }.isEmpty)
        #expect(size(on: stage) > 0)
    }

    @Test("A key ends the transition and has its normal effect")
    func interrupted() async {
        let stage = await album()
        stage.press(Key(.enter), Key("n"))
        await stage.see("fit  2/12")
        stage.press(Key(.escape), Key(.right))
        #expect(size(on: stage) == 0)
        await stage.until { stage.row(0).hasSuffix("3/12") }
    }

    @Test("A resize ends the transition")
    func resized() async {
        let stage = await album()
        stage.press(Key(.enter))
        stage.resize(columns: 60, rows: 20)
        #expect(size(on: stage) == 0)
        await stage.see("fit  1/12")
    }

    @Test("The masonry layout has the same transition")
    func masonry() async {
        let stage = await album()
        stage.press(Key("w"))
        await stage.see("###")
        stage.press(Key(.enter))
        #expect(size(on: stage) > 0)
        stage.clock.advance(by: .milliseconds(200))
        await stage.see("fit  1/12")
        stage.press(Key(.escape))
        #expect(size(on: stage) > 0)
    }

    @Test("The transition doesn't play on a slow line", arguments: [true, false])
    func slowLine(isQuick: Bool) async {
        let stage = await album(isQuick: isQuick)
        stage.press(Key(.enter))
        #expect((size(on: stage) > 0) == isQuick)
        stage.clock.advance(by: .milliseconds(200))
        await stage.see("fit  1/12")
        stage.press(Key(.escape))
        #expect((size(on: stage) > 0) == isQuick)
    }

    @Test("Without a thumbnail or with animation disabled the photo opens at once", arguments: [true, false])
    func atOnce(isAnimated: Bool) async {
        let stage = await album(isAnimated: isAnimated, hasThumbnails: !isAnimated)
        stage.press(Key(.enter))
        #expect(!stage.text.contains("###"))
        await stage.see("fit  1/12")
        stage.press(Key(.escape))
        #expect(size(on: stage) == 0)
        await stage.see("###")
    }
}
