import Albums
import CellArt
import Synchronization
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Thumbnails around the view", .timeLimit(.minutes(60)))
struct TileGalleryTests {
    private struct Tiles {
        var recorded: [Bool] = []
        var cancelled = 0
    }

    private let photo = Photo(id: Photo.ID("a"), albumID: Album.ID("b"), title: "A")
    private let request = TileRequest(
        columns: 4, rows: 2, style: ArtStyle(symbols: .half, colors: .trueColor), isVisible: false)

    @Test("A prefetched thumbnail keeps loading when it scrolls into view and is cancelled when it leaves")
    func promotion() async throws {
        let tiles = Mutex(Tiles())
        let port = withTiles { request in
            tiles.withLock { $0.recorded.append(request.isVisible) }
            do {
                try await Task.sleep(for: .seconds(3600))
            } catch {
                tiles.withLock { $0.cancelled += 1 }
            }
            throw CancellationError()
        }
        let thumbnailLoader = ThumbnailLoader(pictures: port, clock: ManualClock())
        thumbnailLoader.show(visible: [], nearby: [photo], as: request)
        await until { tiles.withLock { $0.recorded } == [false] }
        thumbnailLoader.show(visible: [photo], nearby: [], as: request)
        await until { tiles.withLock { $0.recorded } == [false, true] }
        thumbnailLoader.show(visible: [photo], nearby: [], as: request)
        await settle()
        #expect(tiles.withLock { $0.cancelled } == 0 && tiles.withLock { $0.recorded.count } == 2)
        thumbnailLoader.show(visible: [], nearby: [], as: request)
        await until { tiles.withLock { $0.cancelled } == 2 }
    }

    @Test("A changed photo is requested again, and shows its old picture until the new one arrives")
    func changed() async throws {
        let requests = Mutex(0)
        let isHeld = WaitableValue(false)
        let port = withTiles { request in
            requests.withLock { $0 += 1 }
            try await isHeld.pass()
            throw PictureFailure.empty
        }
        let thumbnailLoader = ThumbnailLoader(pictures: port, clock: ManualClock())
        thumbnailLoader.show(visible: [photo], nearby: [photo], as: request)
        await until { thumbnailLoader.tiles[photo.id] != nil }
        isHeld.set(true)
        let changed = Photo(id: photo.id, albumID: photo.albumID, title: "A", version: 1)
        for _ in 0..<2 { thumbnailLoader.show(visible: [changed], nearby: [changed], as: request) }
        await until { requests.withLock { $0 } == 2 }
        await settle()
        #expect(thumbnailLoader.tiles[photo.id] != nil && requests.withLock { $0 } == 2)
    }

    @Test("Only a slow thumbnail in view shows a loading indicator")
    func slow() async throws {
        let isHeld = WaitableValue(true)
        let port = withTiles { request in
            try await isHeld.pass()
            throw PictureFailure.empty
        }
        let clock = ManualClock()
        let thumbnailLoader = ThumbnailLoader(pictures: port, clock: clock)
        let other = Photo(id: Photo.ID("c"), albumID: Album.ID("b"), title: "C")
        thumbnailLoader.show(visible: [photo], nearby: [other], as: request)
        #expect(thumbnailLoader.tiles.isEmpty)
        await until {
            clock.advance(by: .milliseconds(100))
            return !thumbnailLoader.tiles.isEmpty
        }
        #expect(thumbnailLoader.tiles.count == 1)
        guard case .loading = thumbnailLoader.tiles[photo.id] else {
            Issue.record("no loading indicator")
            return
        }
        isHeld.set(false)
        await until {
            guard case .broken = thumbnailLoader.tiles[photo.id] else { return false }
            return true
        }
        #expect(thumbnailLoader.tiles[photo.id].map { "\($0)" } == "broken: The file is empty")
    }

    @Test("A resized thumbnail fills its tile at once, drawn from the old pixels")
    func resized() async {
        let isHeld = WaitableValue(false)
        var port = FakePictures(hasThumbnails: true).port
        port.tile = { _, request in
            AsyncThrowingStream { yield in
                try await isHeld.pass()
                let picture = FakePictures.picture("#", columns: request.columns, rows: request.rows)
                yield(ViewedPicture(picture: picture, isSharp: true))
            }
        }
        let thumbnailLoader = ThumbnailLoader(pictures: port, clock: ManualClock())
        func columns() -> Int? {
            guard case .picture(let picture) = thumbnailLoader.tiles[photo.id] else { return nil }
            return picture.columns
        }
        thumbnailLoader.show(visible: [photo], nearby: [], as: request)
        await until { columns() == request.columns }
        isHeld.set(true)
        var larger = request
        larger.columns *= 3
        thumbnailLoader.show(visible: [photo], nearby: [], as: larger)
        #expect(columns() == larger.columns)
        isHeld.set(false)
    }

