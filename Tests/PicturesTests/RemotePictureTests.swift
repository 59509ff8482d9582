import Albums
import Basics
import CellArt
import Synchronization
import TestFixtures
import Testing

@testable import Pictures

@Suite("Remote pictures", .timeLimit(.minutes(60)))
struct RemotePictureTests {
    private let style = ArtStyle(symbols: .half, colors: .trueColor)

    @Test("Without a known size, a tile is fetched at about its drawn size, and all views at one large size")
    func widths() async throws {
        let picture = SamplePNG(width: 64, height: 48).encode(Array(repeating: 90, count: 3 * 64 * 48))
        let widths = Mutex<[Int]>([])
        let source = PictureSource.remote(
            RemotePicture { width, _ in
                widths.withLock { $0.append(width) }
                return picture
            })
        let loader = PictureLoader()
        let tile = try await loader.sharpTile(
            of: PhotoVersion("a"), from: source, as: TileRequest(columns: 20, rows: 10, style: style))
        #expect(tile.columns == 20)
        _ = try await loader.sharpTile(
            of: PhotoVersion("a"), from: source, as: TileRequest(columns: 20, rows: 10, style: style))
        #expect(loader.thumbnailLookups == (hits: 1, misses: 1))
        #expect(try await loader.size(of: PhotoVersion("a"), from: source) == PixelSize(width: 64, height: 48))
        for x in [0.0, 5.0] {
            let views = loader.view(
                of: PhotoVersion("a"), from: { source },
                as: ViewRequest(part: PixelRect(x: x, y: 0, width: 20, height: 20), columns: 10, rows: 5, style: style))
            var last: ViewedPicture?
            for try await view in views { last = view }
            #expect(last?.isSharp == true)
        }
        #expect(widths.withLock { $0 } == [40, 1600])
    }

    @Test("A picture that a service doesn't have, or has sent damaged, is asked for again only by a retry")
    func broken() async throws {
        for failure in [PictureFailure.noPicture, .damaged(format: "PNG"), .downloadFailed(.timedOut(host: "a"))] {
            let count = Counter()
            let source = PictureSource.remote(
                RemotePicture { _, _ in
                    count.enter()
                    guard case .damaged = failure else { throw failure }
                    return Array("\u{89}PNG\r\n\u{1A}\n".unicodeScalars.map { UInt8($0.value) }) + [1, 2, 3]
                })
            let loader = PictureLoader()
            func ask() async {
                _ = try? await loader.sharpTile(
                    of: PhotoVersion("a"), from: source, as: TileRequest(columns: 20, rows: 10, style: style))
            }
            for _ in 1...3 { await ask() }
            let isLasting = failure != .downloadFailed(.timedOut(host: "a"))
            #expect(count.total == (isLasting ? 1 : 3))
            loader.forgetBrokenPictures()
            await ask()
            #expect(count.total == (isLasting ? 2 : 4))
        }
    }

    @Test(
        "An implausible size counts as unknown", arguments: [(Int.max, 5), (1 << 40, 1 << 40), (0, 5), (-1, 5)])
    func absurdSizes(width: Int, height: Int) async throws {
        let picture = SamplePNG(width: 64, height: 48).encode(Array(repeating: 90, count: 3 * 64 * 48))
        let source = PictureSource.remote(
            RemotePicture(size: PixelSize(width: Side(width), height: Side(height))) { _, _ in
                FetchedBytes(picture)
            } fetchOriginal: { _ in
                []
            })
        let loader = PictureLoader()
        #expect(try await loader.size(of: PhotoVersion("a"), from: source) == PixelSize(width: 64, height: 48))
        let views = loader.view(
            of: PhotoVersion("a"), from: { source },
            as: ViewRequest(part: PixelRect(x: 0, y: 0, width: 64, height: 48), columns: 10, rows: 5, style: style))
        var last: ViewedPicture?
        for try await view in views { last = view }
        #expect(last?.isSharp == true)
    }

    @Test("With a known size, a view is fetched at its drawn size, and larger after zooming in")
    func sizedViews() async throws {
        let widths = Mutex<[Int]>([])
        let source = PictureSource.remote(
            RemotePicture(size: PixelSize(width: 6400, height: 4800)) { width, _ in
                widths.withLock { $0.append(width) }
                return FetchedBytes(
                    SamplePNG(width: width, height: width * 3 / 4).encode(
                        Array(repeating: 90, count: 3 * width * (width * 3 / 4))))
            } fetchOriginal: { _ in
                []
            })
        let loader = PictureLoader()
        func sharpness(x: Double, width: Double) async throws -> [Bool] {
            let views = loader.view(
                of: PhotoVersion("a"), from: { source },
                as: ViewRequest(
                    part: PixelRect(x: x, y: 0, width: width, height: width * 3 / 4), columns: 40, rows: 15,
                    style: style))
            var sharpness: [Bool] = []
            for try await view in views { sharpness.append(view.isSharp) }
            return sharpness
        }
        #expect(try await loader.size(of: PhotoVersion("a"), from: source) == PixelSize(width: 6400, height: 4800))
        #expect(widths.withLock { $0 } == [])
        #expect(try await sharpness(x: 0, width: 6400) == [true])
        #expect(widths.withLock { $0 } == [200])
        #expect(loader.shownPixels(of: PhotoVersion("a"))?.origin == .scaledByService)
        // The smaller picture is shown until the larger one arrives.
        #expect(try await sharpness(x: 0, width: 1600) == [false, true])
        #expect(try await sharpness(x: 900, width: 1600) == [true])
        #expect(widths.withLock { $0 } == [200, 800])
        #expect(try await sharpness(x: 900, width: 80).last == true)
        #expect(widths.withLock { $0 } == [200, 800, 4096])
    }

