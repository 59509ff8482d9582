import Albums
import CellArt
import Testing

@testable import Screens

@MainActor
@Suite("Displays in two panes", .timeLimit(.minutes(5)))
struct PaneTests {
    private let pictures = FakePictures(drawsInitials: true)
    private let left: PhotoDisplay
    private let right: PhotoDisplay

    init() {
        func display(_ pane: Pane, _ pictures: FakePictures) -> PhotoDisplay {
            let display = PhotoDisplay(
                pictures: pictures.port, pane: pane, isAnimated: false, link: LinkPort(), clock: ManualClock())
            display.layOut(columns: 10, rows: 5, style: ArtStyle(symbols: .half, colors: .none))
            return display
        }
        (left, right) = (display(Pane(0), pictures), display(Pane(1), pictures))
    }

    private func photo(_ title: String) -> Photo {
        Photo(id: Photo.ID(title), albumID: Album.ID("1"), title: title)
    }

    private func glyph(_ display: PhotoDisplay) -> Unicode.Scalar? {
        if case .cells(let cells)? = display.shown.picture { cells[0, 0].glyph } else { nil }
    }

    @Test("Each pane shows its photo, and zooms and changes without the other")
    func independent() async {
        left.show(photo("a"))
        right.show(photo("b"))
        await until { glyph(left) == "a" && glyph(right) == "b" }
        let viewport = left.shown.viewport
        right.change { $0.zoomIn() }
        right.show(photo("c"))
        await until { glyph(right) == "c" && !right.isBusy }
        #expect(glyph(left) == "a" && left.shown.viewport == viewport && left.shown.pictured == Photo.ID("a"))
        let views = pictures.recorded.withLock { $0.views }
        #expect(views.filter { $0.request.pane == left.pane }.map(\.photo.title) == ["a"])
        #expect(Set(views.filter { $0.request.pane == right.pane }.map(\.photo.title)) == ["b", "c"])
    }

    @Test("Suspending one pane cancels only its decode, and the other finishes loading")
    func suspended() async {
        pictures.set(isHeld: true)
        left.show(photo("a"))
        right.show(photo("b"))
        await until { pictures.waiting == 2 }
        left.suspend()
        #expect(pictures.recorded.withLock { $0.cancelledPanes } == [left.pane])
        #expect(!left.isBusy && right.isBusy)
        pictures.set(isHeld: false)
        await until { glyph(right) == "b" }
        #expect(left.shown.picture == nil)
    }
}
