import Albums
import Basics
import CellArt
import Testing

@testable import Pictures

@Suite("Pictures made of pixels", .timeLimit(.minutes(60)))
struct PixelPictureTests {
    private let photo = PhotoVersion("photo")
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
            of: photo, from: { source },
            as: ViewRequest(part: part, rotation: rotation, columns: 20, rows: 10, style: style))
        for try await view in views { last = view }
        return pixels(last?.picture)
    }

    @Test("A tile has the pixels of its cells, and the same identity from memory")
    func tile() async throws {
        let path = files.path(of: SampleJPEG.encode(.upright))
        let tile = try await loader.sharpTile(
            of: photo, from: .file(path: path), as: TileRequest(columns: 24, rows: 8, style: style))
        let picture = try #require(pixels(tile))
        let bitmap = try #require(picture.bitmap())
        #expect(bitmap.width == 4 * picture.columns && bitmap.height == 8 * picture.rows)
        #expect(pixels(loader.cachedTile(of: photo, as: TileRequest(columns: 24, rows: 8, style: style))) == picture)
        var other = style
        other.cell = CellSize(width: 5, height: 10)
        #expect(
            pixels(loader.cachedTile(of: photo, as: TileRequest(columns: 24, rows: 8, style: other)))?.identity
                != picture.identity)
        await loader.forgetChangedFiles()
        #expect(picture.bitmap() != nil)
    }

    @Test("The pixels of a tile stay while a larger or a smaller thumbnail of its photo is decoded")
    func otherSizes() async throws {
        let path = files.path(
            of: SampleJPEG.encode(Array(repeating: 90, count: 3 * 400 * 300), size: (width: 400, height: 300)))
        func tile(columns: Int) async throws -> PixelPicture {
            try #require(
                pixels(
                    try await loader.sharpTile(
                        of: photo, from: .file(path: path),
                        as: TileRequest(columns: columns, rows: columns / 3, style: style))))
        }
        let small = try await tile(columns: 12)
        let smallLevel = try #require(loader.thumbnails.level(of: photo))
        let large = try await tile(columns: 60)
        for picture in [small, large] {
            let bitmap = try #require(picture.bitmap())
            #expect(bitmap.width == 4 * picture.columns && bitmap.height == 8 * picture.rows)
        }
        // The decode for the small tile ends after the other one.
        let replacesLarger = loader.thumbnails.insert(smallLevel, for: photo)
        let keepsPixels = large.bitmap() != nil
        #expect(!replacesLarger && keepsPixels)
    }

    @Test(
        "A tile fills its cells without distortion, and its placeholder the same cells",
        arguments: [(150, 100), (100, 150), (123, 100), (300, 50), (100, 100), (200, 74), (200, 110)])
    func aspectRatio(width: Int, height: Int) async throws {
        // Red is the share of the photo's width on the left of a pixel, and green that of its height above it.
        let generated = GeneratedPicture(width: width, height: height) { part, columns, rows in
            {
                $0.flatMap { row in
                    (0..<columns).flatMap { column -> [UInt8] in
                        let x = part.x + (Double(column) + 0.5) * part.width / Double(columns)
                        let y = part.y + (Double(row) + 0.5) * part.height / Double(rows)
                        return [UInt8(255 * x / Double(width)), UInt8(255 * y / Double(height)), 0, 255]
                    }
                }
            }
        }
        let source = PictureSource.generated(generated)
        let box = (columns: 24, rows: 9)
        let placeholder = loader.placeholder(
            .color(red: 9, green: 8, blue: 7), for: photo, aspect: Double(width) / Double(height),
            as: TileRequest(columns: box.columns, rows: box.rows, style: style))
        let tile = try await loader.sharpTile(
            of: photo, from: source, as: TileRequest(columns: box.columns, rows: box.rows, style: style))
        #expect(placeholder?.columns == tile.columns && placeholder?.rows == tile.rows)
        let pixels = try #require(pixels(tile)?.bitmap())
        #expect(pixels.opaqueRect == PixelRegion(x: 0, y: 0, width: 4 * tile.columns, height: 8 * tile.rows))
        /// The pixels from a point to the same point a photo's width or height further.
        func scale(of channel: Int, from first: Int, to last: Int, count: Int) -> Double {
            let share = Double(Int(pixels.pixels[4 * last + channel]) - Int(pixels.pixels[4 * first + channel])) / 255
            return Double(count - 1) / share
        }
        let across = scale(of: 0, from: 0, to: pixels.width - 1, count: pixels.width) / Double(width)
        let down =
            scale(of: 1, from: 0, to: pixels.width * (pixels.height - 1), count: pixels.height) / Double(height)
        #expect(abs(across / down - 1) < 0.04)
    }

    @Test("No pixels are drawn for the cells beside a photo")
    func shownCells() async throws {
        let path = files.path(of: SampleJPEG.encode(.upright))
        let part = PixelRect(x: -96, y: 0, width: 288, height: 64)
        var last: ViewedPicture?
        let views = loader.view(
            of: photo, from: { .file(path: path) }, as: ViewRequest(part: part, columns: 36, rows: 4, style: style))
        for try await view in views { last = view }
        let picture = try #require(pixels(last?.picture))
        #expect(picture.columns == 36 && picture.shown.columns == 12..<24 && picture.shown.rows == 0..<4)
        let bitmap = try #require(picture.bitmap())
        #expect(bitmap.width == 4 * 12 && bitmap.height == 8 * 4)
        #expect(bitmap.isOpaque)
    }

    @Test(
        "The pixels show all four edges of a photo that ends within a cell",
        arguments: [(1500, 1000), (1000, 1500), (1024, 1280), (1237, 1000), (3000, 500), (640, 481)])
    func edges(width: Int, height: Int) throws {
        var style = style
        style.cell = CellSize(width: 10, height: 20)
        let bitmap = Bitmap.framed(width: width, height: height)
        let size = PixelSize(width: width, height: height)
        let level = PictureLevel(bitmap: bitmap, region: PixelRegion(all: size), pictureSize: size, origin: .fullDecode)
        let scale = min(1200 / Double(width), 780 / Double(height))
        let (shownWidth, shownHeight) = (1200 / scale, 780 / scale)
        let part = PixelRect(
            x: (Double(width) - shownWidth) / 2, y: (Double(height) - shownHeight) / 2, width: shownWidth,
            height: shownHeight)
        let drawn = RenderedPicture(
            bitmap, part: part, columns: 120, rows: 39, style: style,
            pixels: PixelSource(
                crop: PhotoCrop(of: "framed"), content: PixelContent(level, in: style, part: part), bitmap: { bitmap }))
        let pixels = try #require(pixels(drawn)?.bitmap())
        let shown = try #require(pixels.opaqueRect)
        #expect(abs(Double(shown.width) - Double(width) * scale) <= 1)
        #expect(abs(Double(shown.height) - Double(height) * scale) <= 1)
        for (x, y) in [
            (shown.x, shown.y), (shown.x + shown.width - 1, shown.y + shown.height / 2),
            (shown.x + shown.width / 2, shown.y + shown.height - 1), (shown.x, shown.y + shown.height / 2),
        ] {
            #expect(pixels.isFrame(x: x, y: y))
        }
        #expect(!pixels.isFrame(x: shown.x + shown.width / 2, y: shown.y + shown.height / 2))
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
        #expect(Set([first.identity, second.identity, rotated.identity]).count == 3)
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
                ViewRequest(part: PixelRect(x: 0, y: 0, width: 4, height: 1), columns: 8, rows: 2, style: style),
                isMoving: true)
            drawn.append(try #require(pixels(picture)))
            _ = try await animation.advance(lateness: .zero)
        }
        #expect(drawn.allSatisfy { $0.role == .frame && $0.enlargement == 8 })
        let last = try #require(
            pixels(
                try await animation.draw(
                    ViewRequest(part: PixelRect(x: 0, y: 0, width: 4, height: 1), columns: 8, rows: 2, style: style),
                    isMoving: false)))
        #expect(last.role == .still && last.view == drawn[0].view && last != drawn[1])
        #expect(drawn[0].view == drawn[1].view && drawn[0] != drawn[1])
        #expect(drawn[0].bitmap() != drawn[1].bitmap())
    }
}

