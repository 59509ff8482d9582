import Albums
import Basics
import CellArt
import Glibc
import Synchronization
import TestFixtures
import Testing

@testable import Pictures

@Suite("Cached thumbnails of the desktop", .timeLimit(.minutes(60)))
struct ThumbnailWriterTests {
    /// A cache of the desktop with one entry for each file.
    private final class SampleStore: Sendable {
        let thumbnails = Mutex<[ThumbnailOrigin: [UInt8]]>([:])
        let failures = Mutex<[ThumbnailOrigin: [UInt8]]>([:])
        let mayWrite: Bool
        private let files = TemporaryFiles()

        init(mayWrite: Bool = true) {
            self.mayWrite = mayWrite
        }

        private func entry(_ bytes: [UInt8]?, of origin: ThumbnailOrigin) -> ThumbnailEntry? {
            bytes.map { ThumbnailEntry(path: files.path(of: $0), uris: [origin.uri]) }
        }

        var port: ThumbnailStore {
            ThumbnailStore(
                entries: { origin, _ in
                    [self.entry(self.thumbnails.withLock { $0[origin] }, of: origin)].compactMap { $0 }
                },
                failureEntry: { origin in self.entry(self.failures.withLock { $0[origin] }, of: origin) },
                touch: { _ in }, canWrite: { _ in self.mayWrite },
                write: { png, origin in
                    self.thumbnails.withLock { $0[origin] = png }
                    return true
                },
                writeFailure: { png, origin in
                    self.failures.withLock { $0[origin] = png }
                    return true
                })
        }
    }

    private let style = ArtStyle(symbols: .half, colors: .trueColor)
    private let files = TemporaryFiles()
    private let service = ThumbnailSourceTests.RecordingService()
    /// The thumbnail in the cache has other colors than the picture.
    private let picture = Quadrants(width: 1200, height: 800, "RG/BY")
    private let thumbnail = Quadrants(width: 256, height: 171, "YB/GR")
    private let photo = PhotoVersion("photo")

    private func origin(_ path: [UInt8]) throws -> ThumbnailOrigin { try PictureFile(path: path).fileVersion.origin }

    private func tiles(_ loader: PictureLoader, _ path: [UInt8], columns: Int = 60) async throws -> [ViewedPicture] {
        try await loader.tiles(
            of: photo, from: .file(path: path), as: TileRequest(columns: columns, rows: columns / 3, style: style))
    }

    private func color(_ tile: ViewedPicture) -> Quadrants.Color? {
        guard case .rgb(let red, let green, let blue) = tile.picture[2, 1].background else { return nil }
        return [.red, .green, .blue, .yellow].first { isNear([red, green, blue], $0.rgb, 16) }
    }

    private func waitUntilWritten(_ loader: PictureLoader) async throws {
        try await waitUntil { loader.writer?.waitingCount == 0 }
    }

    @Test(
        "A cached thumbnail that is enough is shown without decoding the picture, also after a larger EXIF thumbnail",
        arguments: [false, true])
    func enough(hasEmbedded: Bool) async throws {
        let embedded = Quadrants(width: 160, height: 107, "GB/RY")
        let path = files.path(
            of: hasEmbedded
                ? SampleJPEG.adding(thumbnail: SampleJPEG.encode(embedded), to: SampleJPEG.encode(picture))
                : SamplePNG(picture).encode(picture.rgb))
        let store = SampleStore()
        var sample = SampleThumbnail(of: try origin(path), picture.size)
        sample.picture = thumbnail
        try store.thumbnails.withLock { $0[try origin(path)] = sample.encode() }
        let loader = PictureLoader(decoding: service, desktopThumbnails: store.port)
        let tiles = try await tiles(loader, path)
        #expect(tiles.last.map(color) == .yellow && tiles.last?.isSharp == true)
        #expect(service.calls.withLock { $0 } == ["preview", "cached"])
        #expect(loader.desktopThumbnailLookups ?? (0, 0) == (hits: 1, misses: 0))
        #expect(loader.shownPixels(of: photo)?.origin == .cachedThumbnail)
        // Its size is that of the picture.
        #expect(try await loader.size(of: photo, from: .file(path: path)) == picture.size)
    }

    @Test("A smaller cached thumbnail is shown while the picture is decoded, and not written again")
    func smaller() async throws {
        let path = files.path(of: SamplePNG(picture).encode(picture.rgb))
        let store = SampleStore()
        var sample = SampleThumbnail(of: try origin(path), picture.size)
        sample.picture = thumbnail
        let written = sample.encode()
        try store.thumbnails.withLock { $0[try origin(path)] = written }
        service.milliseconds.store(100, ordering: .relaxed)
        service.areDecodesHeld.store(true, ordering: .relaxed)
        let loader = PictureLoader(decoding: service, desktopThumbnails: store.port)
        let tile = loader.tile(
            of: photo, from: { .file(path: path) }, as: TileRequest(columns: 200, rows: 70, style: style))
        var shown: [Quadrants.Color?] = []
        for try await version in tile {
            shown.append(color(version))
            service.areDecodesHeld.store(false, ordering: .relaxed)
        }
        #expect(shown == [.yellow, .red])
        try await waitUntilWritten(loader)
        #expect(try store.thumbnails.withLock { $0[try origin(path)] } == written)
    }

