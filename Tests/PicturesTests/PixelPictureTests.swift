import Albums
import CellArt
import Testing

@testable import Pictures

@Suite("Pictures made of pixels", .timeLimit(.minutes(5)))
struct PixelPictureTests {
    private let photo = Photo.ID("photo")
    private let loader = PictureLoader(threads: 2)
    private let files = TemporaryFiles()

    private var style: ArtStyle {
        var style = ArtStyle(symbols: .half, colors: .trueColor)
        style.cell = CellSize(width: 4, height: 8)
        return style
    }

    private func pixels(_ picture: RenderedPicture?) -> PixelPicture? {
        if case .pixels(let pixels)? = picture { pixels } else { nil }
    }

    private func view(
        _ source: PictureSource, rotation: Rotation = .none, by loader: PictureLoader
    ) async throws -> PixelPicture? {
        var last: ViewedPicture?
        let part = PixelRect(x: 0, y: 0, width: 96, height: 64)
        let views = loader.view(
            of: photo, from: { source }, part: part, rotation: rotation, columns: 20, rows: 10, style: style)
        for try await view in views { last = view }
        return pixels(last?.picture)
    }

    @Test("A tile has the pixels of its cells, and the same identity from memory")
    func tile() async throws {
        let path = files.path(of: SampleJPEG.encode(.upright))
        let tile = try await loader.sharpTile(
            of: photo, from: .file(path: path), columns: 24, rows: 8, style: style, priority: .visible)
        let picture = try #require(pixels(tile))
        let bitmap = try #require(picture.bitmap())
        #expect(bitmap.width == 4 * picture.columns && bitmap.height == 8 * picture.rows)
        #expect(pixels(loader.cachedTile(at: photo, columns: 24, rows: 8, style: style)) == picture)
        var other = style
        other.cell = CellSize(width: 5, height: 10)
        #expect(pixels(loader.cachedTile(at: photo, columns: 24, rows: 8, style: other))?.id != picture.id)
        await loader.forgetChangedFiles()
        #expect(picture.bitmap() != nil)
    }

    @Test("No pixels are drawn for the cells beside a photo")
    func shownCells() async throws {
        let path = files.path(of: SampleJPEG.encode(.upright))
        let part = PixelRect(x: -96, y: 0, width: 288, height: 64)
        var last: ViewedPicture?
        let views = loader.view(
            of: photo, from: { .file(path: path) }, part: part, rotation: .none, columns: 36, rows: 4, style: style)
        for try await view in views { last = view }
        let picture = try #require(pixels(last?.picture))
        #expect(picture.columns == 36 && picture.shown.columns == 12..<24 && picture.shown.rows == 0..<4)
        let bitmap = try #require(picture.bitmap())
        #expect(bitmap.width == 4 * 12 && bitmap.height == 8 * 4)
        #expect(bitmap.isOpaque)
    }

    @Test("Views of other parts, rotations and file contents have other identities")
    func identities() async throws {
        // A loader remembers the pixels of a photo.
        let other = PictureLoader(threads: 1)
        let first = try #require(
            try await view(.file(path: files.path(of: SampleJPEG.encode(.upright))), by: other))
        let path = files.path(of: SampleJPEG.encode(.upright))
        let second = try #require(try await view(.file(path: path), by: loader))
        let rotated = try #require(try await view(.file(path: path), rotation: .quarter, by: loader))
        #expect(Set([first.id, second.id, rotated.id]).count == 3)
        #expect(try await view(.file(path: path), by: loader) == second)
    }

    @Test("Each frame of an animation is a version of the photo's picture, with its own identity")
    func animation() async throws {
        let frame = SampleGIF(canvas: (4, 1), frame: (0, 0, 1, 1), delay: 5)
        let bytes = SampleGIF.encode([(frame, [0]), (frame, [1])], repeats: nil)
        let animation = try #require(
            try await loader.animation(of: photo, from: .file(path: files.path(of: bytes))))
        var drawn: [PixelPicture] = []
        for _ in 0..<2 {
            let picture = try await animation.draw(
                part: PixelRect(x: 0, y: 0, width: 4, height: 1), rotation: .none, columns: 8, rows: 2, style: style,
                isMoving: true)
            drawn.append(try #require(pixels(picture)))
            _ = try await animation.advance(lateness: .zero)
        }
        #expect(drawn.allSatisfy { $0.role == .frame && $0.enlargement == 8 })
        let last = try #require(
            pixels(
                try await animation.draw(
                    part: PixelRect(x: 0, y: 0, width: 4, height: 1), rotation: .none, columns: 8, rows: 2,
                    style: style, isMoving: false)))
        #expect(last.role == .still && last.subject == drawn[0].subject && last.id != drawn[1].id)
        #expect(drawn[0].subject == drawn[1].subject && drawn[0].id != drawn[1].id)
        #expect(drawn[0].bitmap() != drawn[1].bitmap())
    }
}
