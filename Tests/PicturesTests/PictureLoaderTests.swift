import Albums
import Basics
import CellArt
import Glibc
import Synchronization
import Testing

@testable import Pictures

@Suite("Picture loader", .timeLimit(.minutes(60)))
struct PictureLoaderTests {
    private let photo = PhotoVersion("photo")
    private let style = ArtStyle(symbols: .half, colors: .trueColor)
    private let loader = PictureLoader(threads: 2)
    private let files = TemporaryFiles()

    private func tile(_ source: PictureSource, columns: Int = 24, rows: Int = 8) async throws -> RenderedPicture {
        try await loader.sharpTile(of: photo, from: source, as: TileRequest(columns: columns, rows: rows, style: style))
    }

    private func views(_ source: PictureSource, _ part: PixelRect) async throws -> [ViewedPicture] {
        var views: [ViewedPicture] = []
        for try await view in loader.view(
            of: photo, from: { source }, as: ViewRequest(part: part, columns: 20, rows: 10, style: style))
        {
            views.append(view)
        }
        return views
    }

    /// A generated picture, red on the left and green on the right, that counts how often rows of it are generated.
    private final class CountedPicture: Sendable {
        let count = Mutex(0)
        /// The number of times after which generating waits until this is nil.
        let held = Mutex<Int?>(nil)

        var source: PictureSource {
            .generated(
                GeneratedPicture(width: 600, height: 400) { [count = self] part, width, _ in
                    { rows in
                        let number = count.count.withLock { value in
                            value += 1
                            return value
                        }
                        while count.held.withLock({ $0.map { number > $0 } }) ?? false { usleep(1000) }
                        return rows.flatMap { _ in
                            (0..<width).flatMap { x in
                                let isLeft = part.x + part.width * (Double(x) + 0.5) / Double(width) < 300
                                return (isLeft ? [255, 0, 0, 255] : [0, 255, 0, 255]) as [UInt8]
                            }
                        }
                    }
                })
        }
    }

    @Test("Changed files are dropped from memory and unchanged ones stay")
    func changedFiles() async throws {
        let paths = [files.path(of: SampleJPEG.encode(.upright)), files.path(of: SampleJPEG.encode(.upright))]
        let other = PhotoVersion("other")
        let part = PixelRect(x: 0, y: 0, width: 96, height: 64)
        _ = try await views(.file(path: paths[0]), part)
        let before = try await tile(.file(path: paths[0]))
        _ = try await loader.sharpTile(
            of: other, from: .file(path: paths[1]), as: TileRequest(columns: 24, rows: 8, style: style))
        await loader.forgetChangedFiles()
        #expect(loader.cachedTile(of: photo, as: TileRequest(columns: 24, rows: 8, style: style)) == before)

        let new = SamplePNG(width: 30, height: 90).encode([UInt8](repeating: 77, count: 3 * 30 * 90))
        #expect(rename(TemporaryFiles.name(files.path(of: new)), TemporaryFiles.name(paths[0])) == 0)
        await loader.forgetChangedFiles()
        #expect(loader.cachedTile(of: photo, as: TileRequest(columns: 24, rows: 8, style: style)) == nil)
        #expect(loader.cachedTile(of: other, as: TileRequest(columns: 24, rows: 8, style: style)) != nil)
        #expect(try await loader.size(of: photo, from: .file(path: paths[0])) == PixelSize(width: 30, height: 90))
        #expect(try await tile(.file(path: paths[0])) != before)
    }

    @Test("A photo has a placeholder until its thumbnail is in memory")
    func placeholder() async throws {
        func placeholder() -> RenderedPicture? {
            loader.placeholder(
                .color(red: 9, green: 99, blue: 200), for: photo, aspect: 1.5,
                as: TileRequest(columns: 24, rows: 8, style: style))
        }
        #expect(placeholder() != nil)
        _ = try await tile(.file(path: files.path(of: SampleJPEG.encode(.upright))))
        #expect(placeholder() == nil)
    }

    @Test("The average color of a decoded tile is passed on")
    func tileColor() async throws {
        let found = Mutex<[[UInt8]: AverageColor]>([:])
        let loader = PictureLoader(threads: 1) { color, path in found.withLock { $0[path] = color } }
        let pixels = [UInt8](repeating: 200, count: 3 * 30 * 20)
        let path = files.path(of: SamplePNG(width: 30, height: 20).encode(pixels))
        _ = try await loader.sharpTile(
            of: photo, from: .file(path: path), as: TileRequest(columns: 24, rows: 8, style: style))
        #expect(found.withLock { $0 } == [path: AverageColor(red: 200, green: 200, blue: 200)])
    }