    /// Records the requested photos. Their tiles are sharp at once unless held.
    private final class RecordingPort: Sendable {
        let requested = Mutex<[String]>([])
        let isHeld = WaitableValue(false)

        var port: PicturePort {
            var port = FakePictures().port
            port.tile = { photo, request in
                self.requested.withLock { $0.append(photo.title) }
                return AsyncThrowingStream { yield in
                    try await self.isHeld.pass()
                    let picture = FakePictures.picture("#", columns: request.columns, rows: request.rows)
                    yield(ViewedPicture(picture: picture, isSharp: true))
                }
            }
            return port
        }

        func take() -> [String] {
            requested.withLock { requested in
                defer { requested = [] }
                return requested
            }
        }
    }

    private func photos(_ range: Range<Int>) -> [Photo] {
        range.map { Photo(id: Photo.ID("\($0)"), albumID: Album.ID("b"), title: "\($0)") }
    }

    /// Shows photos of a list of 10,000, with a screen before and after them.
    private func show(_ range: Range<Int>, _ loader: ThumbnailLoader) {
        let around = max(0, range.lowerBound - range.count)..<min(10_000, range.upperBound + range.count)
        loader.show(visible: photos(range), nearby: photos(around), as: request)
    }

    @Test("Photos one screen ahead are requested once all visible ones are sharp, nearest first")
    func ahead() async {
        let port = RecordingPort()
        port.isHeld.set(true)
        let loader = ThumbnailLoader(pictures: port.port, clock: ManualClock())
        show(100..<104, loader)
        await until { port.isHeld.waiting == 4 }
        await settle()
        // The decoder serves the newest request first.
        #expect(port.take() == ["103", "102", "101", "100"])
        port.isHeld.set(false)
        await until { port.requested.withLock { $0.count } == 4 }
        await settle()
        #expect(port.take() == ["107", "106", "105", "104"])
    }

    @Test("The screen ahead is the one in the direction of the last move")
    func backward() async {
        let port = RecordingPort()
        let clock = ManualClock()
        let loader = ThumbnailLoader(pictures: port.port, clock: clock)
        show(100..<104, loader)
        await until { port.requested.withLock { $0.count } == 8 }
        _ = port.take()
        show(98..<102, loader)
        await until {
            clock.advance(by: .milliseconds(10))
            return port.requested.withLock { $0.count } == 6
        }
        #expect(Set(port.take()) == ["98", "99", "97", "96", "95", "94"])
        // At the end of the list, only going back is possible.
        show(9_996..<10_000, loader)
        await until {
            clock.advance(by: .milliseconds(10))
            return port.requested.withLock { $0.count } == 8
        }
        #expect(Set(port.take()) == Set(photos(9_992..<10_000).map(\.title)))
    }

    @Test("Pages that pass within 30 ms request nothing")
    func passing() async {
        let port = RecordingPort()
        let clock = ManualClock()
        let loader = ThumbnailLoader(pictures: port.port, clock: clock)
        show(0..<20, loader)
        await until { port.requested.withLock { $0.count } == 40 }
        _ = port.take()
        for page in stride(from: 4, to: 500, by: 5) {
            show(20 * page..<20 * page + 20, loader)
            await until { clock.sleepers >= 20 }
            clock.advance(by: .milliseconds(20))
        }
        await settle()
        #expect(port.take() == [])
        await until {
            clock.advance(by: .milliseconds(10))
            return port.requested.withLock { $0.count } >= 20
        }
        #expect(Set(port.take()) == Set(photos(9_980..<10_000).map(\.title)))
    }

    @Test("A photo that stays in view while others pass is requested")
    func staying() async {
        let port = RecordingPort()
        let clock = ManualClock()
        let loader = ThumbnailLoader(pictures: port.port, clock: clock)
        show(0..<4, loader)
        await until { port.requested.withLock { $0.count } == 8 }
        _ = port.take()
        for (start, requestedCount) in [(100, 0), (102, 2), (104, 4)] {
            show(start..<start + 4, loader)
            await until { clock.sleepers >= 4 }
            await settle()
            clock.advance(by: .milliseconds(20))
            await until { port.requested.withLock { $0.count } >= requestedCount }
        }
        #expect(Set(port.take()) == ["102", "103", "104", "105"])
    }

