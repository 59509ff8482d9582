import Albums
import CellArt
import Testing

@testable import Screens

@MainActor
@Suite("Displays in two panes", .timeLimit(.minutes(60)))
struct PaneTests {
    private let pictures = FakePictures(drawsInitials: true)
    private let left: PhotoDisplay
    private let right: PhotoDisplay

    init() {
        (left, right) = (Self.display(Pane(0), pictures), Self.display(Pane(1), pictures))
    }

    private static func display(_ pane: Pane, _ pictures: FakePictures) -> PhotoDisplay {
        let display = PhotoDisplay(
            pictures: pictures.port, pane: pane, isAnimated: false, link: LinkPort(), clock: ManualClock())
        display.layOut(ViewArea(columns: 10, rows: 5, style: ArtStyle(symbols: .half, colors: .none)))
        return display
    }

    private func photo(_ title: String, version: Int = 0) -> Photo {
        Photo(id: Photo.ID(title), albumID: Album.ID("1"), title: title, version: version)
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
        #expect(glyph(left) == "a" && left.shown.viewport == viewport && left.shown.drawnPhoto == Photo.ID("a"))
        let views = pictures.recorded.withLock { $0.views }
        #expect(views.filter { $0.request.pane == left.pane }.map(\.photo.title) == ["a"])
        #expect(Set(views.filter { $0.request.pane == right.pane }.map(\.photo.title)) == ["b", "c"])
    }

    @Test("A photo that has been drawn ahead is shown without drawing it again, unless its file has changed")
    func drawnAhead() async {
        let area = ViewArea(columns: 10, rows: 5, style: ArtStyle(symbols: .half, colors: .none))
        let prefetcher = PhotoPrefetcher(pictures: pictures.port) { [next = photo("b")] _ in next }
        left.prepared = { prefetcher.view(of: $0, $1) }
        left.show(photo("a"))
        await until { glyph(left) == "a" && !left.isBusy }
        prefetcher.prepare(index: 1, in: area, showsPeaking: false) { [left] in
            left.initialViewport(of: $0, in: area)
        }
        await until { titles == ["a", "b"] }
        await settle()
        left.show(photo("b"))
        await until { glyph(left) == "b" && !left.isBusy }
        #expect(titles == ["a", "b"])
        #expect(pictures.recorded.withLock { $0.views.map(\.request.pane) } == [left.pane, PhotoPrefetcher.pane])
        left.show(photo("b", version: 1))
        await until { titles == ["a", "b", "b"] && !left.isBusy }
    }

    @Test("A view of the previous photo that arrives late isn't taken for one of the next")
    func lateView() async {
        let pictures = FakePictures(hasThumbnails: true, drawsInitials: true)
        let display = Self.display(Pane(0), pictures)
        var drawn: [Unicode.Scalar?] = []
        display.onChange = { if display.shown.drawnPhoto == Photo.ID("b") { drawn.append(glyph(display)) } }
        display.show(photo("a"))
        display.show(photo("b"))
        await until { glyph(display) == "b" && !display.isBusy }
        #expect(drawn.allSatisfy { $0 == "b" })
    }

    /// The titles of the photos that have been drawn.
    private var titles: [String] { pictures.recorded.withLock { $0.views.map(\.photo.title) } }

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