    @Test("A tile has the photo's aspect ratio and colors")
    func fits() async throws {
        let file = PictureSource.file(
            path: files.path(of: SampleJPEG.encode(Quadrants(width: 960, height: 640, "RG/BY"))))
        let tile = try await tile(file)
        #expect(tile.columns == 24 && tile.rows == 8)
        guard case .rgb(let red, let green, let blue) = tile[2, 1].background else {
            Issue.record("A tile in true color has no RGB colors.")
            return
        }
        #expect(isNear([red, green, blue], [255, 0, 0]))
    }

    @Test("A cover shows the upper middle of an upright photo, and the middle of a wide one")
    func cover() async throws {
        for (width, height, start, end) in [(200, 1000, 0.24, 0.44), (1000, 200, 0.4, 0.6)] {
            // From black to red.
            let generated = GeneratedPicture(width: width, height: height) { part, width, height in
                { rows in
                    rows.flatMap { y in
                        (0..<width).flatMap { x in
                            let across = (part.x + part.width * Double(x) / Double(width)) / 1000
                            let down = (part.y + part.height * Double(y) / Double(height)) / 1000
                            return [UInt8(clamping: Int(255 * max(across, down))), 0, 0, 255]
                        }
                    }
                }
            }
            var cover: RenderedPicture?
            for try await view in loader.tile(
                of: PhotoVersion("\(width)"), from: { .generated(generated) },
                as: TileRequest(columns: 20, rows: 10, style: style, fills: true))
            {
                cover = view.picture
            }
            let cells = try #require(cover)
            #expect(cells.columns == 20 && cells.rows == 10)
            for (cell, share) in [(cells[0, 0], start), (cells[19, 9], end)] {
                guard case .rgb(let red, _, _) = cell.background else {
                    Issue.record("A cover in true color has no RGB colors.")
                    return
                }
                #expect(abs(Double(red) - 255 * share) < 12)
            }
        }
    }

    @Test("A decoded photo is reused for smaller tiles and for the next larger size")
    func remembered() async throws {
        let bitmap = Array("P6 1024 768 255 ".utf8) + [UInt8](repeating: 200, count: 3 * 1024 * 768)
        let source = PictureSource.file(path: files.path(of: bitmap))
        for columns in [30, 12, 40] {
            _ = try await tile(source, columns: columns, rows: columns / 3)
            #expect(loader.thumbnails.level(of: photo)?.bitmap.width == 128)
        }
        _ = try await tile(source, columns: 100, rows: 30)
        #expect(loader.thumbnails.level(of: photo)?.bitmap.width == 256)
    }

    @Test("A photo that cannot be shown fails with the reason")
    func failure() async {
        let file = PictureSource.file(path: files.path(of: Array("8BPS".utf8)))
        await #expect(throws: PictureFailure.unsupportedFormat("PSD")) { try await tile(file) }
    }