    @Test("A photo in memory is on the screen at once")
    func cached() async {
        var port = RecordingPort().port
        port.cachedTile = { _, request in
            FakePictures.picture("%", columns: request.columns, rows: request.rows)
        }
        let loader = ThumbnailLoader(pictures: port, clock: ManualClock())
        show(0..<4, loader)
        await until { loader.tiles.count == 8 }
        show(50..<54, loader)
        #expect(loader.tiles[Photo.ID("50")].map { "\($0)" } == "picture")
    }

    @Test("A tile made of pixels is placed where one made of cells would be drawn")
    func pixels() {
        let bitmap = Bitmap(width: 1, height: 1, pixels: [1, 2, 3, 255], isOpaque: true)
        let dot = ArtCell(glyph: ".", foreground: .terminal, background: .terminal)
        let cells = CellPicture(columns: 4, rows: 2, cells: Array(repeating: dot, count: 8))
        let picture = PixelPicture(of: PhotoCrop(of: "a"), content: "a", cells: cells) { bitmap }
        var surface = Surface(size: Size(columns: 20, rows: 6))
        Tile.picture(.pixels(picture)).draw(
            in: Rect(column: 10, row: 2, columns: 6, rows: 4), on: &surface, theme: .mono)
        #expect(surface.placements.map(\.picture) == [picture])
        #expect(surface.placements.map(\.rect) == [Rect(column: 11, row: 3, columns: 4, rows: 2)])
    }

    @Test("A coarse picture is replaced by the sharp one, and never replaces it")
    func sources() async {
        let isHeld = WaitableValue(true)
        let isLateHeld = WaitableValue(true)
        var port = FakePictures().port
        port.tile = { _, request in
            AsyncThrowingStream { yield in
                func picture(_ glyph: Unicode.Scalar, isSharp: Bool) -> ViewedPicture {
                    ViewedPicture(
                        picture: FakePictures.picture(glyph, columns: request.columns, rows: request.rows),
                        isSharp: isSharp)
                }
                if !request.isVisible { try await isLateHeld.pass() }
                yield(picture("c", isSharp: false))
                try await isHeld.pass()
                yield(picture("s", isSharp: true))
            }
        }
        let thumbnailLoader = ThumbnailLoader(pictures: port, clock: ManualClock())
        var shown: [Unicode.Scalar] = []
        thumbnailLoader.onChange = {
            guard case .picture(.cells(let cells)) = thumbnailLoader.tiles[photo.id] else { return }
            shown.append(cells[0, 0].glyph)
        }
        thumbnailLoader.show(visible: [], nearby: [photo], as: request)
        await until { isLateHeld.waiting == 1 }
        // The prefetch continues, and yields its coarse picture after the sharp one of the visible tile.
        thumbnailLoader.show(visible: [photo], nearby: [], as: request)
        await until { shown == ["c"] }
        isHeld.set(false)
        await until { shown == ["c", "s"] }
        isHeld.set(true)
        isLateHeld.set(false)
        await until { isHeld.waiting == 1 }
        #expect(shown == ["c", "s"])
        isHeld.set(false)
    }

    @Test("Tiles that left the screen before they were sharp are requested again")
    func leaving() async {
        let isHeld = WaitableValue(true)
        let requests = Mutex(0)
        var port = FakePictures().port
        port.tile = { _, request in
            requests.withLock { $0 += 1 }
            return AsyncThrowingStream { yield in
                let picture = FakePictures.picture("c", columns: request.columns, rows: request.rows)
                yield(ViewedPicture(picture: picture, isSharp: false))
                try await isHeld.pass()
                yield(ViewedPicture(picture: picture, isSharp: true))
            }
        }
        let thumbnailLoader = ThumbnailLoader(pictures: port, clock: ManualClock())
        thumbnailLoader.show(visible: [photo], nearby: [], as: request)
        await until { thumbnailLoader.tiles[photo.id]?.isPending == false }
        thumbnailLoader.stop()
        #expect(thumbnailLoader.tiles[photo.id] != nil)
        thumbnailLoader.show(visible: [photo], nearby: [], as: request)
        await until { requests.withLock { $0 } == 2 }
        isHeld.set(false)
    }

    private func withTiles(_ tile: @escaping @Sendable (TileRequest) async throws -> RenderedPicture) -> PicturePort {
        var port = FakePictures().port
        port.tile = { _, request in
            AsyncThrowingStream { yield in yield(ViewedPicture(picture: try await tile(request), isSharp: true)) }
        }
        return port
    }
}

extension Tile: CustomStringConvertible {
    /// The case without its cells, to compare with.
    public var description: String {
        switch self {
        case .placeholder: "placeholder"
        case .picture: "picture"
        case .loading: "loading"
        case .broken(let reason): "broken: \(reason)"
        case .noFrame: "no frame"
        }
    }
}
