import Albums
import CellArt
import Synchronization
import Testing

@testable import Pictures

@Suite("Remote pictures", .timeLimit(.minutes(5)))
struct RemotePictureTests {
    private let style = ArtStyle(symbols: .half, colors: .trueColor)

    @Test("A tile is fetched in about its size, a view once in the size for a whole terminal")
    func widths() async throws {
        let picture = SamplePNG(width: 64, height: 48).encode(Array(repeating: 90, count: 3 * 64 * 48))
        let widths = Mutex<[Int]>([])
        let source = PictureSource.remote(
            RemotePicture { width, _ in
                widths.withLock { $0.append(width) }
                return picture
            })
        let loader = PictureLoader()
        let tile = try await loader.tile(
            of: Photo.ID("a"), from: source, columns: 20, rows: 10, style: style, priority: .visible)
        #expect(tile.columns == 20)
        _ = try await loader.tile(
            of: Photo.ID("a"), from: source, columns: 20, rows: 10, style: style, priority: .visible)
        #expect(loader.thumbnailLookups == (found: 1, missed: 1))
        #expect(try await loader.size(of: Photo.ID("a"), from: source) == PixelSize(width: 64, height: 48))
        for x in [0.0, 5.0] {
            let views = loader.view(
                of: Photo.ID("a"), from: source, part: PixelRect(x: x, y: 0, width: 20, height: 20), columns: 10,
                rows: 5, style: style)
            var last: PictureView?
            for try await view in views { last = view }
            #expect(last?.isSharp == true)
        }
        #expect(widths.withLock { $0 } == [40, 1600])
    }

    @Test("A fetch is as urgent as what it is for, and is let go with it")
    func priorities() async throws {
        let asked = Mutex<[LoadPriority]>([])
        let source = PictureSource.remote(
            RemotePicture { _, priority in
                asked.withLock { $0.append(priority) }
                try await Task.sleep(for: .seconds(3600))
                return []
            })
        let loader = PictureLoader()
        let photo = Photo.ID("a")
        let tiles = [LoadPriority.ahead, .visible].map { priority in
            Task {
                _ = try await loader.tile(
                    of: photo, from: source, columns: 20, rows: 10, style: style, priority: priority)
            }
        }
        let view = Task { _ = try await loader.size(of: photo, from: source) }
        while asked.withLock({ $0.count }) < 3 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(asked.withLock { $0.sorted() } == [.ahead, .visible, .viewed])
        for task in tiles + [view] {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("What cannot be fetched is a picture's failure, and is fetched again the next time")
    func failure() async throws {
        let picture = SamplePNG(width: 4, height: 4).encode(Array(repeating: 90, count: 3 * 4 * 4))
        let isDown = Mutex(true)
        let source = PictureSource.remote(
            RemotePicture { _, _ in
                if isDown.withLock({ $0 }) { throw LibraryFailure.timedOut(host: "pictures.example") }
                return picture
            })
        let loader = PictureLoader()
        await #expect(throws: PictureFailure.unfetched(.timedOut(host: "pictures.example"))) {
            try await loader.size(of: Photo.ID("a"), from: source)
        }
        isDown.withLock { $0 = false }
        #expect(try await loader.size(of: Photo.ID("a"), from: source) == PixelSize(width: 4, height: 4))
    }

    @Test("Nothing fetched is an empty picture")
    func empty() async {
        let source = PictureSource.remote(RemotePicture { _, _ in [] })
        await #expect(throws: PictureFailure.empty) {
            try await PictureLoader().size(of: Photo.ID("a"), from: source)
        }
    }
}