extension Bitmap {
    /// Returns a gray picture with a red frame of a fiftieth of its shorter side.
    fileprivate static func framed(width: Int, height: Int) -> Bitmap {
        let frame = min(width, height) / 50
        var pixels: [UInt8] = []
        pixels.reserveCapacity(4 * width * height)
        for y in 0..<height {
            for x in 0..<width {
                let isInside = (frame..<width - frame).contains(x) && (frame..<height - frame).contains(y)
                pixels += isInside ? [128, 128, 128, 255] : [255, 0, 0, 255]
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: true)
    }

    fileprivate func isFrame(x: Int, y: Int) -> Bool {
        let start = 4 * (y * width + x)
        return Array(pixels[start..<start + 4]) == [255, 0, 0, 255]
    }

    /// The bounds of the pixels that aren't transparent; nil if all are.
    fileprivate var opaqueRect: PixelRegion? {
        let opaque = (0..<width * height).filter { pixels[4 * $0 + 3] == 255 }
        guard let left = opaque.map({ $0 % width }).min(), let right = opaque.map({ $0 % width }).max(),
            let first = opaque.first, let last = opaque.last
        else { return nil }
        return PixelRegion(
            x: left, y: first / width, width: right - left + 1, height: last / width - first / width + 1)
    }
}
