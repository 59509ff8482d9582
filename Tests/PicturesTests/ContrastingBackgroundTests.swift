import Albums
import Basics
import CellArt
import Testing

@testable import Pictures

@Suite("Background of transparent pictures")
struct ContrastingGroundTests {
    /// Returns a picture in this gray with every other pixel transparent.
    private func drawing(gray: UInt8) -> [UInt8] {
        let pixels = (0..<64 * 64).flatMap { pixel -> [UInt8] in
            pixel.isMultiple(of: 2) ? [gray, gray, gray, 255] : [0, 0, 0, 0]
        }
        return SamplePNG(width: 64, height: 64, color: .rgba).encode(pixels)
    }

    private func tile(_ bytes: [UInt8]) async throws -> PictureLevel {
        let files = TemporaryFiles()
        return try await PictureLoader().thumbnail(
            of: PhotoVersion("a"), from: .file(path: files.path(of: bytes)), box: PixelSize(width: 40, height: 40),
            priority: .visible)
    }

    @Test(
        "The background contrasts with a drawing of any shade", arguments: [0, 40, 80, 128, 170, 224, 255] as [UInt8])
    func contrast(gray: UInt8) async throws {
        let bitmap = try await tile(drawing(gray: gray)).opaqueBitmap
        #expect(bitmap.isOpaque)
        #expect(bitmap.pixel(x: 0, y: 0) == [gray, gray, gray, 255])
        let background = bitmap.pixel(x: 1, y: 0)
        #expect(background[0] == background[1] && background[1] == background[2] && background[3] == 255)
        #expect(abs(Int(background[0]) - Int(gray)) >= 56)
    }

    @Test("The background contrasts with black and white together")
    func blackAndWhite() async throws {
        let shades: [[UInt8]] = [[0, 0, 0, 255], [255, 255, 255, 255], [9, 9, 9, 0]]
        let pixels = (0..<64 * 64).flatMap { shades[$0 % 3] }
        let bitmap = try await tile(SamplePNG(width: 64, height: 64, color: .rgba).encode(pixels)).opaqueBitmap
        #expect((56...199).contains(bitmap.pixel(x: 2, y: 0)[0]))
    }

    @Test("Translucent pixels are blended with the background")
    func mixing() {
        let bitmap = Bitmap(width: 1, height: 1, pixels: [200, 100, 0, 128], isOpaque: false)
        let background = ContrastingBackground(
            for: Bitmap(width: 1, height: 1, pixels: [255, 255, 255, 255], isOpaque: true))
        #expect(background.gray == 0x28)
        #expect(bitmap.composited(on: RGB(40, 40, 40)).pixels == [120, 70, 20, 255])
    }

    @Test("The missing rows of a truncated picture stay transparent")
    func cut() async throws {
        let tall = Quadrants(width: 64, height: 512, "RG/BY")
        let bytes = SamplePNG(tall).encode(tall.rgb)
        let bitmap = try await tile(Array(bytes[..<(bytes.count / 2)])).opaqueBitmap
        #expect(bitmap.pixel(x: 0, y: bitmap.height - 1) == [0, 0, 0, 0])
    }

    @Test(
        "A picture shows the terminal's background unless nearly all of it would be invisible",
        arguments: [
            (0, RGB(20, 20, 20), false), (0, RGB(250, 250, 250), true), (255, RGB(250, 250, 250), false),
            (255, RGB(20, 20, 20), true), (128, RGB(20, 20, 20), true), (128, RGB(128, 128, 128), false),
        ] as [(UInt8, RGB, Bool)])
    func terminalBackground(gray: UInt8, background: RGB, isShown: Bool) async throws {
        let level = try await tile(drawing(gray: gray))
        var style = ArtStyle(symbols: .half, colors: .trueColor, background: background)
        #expect(level.bitmap(in: style).isOpaque)
        style.showsBackground = true
        let ground = level.bitmap(in: style).pixel(x: 1, y: 0)
        #expect((ground == [style.background.red, style.background.green, style.background.blue, 255]) == isShown)
        #expect(level.bitmap(in: style).pixel(x: 0, y: 0) == [gray, gray, gray, 255])
    }

    @Test("All frames of an animation share one background")
    func animation() throws {
        let bytes = SampleGIF.encode(
            [0, 1].map { index in
                (
                    SampleGIF(canvas: (4, 1), frame: (index, 0, 1, 1), transparent: 7, delay: 5, disposal: 2),
                    [UInt8(index)]
                )
            }, repeats: nil)
        let animation = try #require(
            try InProcessDecoding().animation(DecodingRequest(.memory(bytes)), cancellation: DecodeCancellation()))
        let first = animation.first.level.opaqueBitmap.pixel(x: 3, y: 0)
        #expect(first[3] == 255)
        let next = try #require(
            try animation.frames.next(lateness: .zero, cancellation: DecodeCancellation()))
        #expect(next.level.opaqueBitmap.pixel(x: 3, y: 0) == first)
    }
}
