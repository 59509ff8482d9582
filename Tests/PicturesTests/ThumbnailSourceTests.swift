import Albums
import Basics
import CellArt
import Glibc
import Synchronization
import TestFixtures
import Testing

@testable import Pictures

@Suite("Thumbnail sources", .timeLimit(.minutes(60)))
struct ThumbnailSourceTests {
    private let photo = PhotoVersion("photo")
    private let style = ArtStyle(symbols: .half, colors: .trueColor)
    private let files = TemporaryFiles()
    private static let picture = Quadrants(width: 960, height: 720, "RG/BY")
    /// The thumbnail in the file has other colors than the picture.
    private static let thumbnail = Quadrants(width: 160, height: 120, "YB/GR")
    private let jpeg = SampleJPEG.adding(
        thumbnail: SampleJPEG.encode(thumbnail), to: SampleJPEG.encode(picture))

    /// Decodes in this process, records the calls, and can hold back decodes.
    final class RecordingService: DecodingService {
        let calls = Mutex<[String]>([])
        let areDecodesHeld = Atomic(false)
        /// The processor time that each decode pretends to take, in milliseconds.
        let milliseconds = Atomic(0)
        private let service = InProcessDecoding()

        private func record(_ call: String) { calls.withLock { $0.append(call) } }

        func describe(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> PictureDescription {
            try service.describe(request, cancellation: cancellation)
        }

        func preview(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> PictureLevel? {
            record("preview")
            return try service.preview(request, cancellation: cancellation)
        }

        func render(
            _ request: DecodingRequest, _ extent: DecodedExtent, cancellation: DecodeCancellation
        ) throws -> PictureLevel {
            record("render")
            while areDecodesHeld.load(ordering: .relaxed) {
                try cancellation.checkCancellation()
                usleep(500)
            }
            cancellation.addUsed(seconds: Double(milliseconds.load(ordering: .relaxed)) / 1000)
            // The real time doesn't count: on a busy computer, it may be long.
            return try service.render(request, extent, cancellation: DecodeCancellation())
        }

        func cachedThumbnail(
            _ request: DecodingRequest, _ claim: ThumbnailClaim, box: PixelSize, cancellation: DecodeCancellation
        ) throws -> PictureLevel? {
            record("cached")
            return try service.cachedThumbnail(request, claim, box: box, cancellation: cancellation)
        }

        func recordedFailure(
            _ request: DecodingRequest, _ claim: ThumbnailClaim, cancellation: DecodeCancellation
        ) throws -> PictureFailure? {
            try service.recordedFailure(request, claim, cancellation: cancellation)
        }

        func animation(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> DecodedAnimation? { nil }

        func forgetDangerousPictures() {}
    }

    /// The color in the upper left of a tile.
    private func color(_ tile: ViewedPicture) -> Quadrants.Color? {
        guard case .rgb(let red, let green, let blue) = tile.picture[2, 1].background else { return nil }
        return [.red, .green, .blue, .yellow].first { isNear([red, green, blue], $0.rgb, 16) }
    }

    @Test("A large tile shows the embedded thumbnail first, then the decoded picture")
    func order() async throws {
        let service = RecordingService()
        let loader = PictureLoader(decoding: service)
        let path = files.path(of: jpeg)
        let tiles = try await loader.tiles(
            of: photo, from: .file(path: path), as: TileRequest(columns: 60, rows: 20, style: style))
        #expect(service.calls.withLock { $0 } == ["preview", "render"])
        // The consumer may be too late for the first.
        #expect(tiles.last.map(color) == .red && tiles.map(\.isSharp) == (tiles.count == 2 ? [false, true] : [true]))
    }

    @Test("The embedded thumbnail is shown while the picture is decoded")
    func first() async throws {
        let service = RecordingService()
        service.areDecodesHeld.store(true, ordering: .relaxed)
        let loader = PictureLoader(decoding: service)
        let path = files.path(of: jpeg)
        let tile = loader.tile(
            of: photo, from: { .file(path: path) }, as: TileRequest(columns: 60, rows: 20, style: style))
        var shown: [Quadrants.Color?] = []
        for try await version in tile {
            shown.append(color(version))
            service.areDecodesHeld.store(false, ordering: .relaxed)
        }
        #expect(shown == [.yellow, .red])
    }

    @Test("A photo edited without its EXIF thumbnail shows itself in tiles of any size", arguments: [16, 40, 60])
    func edited(columns: Int) async throws {
        let service = RecordingService()
        let loader = PictureLoader(decoding: service)
        let path = files.path(of: jpeg)
        for _ in 0..<2 {
            let tiles = try await loader.tiles(
                of: photo, from: .file(path: path),
                as: TileRequest(columns: columns, rows: columns * 3 / 8, style: style))
            #expect(tiles.last.map(color) == .red && tiles.last?.isSharp == true)
        }
        // Also after a refresh.
        await loader.forgetChangedFiles()
        let tiles = try await loader.tiles(
            of: photo, from: .file(path: path), as: TileRequest(columns: columns, rows: columns * 3 / 8, style: style))
        #expect(tiles.map(color) == [.red])
        #expect(service.calls.withLock { $0 } == ["preview", "render"])
    }

    @Test("The embedded thumbnail never follows a decoded one")
    func larger() async throws {
        let service = RecordingService()
        let loader = PictureLoader(decoding: service)
        let source = PictureSource.file(path: files.path(of: jpeg))
        _ = try await loader.sharpTile(of: photo, from: source, as: TileRequest(columns: 40, rows: 16, style: style))
        service.calls.withLock { $0 = [] }
        service.areDecodesHeld.store(true, ordering: .relaxed)
        let tile = loader.tile(of: photo, from: { source }, as: TileRequest(columns: 200, rows: 80, style: style))
        var shown: [Quadrants.Color?] = []
        for try await version in tile {
            shown.append(color(version))
            service.areDecodesHeld.store(false, ordering: .relaxed)
        }
        #expect(shown == [.red, .red] && service.calls.withLock { $0 } == ["render"])
    }

    @Test("Every visible photo shows its embedded thumbnail before one is decoded")
    func allFirst() async throws {
        let service = RecordingService()
        let loader = PictureLoader(decoding: service, threads: 1, slowTime: .seconds(3600))
        let paths = (0..<6).map { _ in files.path(of: jpeg) }
        // The only thread is busy until all tiles are requested.
        let isBusy = Atomic(false)
        let isReleased = Atomic(false)
        async let busy: Void = loader.threads.run(.viewed) { _ in
            isBusy.store(true, ordering: .relaxed)
            while !isReleased.load(ordering: .relaxed) { usleep(500) }
        }
        // Runs before the scope waits for `busy`, however it ends.
        defer { isReleased.store(true, ordering: .relaxed) }
        try await waitUntil { isBusy.load(ordering: .relaxed) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, path) in paths.enumerated() {
                group.addTask {
                    _ = try await loader.sharpTile(
                        of: PhotoVersion("\(index)"), from: .file(path: path),
                        as: TileRequest(columns: 60, rows: 20, style: style, isVisible: index < 4))
                }
            }
            try await waitUntil { loader.threads.waitingCount >= paths.count }
            isReleased.store(true, ordering: .relaxed)
            try await group.waitForAll()
        }
        _ = try await busy
        let calls = service.calls.withLock { $0 }
        #expect(calls.prefix(4).allSatisfy { $0 == "preview" } && calls.count == 12)
    }

    @Test("A cancelled tile decodes nothing after its embedded thumbnail")
    func cancelled() async throws {
        let service = RecordingService()
        let loader = PictureLoader(decoding: service, threads: 1)
        service.areDecodesHeld.store(true, ordering: .relaxed)
        let path = files.path(of: jpeg)
        let task = Task {
            try await loader.sharpTile(
                of: photo, from: .file(path: path), as: TileRequest(columns: 60, rows: 20, style: style))
        }
        try await waitUntil { service.calls.withLock({ $0.count }) >= 2 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // The only thread is free again.
        #expect(try await loader.size(of: photo, from: .file(path: path)) == Self.picture.size)
    }

    @Test("A damaged thumbnail does no harm, and of a damaged picture its thumbnail is the last version")
    func damaged() async throws {
        let loader = PictureLoader()
        let bad = SampleJPEG.adding(thumbnail: [0xFF, 0xD8, 0xFF, 0xD9], to: SampleJPEG.encode(Self.picture))
        let badPath = files.path(of: bad)
        _ = try await loader.sharpTile(
            of: photo, from: .file(path: badPath), as: TileRequest(columns: 60, rows: 20, style: style))
        let path = files.path(of: Array(jpeg[..<(jpeg.count - SampleJPEG.encode(Self.picture).count + 600)]))
        let failing = PhotoVersion("failing")
        let tiles = try await loader.tiles(
            of: failing, from: .file(path: path), as: TileRequest(columns: 60, rows: 20, style: style))
        #expect(tiles.last?.isSharp == true)
    }

    @Test("A changed file shows its new picture")
    func changed() async throws {
        let loader = PictureLoader()
        let path = files.path(of: jpeg)
        let source = PictureSource.file(path: path)
        for columns in [16, 60] {
            _ = try await loader.sharpTile(
                of: photo, from: source, as: TileRequest(columns: columns, rows: columns / 3, style: style))
        }
        let new = SampleJPEG.encode(Quadrants(width: 960, height: 720, "BY/RG"))
        #expect(rename(TemporaryFiles.name(files.path(of: new)), TemporaryFiles.name(path)) == 0)
        for columns in [16, 60] {
            let tiles = try await loader.tiles(
                of: photo, from: source, as: TileRequest(columns: columns, rows: columns / 3, style: style))
            #expect(!tiles.isEmpty && tiles.allSatisfy { color($0) == .blue })
        }
    }

    @Test("A thumbnail of fetched bytes is decoded at once")
    func remote() async throws {
        let service = RecordingService()
        let loader = PictureLoader(decoding: service)
        let remote = RemotePicture { [jpeg] _, _ in jpeg }
        _ = try await loader.sharpTile(
            of: photo, from: .remote(remote), as: TileRequest(columns: 60, rows: 20, style: style))
        #expect(service.calls.withLock { $0 } == ["render"])
    }
}
