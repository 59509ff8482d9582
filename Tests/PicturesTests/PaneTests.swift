import Albums
import Basics
import CellArt
import TestFixtures
import Testing

@testable import Pictures

@Suite("Photos in two panes", .timeLimit(.minutes(60)))
struct PaneTests {
    private let service = ThumbnailSourceTests.RecordingService()
    private let loader: PictureLoader
    private let files = TemporaryFiles()
    private let left = Pane(0)
    private let right = Pane(1)
    private let size = PixelSize(width: 96, height: 64)

    init() {
        loader = PictureLoader(decoding: service, threads: 2)
    }

    private var style: ArtStyle {
        var style = ArtStyle(symbols: .half, colors: .trueColor)
        style.cell = CellSize(width: 4, height: 8)
        return style
    }

    private func source(_ colors: String) -> PictureSource {
        let path = files.path(of: SampleJPEG.encode(Quadrants(width: size.width, height: size.height, colors)))
        return .file(path: path)
    }

    private func view(
        _ photo: String, _ source: PictureSource, in pane: Pane
    ) -> Task<ViewedPicture?, any Error> {
        let part = PixelRect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        let request = ViewRequest(part: part, columns: 24, rows: 8, style: style, pane: pane)
        return Task { [loader] in
            var last: ViewedPicture?
            for try await view in loader.view(of: PhotoVersion(photo), from: { source }, as: request) { last = view }
            return last
        }
    }

    private func pixels(_ view: ViewedPicture?) throws -> PixelPicture {
        guard case .pixels(let picture)? = view?.picture else { throw CancellationError() }
        return picture
    }

    private var renders: Int { service.calls.withLock { $0.count { $0 == "render" } } }

    @Test("Two photos are decoded at the same time, and leaving one pane leaves the other's decode running")
    func decodes() async throws {
        service.areDecodesHeld.store(true, ordering: .relaxed)
        let first = view("a", source("RG/BY"), in: left)
        let second = view("b", source("BY/RG"), in: right)
        try await waitUntil { renders == 2 }
        loader.cancelViews(in: left)
        await #expect(throws: CancellationError.self) { try await first.value }
        service.areDecodesHeld.store(false, ordering: .relaxed)
        #expect(try await second.value?.isSharp == true)
        #expect(renders == 2)
    }

    @Test("The pixels of one pane stay while the photo in the other changes")
    func pixels() async throws {
        let shown = source("RG/BY")
        let picture = try pixels(try await view("a", shown, in: left).value)
        let other = try pixels(try await view("b", source("BY/RG"), in: right).value)
        let next = try pixels(try await view("c", source("GR/YB"), in: right).value)
        #expect(Set([picture.view, other.view, next.view]).count == 3)
        #expect(picture.bitmap() != nil && loader.shownPixels(of: PhotoVersion("a"))?.wereInMemory == false)
        #expect(loader.shownPixels(of: PhotoVersion("c")) != nil)
        let before = renders
        #expect(try pixels(try await view("a", shown, in: left).value) == picture)
        #expect(renders == before)
    }

    @Test("The same photo in two panes is decoded once")
    func samePhoto() async throws {
        service.areDecodesHeld.store(true, ordering: .relaxed)
        let shown = source("RG/BY")
        let first = view("a", shown, in: left)
        try await waitUntil { renders == 1 }
        let second = view("a", shown, in: right)
        try await waitUntil { loader.viewed.decodingPanes == [left, right] }
        loader.cancelViews(in: left)
        service.areDecodesHeld.store(false, ordering: .relaxed)
        #expect(try pixels(try await second.value).bitmap() != nil)
        _ = await first.result
        #expect(renders == 1)
    }
}