    @Test("The thumbnail is shown until the view is fetched, but only if its aspect ratio matches")
    func thumbnailFirst() async throws {
        let loader = PictureLoader()
        for (height, first) in [(4800, false), (6400, true)] {
            let photo = PhotoVersion("\(height)")
            let source = PictureSource.remote(
                RemotePicture(size: PixelSize(width: 6400, height: height)) { width, _ in
                    FetchedBytes(SamplePNG(width: 40, height: 30).encode(Array(repeating: 90, count: 3 * 40 * 30)))
                } fetchOriginal: { _ in
                    []
                })
            _ = try await loader.sharpTile(
                of: photo, from: source, as: TileRequest(columns: 20, rows: 10, style: style))
            var views = loader.view(
                of: photo, from: { source },
                as: ViewRequest(
                    part: PixelRect(x: 0, y: 0, width: 6400, height: Double(height)), columns: 20, rows: 10,
                    style: style)
            ).makeAsyncIterator()
            #expect(try await views.next()?.isSharp == first)
        }
    }

    @Test("A fetch has the priority of its request and is cancelled with it")
    func priorities() async throws {
        let requested = Mutex<[LoadPriority]>([])
        let source = PictureSource.remote(
            RemotePicture { _, priority in
                requested.withLock { $0.append(priority) }
                try await Task.sleep(for: .seconds(3600))
                return []
            })
        let loader = PictureLoader()
        let photo = PhotoVersion("a")
        let tiles = [LoadPriority.prefetch, .visible].map { priority in
            Task {
                _ = try await loader.sharpTile(
                    of: photo, from: source,
                    as: TileRequest(columns: 20, rows: 10, style: style, isVisible: priority == .visible))
            }
        }
        let view = Task { _ = try await loader.size(of: photo, from: source) }
        try await waitUntil { requested.withLock({ $0.count }) >= 3 }
        #expect(requested.withLock { $0.sorted() } == [.prefetch, .visible, .viewed])
        for task in tiles + [view] {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("A failed fetch is reported and retried on the next request")
    func failure() async throws {
        let picture = SamplePNG(width: 4, height: 4).encode(Array(repeating: 90, count: 3 * 4 * 4))
        let isDown = Mutex(true)
        let source = PictureSource.remote(
            RemotePicture { _, _ in
                if isDown.withLock({ $0 }) { throw LibraryFailure.timedOut(host: "pictures.example") }
                return picture
            })
        let loader = PictureLoader()
        await #expect(throws: PictureFailure.downloadFailed(.timedOut(host: "pictures.example"))) {
            try await loader.size(of: PhotoVersion("a"), from: source)
        }
        isDown.withLock { $0 = false }
        #expect(try await loader.size(of: PhotoVersion("a"), from: source) == PixelSize(width: 4, height: 4))
    }

    @Test("An empty response is an empty picture")
    func empty() async {
        let source = PictureSource.remote(RemotePicture { _, _ in [] })
        await #expect(throws: PictureFailure.empty) {
            try await PictureLoader().size(of: PhotoVersion("a"), from: source)
        }
    }

    @Test(
        "A response that is not a picture is rejected, and the cached picture is shown instead",
        arguments: [true, false])
    func rejected(isViewed: Bool) async throws {
        let good = SamplePNG(width: 40, height: 30).encode(Array(repeating: 90, count: 3 * 40 * 30))
        let verdicts = Mutex<[String]>([])
        @Sendable func source(_ bytes: [UInt8], kept: [UInt8]?) -> PictureSource {
            .remote(
                RemotePicture(size: nil) { _, _ in
                    FetchedBytes(
                        bytes, accept: { verdicts.withLock { $0.append("accepted") } },
                        reject: {
                            verdicts.withLock { $0.append("rejected") }
                            return kept
                        })
                } fetchOriginal: { _ in
                    []
                })
        }
        func show(_ source: PictureSource, on loader: PictureLoader = PictureLoader()) async throws {
            guard isViewed else {
                _ = try await loader.sharpTile(
                    of: PhotoVersion("a"), from: source, as: TileRequest(columns: 10, rows: 5, style: style))
                return
            }
            let views = loader.view(
                of: PhotoVersion("a"), from: { source },
                as: ViewRequest(part: PixelRect(x: 0, y: 0, width: 40, height: 30), columns: 10, rows: 5, style: style))
            for try await _ in views {}
        }
        try await show(source(good, kept: nil))
        for bytes in [[], Array("garbage".utf8)] {
            try await show(source(bytes, kept: good))
            let loader = PictureLoader()
            await #expect(throws: PictureFailure.self) { try await show(source(bytes, kept: nil), on: loader) }
            // The cache is empty, so the next request fetches again.
            try await show(source(good, kept: nil), on: loader)
        }
        #expect(
            verdicts.withLock { $0 } == ["accepted"] + (0..<2).flatMap { _ in ["rejected", "rejected", "accepted"] })
        // A truncated picture may be shown but is never cached.
        let cut = Array(good.dropLast(20))
        try await show(source(cut, kept: good))
        try? await show(source(cut, kept: nil))
        #expect(verdicts.withLock { Set($0.dropFirst(7)) } == ["rejected"])
    }
}