    @Test(
        "Only a decode that takes more than 10 ms writes a thumbnail, and the next visit doesn't decode",
        arguments: [(5, false), (100, true)])
    func writes(milliseconds: Int, isWritten: Bool) async throws {
        let path = files.path(of: SamplePNG(picture).encode(picture.rgb))
        let store = SampleStore()
        service.milliseconds.store(milliseconds, ordering: .relaxed)
        for _ in 0..<2 {
            let loader = PictureLoader(decoding: service, desktopThumbnails: store.port)
            #expect(try await tiles(loader, path).last.map(color) == .red)
            try await waitUntilWritten(loader)
        }
        #expect(store.thumbnails.withLock { $0.count } == (isWritten ? 1 : 0))
        #expect(service.calls.withLock { $0.count { $0 == "render" } } == (isWritten ? 1 : 2))
    }

    @Test("A thumbnail is 256 pixels wide, whatever the tile needs", arguments: [16, 60, 300])
    func size(columns: Int) async throws {
        let path = files.path(of: SamplePNG(picture).encode(picture.rgb))
        let store = SampleStore()
        service.milliseconds.store(100, ordering: .relaxed)
        let loader = PictureLoader(decoding: service, desktopThumbnails: store.port)
        _ = try await tiles(loader, path, columns: columns)
        try await waitUntilWritten(loader)
        let png = try #require(store.thumbnails.withLock { $0.values.first })
        let size = png.withUnsafeBytes { PixelSize(width: Int($0[19]) + Int($0[18]) << 8, height: Int($0[23])) }
        #expect(size == PixelSize(width: 256, height: 171))
    }

    @Test("The transparency of a picture is kept in its thumbnail")
    func transparency() async throws {
        let pixels: [UInt8] = (0..<600 * 400).flatMap { _ in [200, 100, 0, 128] as [UInt8] }
        let path = files.path(of: SamplePNG(width: 600, height: 400, color: .rgba).encode(pixels))
        let store = SampleStore()
        service.milliseconds.store(100, ordering: .relaxed)
        let loader = PictureLoader(decoding: service, desktopThumbnails: store.port)
        _ = try await tiles(loader, path)
        try await waitUntilWritten(loader)
        // The color type: RGB with alpha.
        #expect(store.thumbnails.withLock { $0.values.first?[25] } == 6)
    }

    @Test("No thumbnail is written for a truncated picture, or without permission")
    func notWritten() async throws {
        let whole = SamplePNG(picture).encode(picture.rgb)
        service.milliseconds.store(100, ordering: .relaxed)
        for (bytes, mayWrite) in [(whole, false), (Array(whole.prefix(whole.count / 2)), true)] {
            let store = SampleStore(mayWrite: mayWrite)
            let loader = PictureLoader(decoding: service, desktopThumbnails: store.port)
            _ = try await tiles(loader, files.path(of: bytes))
            try await waitUntilWritten(loader)
            #expect(store.thumbnails.withLock { $0.isEmpty })
        }
    }

    @Test("An expensive failure is recorded and shown at the next visit, until the user reloads")
    func failure() async throws {
        let path = files.path(of: Array(SamplePNG(picture).encode(picture.rgb).prefix(60)))
        let store = SampleStore()
        service.milliseconds.store(100, ordering: .relaxed)
        let first = PictureLoader(decoding: service, desktopThumbnails: store.port)
        await #expect(throws: PictureFailure.damaged(format: "PNG")) { try await tiles(first, path) }
        try await waitUntilWritten(first)
        #expect(store.failures.withLock { $0.count } == 1)
        service.calls.withLock { $0 = [] }
        let second = PictureLoader(decoding: service, desktopThumbnails: store.port)
        await #expect(throws: PictureFailure.damaged(format: "PNG")) { try await tiles(second, path) }
        #expect(!service.calls.withLock { $0.contains("render") })
        await second.forgetChangedFiles()
        await #expect(throws: PictureFailure.damaged(format: "PNG")) { try await tiles(second, path) }
        #expect(service.calls.withLock { $0.contains("render") })
    }

    @Test("Writing waits until no other picture waits, and what waits is bounded")
    func idle() async throws {
        let path = files.path(of: SamplePNG(picture).encode(picture.rgb))
        let store = SampleStore()
        let loader = PictureLoader(
            decoding: service, threads: 1, slowTime: .seconds(3600), desktopThumbnails: store.port)
        let level = try service.render(
            DecodingRequest(.file(path: path)), .cached(side: 256), cancellation: DecodeCancellation())
        let writer = try #require(loader.writer)
        let file = try PictureFile(path: path).fileVersion
        // The only thread is busy.
        service.areDecodesHeld.store(true, ordering: .relaxed)
        let busy = Task { [service] in
            try await loader.threads.run(.visible) { _ in
                service.calls.withLock { $0.append("busy") }
                while service.areDecodesHeld.load(ordering: .relaxed) { usleep(500) }
            }
        }
        try await waitUntil { service.calls.withLock({ $0.contains("busy") }) }
        for _ in 0..<200 { writer.add(.level(level), of: file) }
        #expect(writer.waitingCount <= ThumbnailWriter.maxWaiting + 2)
        #expect(store.thumbnails.withLock { $0.isEmpty })
        service.areDecodesHeld.store(false, ordering: .relaxed)
        try await busy.value
        try await waitUntilWritten(loader)
        #expect(store.thumbnails.withLock { $0.count } == 1)
    }
}
