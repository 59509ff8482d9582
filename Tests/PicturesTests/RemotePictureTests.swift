import Albums
import CellArt
import Synchronization
import Testing

@testable import Pictures

@Suite("Remote pictures")
struct RemotePictureTests {
    private let style = ArtStyle(symbols: .half, colors: .trueColor)

    @Test("A tile is fetched in about its size, a view once in the size for a whole terminal")
    func widths() async throws {
        let picture = SamplePNG(width: 64, height: 48).encode(Array(repeating: 90, count: 3 * 64 * 48))
        let widths = Mutex<[Int]>([])
        let source = PictureSource.remote(
            RemotePicture(width: nil, height: nil) { width in
                widths.withLock { $0.append(width) }
                return picture
            })
        let loader = PictureLoader()
        let tile = try await loader.tile(
            of: Photo.ID("a"), from: source, columns: 20, rows: 10, style: style, priority: .visible)
        #expect(tile.columns == 20)
        #expect(try await loader.size(of: Photo.ID("a"), from: source) == PixelSize(width: 64, height: 48))
        for x in [0.0, 5.0] {
            let views = loader.view(
                of: Photo.ID("a"), from: source, part: PixelRect(x: x, y: 0, width: 20, height: 20), columns: 10,
                rows: 5, style: style)
            var last: PictureView?
            for try await view in views { last = view }
            #expect(last?.isSharp == true)
        }
        #expect(widths.withLock { $0 } == [20, 1600])
    }

    @Test("What cannot be fetched is a picture's failure, and is fetched again the next time")
    func failure() async throws {
        let picture = SamplePNG(width: 4, height: 4).encode(Array(repeating: 90, count: 3 * 4 * 4))
        let isDown = Mutex(true)
        let source = PictureSource.remote(
            RemotePicture(width: nil, height: nil) { _ in
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
        let source = PictureSource.remote(RemotePicture(width: nil, height: nil) { _ in [] })
        await #expect(throws: PictureFailure.empty) {
            try await PictureLoader().size(of: Photo.ID("a"), from: source)
        }
    }
}
