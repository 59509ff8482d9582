import CellArt
import TerminalUI
import Testing

@testable import CursesTerminal

/// A driver that has pieces of images to send, but finishes preparing them only when `isPrepared` is set.
final class StubPixelDriver: PixelDriver {
    var onReady: () -> Void = {}
    let shown = ShownImages.none
    let showsFrames = false
    let usesConnection: Bool
    var hasCoarsePictures = false
    let startsAt: UInt64? = nil
    var isPrepared = false
    private var pieces: Int
    private(set) var limits: [Int] = []
    private(set) var retries = 0
    private(set) var restarts = 0

    init(pieces: Int = 0, usesConnection: Bool = false) {
        self.pieces = pieces
        self.usesConnection = usesConnection
    }

    var isBusy: Bool { pieces > 0 }
    func isPreparing(anyOf pictures: [PixelPicture]) -> Bool { isBusy && !pictures.isEmpty }
    func retryCoarse(rate: Double?) { retries += 1 }
    func didReceiveInput() {}
    func show(_ surface: Surface) {}
    func prepare(rate: Double?) {}
    func next(limit: Int, rate: Double?) -> [UInt8] {
        limits.append(limit)
        return isPrepared && isBusy ? Array("<image>".utf8) : []
    }
    func takeOverwritten() -> [ImageRegion] { [] }
    func didWrite() -> Bool {
        pieces -= 1
        return true
    }
    func receiveReport(of id: UInt32, isAccepted: Bool) -> Bool { false }
    func restart() { restarts += 1 }
    func removeAll() -> [UInt8] { [] }
}

@Suite("When pixels are sent")
@MainActor
struct PixelSchedulerTests {
    private static let millisecond: UInt64 = 1_000_000
    private static let image = PixelScheduler.Output.pixels(Array("<image>".utf8))

    private let scheduler = PixelScheduler()
    private let driver = StubPixelDriver(pieces: 2, usesConnection: true)

    init() {
        driver.isPrepared = true
        scheduler.driver = driver
    }

    private func surface(_ role: PixelPicture.Role = .still) -> Surface {
        let cell = ArtCell(glyph: "x", foreground: .terminal, background: .terminal)
        let picture = PixelPicture(
            of: PhotoCrop(of: "a"), content: "a", role: role, cells: CellPicture(columns: 1, rows: 1, cells: [cell])
        ) { nil }
        var surface = Surface(size: Size(columns: 4, rows: 4))
        surface.place(.pixels(picture), centeredIn: Rect(column: 0, row: 0, columns: 4, rows: 4))
        return surface
    }

    /// Returns the next output on a screen of 16 cells, at a time in milliseconds.
    private func next(
        at time: UInt64, over link: LinkProgress = LinkProgress(asking: .nobody),
        quality: LinkQuality = LinkQuality(frameTime: nil, isUnlimited: true)
    ) -> PixelScheduler.Output {
        scheduler.next(cells: 16, over: link, quality: quality, at: time * Self.millisecond)
    }

    @Test("No pixels are sent while keys arrive")
    func keys() {
        #expect(next(at: 60) == Self.image)
        scheduler.didReceiveInput(at: 100 * Self.millisecond)
        #expect(next(at: 159) == .wait(until: 160 * Self.millisecond))
        #expect(next(at: 160) == Self.image)
    }

    @Test("On a slow connection, pixels wait after a frame, too, unless an animation plays")
    func frames() {
        let link = LinkProgress(asking: .nobody)
        let slow = LinkQuality(frameTime: 1)
        scheduler.show(surface(), isNew: true, over: link, quality: slow, at: 100 * Self.millisecond)
        #expect(next(at: 159, quality: slow) == .wait(until: 160 * Self.millisecond))
        #expect(next(at: 159) == Self.image)
        scheduler.show(surface(.frame), isNew: true, over: link, quality: slow, at: 200 * Self.millisecond)
        #expect(next(at: 200, quality: slow) == Self.image)
    }

    @Test("Through tmux, a piece is sent once the terminal has acknowledged the last one")
    func throughTmux() {
        var link = LinkProgress()
        link.ask(.terminalAroundTmux, at: 0)
        #expect(next(at: 100, over: link) == .query(repeatedAt: 2100 * Self.millisecond))
        link.didWrite(8, withQuery: true, at: 100 * Self.millisecond)
        #expect(next(at: 101, over: link) == .wait(until: 2101 * Self.millisecond))
        #expect(driver.limits.isEmpty)
        link.didReceiveReport(at: 102 * Self.millisecond)
        #expect(next(at: 103, over: link) == Self.image)
        #expect(driver.limits == [4 * 16])
        link.didWrite(64, withQuery: true, at: 103 * Self.millisecond)
        #expect(!scheduler.didWrite(over: link))
        guard case .wait = next(at: 104, over: link) else {
            Issue.record("A piece was sent before the last one was acknowledged")
            return
        }
        link.didReceiveReport(at: 105 * Self.millisecond)
        #expect(scheduler.didReceiveReport(over: link))
        #expect(!scheduler.didReceiveReport(over: link))
        #expect(next(at: 106, over: link) == Self.image)
    }

    @Test("An image is sent again if tmux may have dropped a piece")
    func droppedByTmux() {
        var link = LinkProgress()
        link.ask(.terminalAroundTmux, at: 0)
        link.didWrite(8, withQuery: true, at: 0)
        link.didReceiveReport(at: Self.millisecond)
        link.didWrite(64, withQuery: true, at: 100 * Self.millisecond)
        #expect(!scheduler.didWrite(over: link))
        scheduler.didExpireReports(of: link)
        #expect(driver.restarts == 0)
        link.expire(at: 10_000 * Self.millisecond)
        scheduler.didExpireReports(of: link)
        scheduler.didExpireReports(of: link)
        #expect(driver.restarts == 1)
    }
}