    @Test("A cancelled tile throws a cancellation error")
    func cancelled() async {
        let file = PictureSource.file(path: files.path(of: SampleJPEG.encode(.upright)))
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await tile(file)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("The size is upright, even for a JPEG with long metadata")
    func size() async throws {
        var jpeg = SampleJPEG.encode(.upright)
        for _ in 0..<6 { jpeg = SampleJPEG.adding(0xEF, [UInt8](repeating: 0, count: 60_000), to: jpeg) }
        jpeg = SampleJPEG.adding(orientation: 6, to: jpeg)
        let file = PictureSource.file(path: files.path(of: jpeg))
        #expect(try await loader.size(of: photo, from: file) == PixelSize(width: 64, height: 96))
    }

    @Test("The size is known once the photo has been drawn")
    func knownSize() async throws {
        let file = PictureSource.file(path: files.path(of: SampleJPEG.encode(.upright)))
        #expect(loader.knownSize(of: photo) == nil)
        _ = try await tile(file)
        #expect(loader.knownSize(of: photo) == (try await loader.size(of: photo, from: file)))
        #expect(loader.knownSize(of: photo) != nil)
    }

    @Test("A view ends sharp, and is sharp at once if it moves within the decoded region")
    func view() async throws {
        let picture = Quadrants(width: 900, height: 600, "RG/BY")
        let file = PictureSource.file(path: files.path(of: SamplePNG(picture).encode(picture.rgb)))
        let first = try await views(file, PixelRect(x: 0, y: 0, width: 900, height: 600))
        #expect(first.map(\.isSharp) == [true])
        let moved = try await views(file, PixelRect(x: 430, y: 290, width: 40, height: 20))
        #expect(moved.last?.isSharp == true)
        let picture20 = try #require(moved.last?.picture)
        #expect(picture20[0, 0].background == .rgb(255, 0, 0))
        #expect(picture20[19, 9].background == .rgb(255, 255, 0))
        #expect(try await views(file, PixelRect(x: 431, y: 290, width: 40, height: 20)).count == 1)
    }

    @Test("A view starts with the thumbnail")
    func preview() async throws {
        let file = PictureSource.file(
            path: files.path(of: SampleJPEG.encode(Quadrants(width: 900, height: 600, "RG/BY"))))
        _ = try await tile(file)
        let views = try await views(file, PixelRect(x: 0, y: 0, width: 100, height: 100))
        #expect(views.map(\.isSharp) == [false, true])
    }

    @Test("Cells outside the photo have the terminal's background")
    func beyond() async throws {
        let file = PictureSource.file(path: files.path(of: SampleJPEG.encode(.upright)))
        let views = try await views(file, PixelRect(x: -96, y: 0, width: 192, height: 64))
        let picture = try #require(views.last?.picture)
        #expect(picture[0, 5].background == .terminal)
        #expect(picture[19, 0].background != .terminal)
    }

    @Test("A part of a generated picture is drawn in characters, then in pixels, and leaving it stops that")
    func pixelsOfGeneratedPicture() async throws {
        let counted = CountedPicture()
        let part = PixelRect(x: 0, y: 0, width: 300, height: 200)
        let source = counted.source
        var style = style
        for try await _ in loader.view(
            of: photo, from: { source }, as: ViewRequest(part: part, columns: 60, rows: 20, style: style))
        {}
        let characters = counted.count.withLock { $0 }
        style.cell = CellSize(width: 10, height: 20)
        var shown: [ViewedPicture] = []
        for try await picture in loader.view(
            of: photo, from: { source }, as: ViewRequest(part: part, columns: 60, rows: 20, style: style))
        {
            shown.append(picture)
        }
        #expect(shown.map(\.isSharp) == [false, true])
        guard case .cells? = shown.first?.picture, case .pixels? = shown.last?.picture else {
            Issue.record("not characters, then pixels")
            return
        }
        let all = counted.count.withLock { $0 }
        // The characters are made, and no pixels.
        counted.held.withLock { $0 = all + characters }
        let left = Task { [loader, photo] in
            for try await _ in loader.view(
                of: photo, from: { source }, as: ViewRequest(part: part, columns: 60, rows: 20, style: style))
            {
                throw CancellationError()
            }
        }
        await #expect(throws: CancellationError.self) { try await left.value }
        counted.held.withLock { $0 = nil }
        try await loader.threads.run(.prefetch) { _ in }
        #expect(counted.count.withLock { $0 } < 2 * all - characters)
    }

    @Test("A whole generated picture is drawn once, in pixels")
    func wholeGeneratedPicture() async throws {
        var style = style
        style.cell = CellSize(width: 10, height: 20)
        let source = CountedPicture().source
        var shown: [ViewedPicture] = []
        for try await picture in loader.view(
            of: photo, from: { source },
            as: ViewRequest(part: PixelRect(x: 0, y: 0, width: 600, height: 400), columns: 60, rows: 20, style: style))
        {
            shown.append(picture)
        }
        #expect(shown.map(\.isSharp) == [true])
    }

    @Test("A generated thumbnail has the pixels of its tile, which smaller tiles use as well")
    func generatedThumbnail() async throws {
        let counted = CountedPicture()
        let request = TileRequest(columns: 80, rows: 40, style: style)
        _ = try await loader.sharpTile(of: photo, from: counted.source, as: request)
        let known = try #require(loader.thumbnails.level(of: photo))
        #expect(known.bitmap.width == request.box.width && known.bitmap.height == (request.box.width * 2 + 2) / 3)
        let count = counted.count.withLock { $0 }
        _ = try await loader.sharpTile(
            of: photo, from: counted.source, as: TileRequest(columns: 10, rows: 10, style: style))
        #expect(counted.count.withLock { $0 } == count)
    }

    @Test("A generated picture is made for the visible part")
    func visiblePart() async throws {
        let views = try await views(CountedPicture().source, PixelRect(x: 299, y: 10, width: 2, height: 2))
        let picture = try #require(views.last?.picture)
        #expect(picture[9, 5].background == .rgb(255, 0, 0))
        #expect(picture[10, 5].background == .rgb(0, 255, 0))
    }
}
