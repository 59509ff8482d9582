import Albums
import Basics
import CellArt
import Testing

@testable import Pictures

@Suite("Animations", .timeLimit(.minutes(60)))
struct AnimationTests {
    private let red = UInt8(0)
    private let green = UInt8(1)
    private let blue = UInt8(2)

    private func animation(_ bytes: [UInt8], limits: DecodeLimits = .default) async throws -> AnimatedPicture? {
        let loader = PictureLoader(threads: 1, limits: limits)
        let files = TemporaryFiles()
        return try await loader.animation(of: PhotoVersion("photo"), from: .file(path: files.path(of: bytes)))
    }

    private func decoder(_ bytes: [UInt8]) throws -> GIFAnimation? {
        let file = FileBytes(capacity: bytes.count) { target in
            target.copyBytes(from: bytes)
            return bytes.count
        }
        return try GIFAnimation(file, limits: .default)
    }

    /// Returns the frames of a GIF as text, one letter per pixel; the canvas must be one row of four pixels.
    private func rows(_ bytes: [UInt8], count: Int) throws -> [String] {
        let gif = try #require(try decoder(bytes))
        var frames: [String] = []
        while frames.count < count, try gif.next(cancellation: DecodeCancellation()) != nil {
            frames.append(
                stride(from: 0, to: 16, by: 4).map { start in
                    switch Array(gif.canvas[start..<start + 4]) {
                    case [255, 0, 0, 255]: "R"
                    case [0, 255, 0, 255]: "G"
                    case [0, 0, 255, 255]: "B"
                    case [0, 0, 0, 0]: "."
                    default: "?"
                    }
                }.joined())
        }
        return frames
    }

    private func gif(_ frames: [(x: Int, indices: [UInt8], disposal: Int)], repeats: Int? = nil) -> [UInt8] {
        SampleGIF.encode(
            frames.map { frame in
                (
                    SampleGIF(
                        canvas: (4, 1), frame: (frame.x, 0, frame.indices.count, 1), transparent: 7, delay: 5,
                        disposal: frame.disposal), frame.indices
                )
            }, repeats: repeats)
    }

    @Test("GIF frames are drawn over each other, and transparent pixels keep the previous frame")
    func keeping() throws {
        let bytes = gif([(0, [red, red, red, red], 0), (1, [green, 7, green], 1), (3, [blue], 0)])
        #expect(try rows(bytes, count: 9) == ["RRRR", "RGRG", "RGRB"])
    }

    @Test("A frame with disposal 2 is cleared to transparent")
    func clearing() throws {
        let bytes = gif([(0, [red, red, red, red], 0), (1, [green, green], 2), (3, [blue], 0)])
        #expect(try rows(bytes, count: 9) == ["RRRR", "RGGR", "R..B"])
    }

    @Test("A frame with disposal 3 restores the area below it")
    func restoring() throws {
        let bytes = gif([(0, [red, red, red, red], 0), (1, [green, 7, green], 3), (0, [blue], 0)])
        #expect(try rows(bytes, count: 9) == ["RRRR", "RGRG", "BRRR"])
    }

    @Test("A frame is clipped to the canvas, and one outside it changes nothing")
    func outside() throws {
        let bytes = gif([(0, [red, red, red, red], 0), (3, [green, green, green], 3), (9, [blue], 2), (0, [blue], 0)])
        #expect(try rows(bytes, count: 9) == ["RRRR", "RRRG", "RRRR", "BRRR"])
    }

    @Test("A truncated GIF plays its complete frames")
    func cut() throws {
        let bytes = gif([(0, [red, red, red, red], 0), (0, [green], 0), (1, [blue], 0)])
        #expect(try rows(Array(bytes.dropLast(9)), count: 9) == ["RRRR", "GRRR"])
    }

    @Test("Disposal is not applied when the next frame's pixels are missing")
    func cutAfterClearing() throws {
        let bytes = gif([(0, [red, red, red, red], 2), (0, [green, blue, green, blue], 0)])
        let animations = (1...8).compactMap { try? decoder(bytes.dropLast($0)) }
        #expect(animations.count > 2)
        for animation in animations {
            while try animation.next(cancellation: DecodeCancellation()) != nil {}
            #expect(animation.canvas[3] == 255)
        }
    }

    @Test(
        "An animation repeats as often as the file specifies", arguments: [(nil, 1), (1, 2), (3, 4)] as [(Int?, Int)])
    func repeats(repeats: Int?, plays: Int) async throws {
        let bytes = gif([(0, [red], 0), (1, [green], 0), (2, [blue], 0)], repeats: repeats)
        let animation = try #require(try await animation(bytes))
        #expect(animation.delay == .milliseconds(50))
        var count = 1
        while try await animation.advance(lateness: .zero) != nil { count += 1 }
        #expect(count == 3 * plays)
    }

    @Test("An animation that repeats forever never ends")
    func forever() async throws {
        let animation = try #require(try await animation(gif([(0, [red], 0), (1, [green], 0)], repeats: 0)))
        for _ in 0..<50 { #expect(try await animation.advance(lateness: .zero) == .milliseconds(50)) }
    }

    @Test("Late frames are skipped, and the remaining time of the next one is returned")
    func late() async throws {
        let colors: [(x: Int, indices: [UInt8], disposal: Int)] = [red, green, blue, red, green].map {
            (0, [$0, $0, $0, $0], 0)
        }
        let animation = try #require(try await animation(gif(colors)))
        #expect(try await animation.advance(lateness: .milliseconds(120)) == .milliseconds(30))
        let picture = try await animation.draw(
            ViewRequest(
                part: PixelRect(x: 0, y: 0, width: 4, height: 1), columns: 4, rows: 1,
                style: ArtStyle(symbols: .half, colors: .trueColor)), isMoving: true)
        #expect(picture[0, 0].background == .rgb(255, 0, 0))
        #expect(try await animation.advance(lateness: .zero) == .milliseconds(50))
        #expect(try await animation.advance(lateness: .zero) == nil)
    }

    @Test("The last frame is shown even if it is late")
    func lateForTheLast() async throws {
        let animation = try #require(try await animation(gif([(0, [red], 0), (0, [green], 0), (0, [blue], 0)])))
        #expect(try await animation.advance(lateness: .seconds(9)) == .milliseconds(50))
        #expect(try await animation.advance(lateness: .zero) == nil)
    }

    @Test("Frames without a delay get the default delay", arguments: [0, 1])
    func noTime(hundredths: Int) async throws {
        let frame = SampleGIF(canvas: (1, 1), frame: (0, 0, 1, 1), delay: hundredths)
        let animation = try #require(try await animation(SampleGIF.encode([(frame, [0]), (frame, [1])])))
        #expect(animation.delay == .milliseconds(100))
    }

    @Test("An animated WebP plays its frames with their delays and repeat count")
    func webP() async throws {
        let one = Quadrants(width: 8, height: 8, "RR/RR")
        let other = Quadrants(width: 4, height: 4, "BB/BB")
        let bytes = SampleWebP.animation([(one, 0, 0, 40), (other, 4, 4, 70)], width: 8, height: 8, plays: 2)
        let animation = try #require(try await animation(bytes))
        #expect(animation.delay == .milliseconds(40))
        #expect(try await animation.advance(lateness: .zero) == .milliseconds(70))
        let picture = try await animation.draw(
            ViewRequest(
                part: PixelRect(x: 0, y: 0, width: 8, height: 8), columns: 8, rows: 4,
                style: ArtStyle(symbols: .half, colors: .trueColor)), isMoving: true)
        #expect(picture[0, 0].background == .rgb(255, 0, 0))
        #expect(picture[7, 3].background == .rgb(0, 0, 255))
        for time in [40, 70] { #expect(try await animation.advance(lateness: .zero) == .milliseconds(time)) }
        #expect(try await animation.advance(lateness: .zero) == nil)
    }

    private typealias PNGFrame = SamplePNG.Frame

    /// Returns an animation with a canvas of one row of four pixels.
    private func png(_ frames: [PNGFrame], isDefaultHidden: Bool = false) throws -> PNGAnimation? {
        let bytes = SamplePNG.animation(frames, width: 4, height: 1, isDefaultHidden: isDefaultHidden, plays: 0)
        let file = FileBytes(capacity: bytes.count) { target in
            target.copyBytes(from: bytes)
            return bytes.count
        }
        return try PNGAnimation(file, limits: .default)
    }

    /// Returns the frames as text, one letter per pixel.
    private func pngRows(_ frames: [PNGFrame], isDefaultHidden: Bool = false) throws -> [String] {
        let png = try #require(try png(frames, isDefaultHidden: isDefaultHidden))
        var rows: [String] = []
        while rows.count < 20, try png.next(cancellation: DecodeCancellation()) != nil {
            rows.append(
                stride(from: 0, to: 16, by: 4).map { start in
                    switch Array(png.canvas[start..<start + 4]) {
                    case [255, 0, 0, 255]: "R"
                    case [0, 255, 0, 255]: "G"
                    case [0, 0, 0, 0]: "."
                    case let color where isNear(color, [127, 128, 0, 255], 2): "m"
                    default: "?"
                    }
                }.joined())
        }
        return rows
    }

    @Test("Frames of an animated PNG replace or cover the canvas, and are kept, cleared or undone")
    func pngFrames() throws {
        let all = PNGFrame(0, "RRRR")
        #expect(try pngRows([all, PNGFrame(1, "G.G")]) == ["RRRR", "RG.G"])
        #expect(try pngRows([all, PNGFrame(1, "G.G", isBlended: true)]) == ["RRRR", "RGRG"])
        #expect(try pngRows([all, PNGFrame(1, "g", isBlended: true)]) == ["RRRR", "RmRR"])
        #expect(try pngRows([all, PNGFrame(1, "GG", disposal: 1), PNGFrame(3, "G")]) == ["RRRR", "RGGR", "R..G"])
        #expect(try pngRows([all, PNGFrame(1, "GG", disposal: 2), PNGFrame(3, "G")]) == ["RRRR", "RGGR", "RRRG"])
        #expect(try pngRows([PNGFrame(0, "RRRR", disposal: 2), PNGFrame(3, "G")]) == ["RRRR", "...G"])
    }

    @Test("The default picture of an animated PNG is a frame only if it has a frame's header")
    func hiddenDefault() throws {
        let frames = [PNGFrame(0, "RRRR"), PNGFrame(0, "GGGG"), PNGFrame(0, "RGRG")]
        #expect(try pngRows(frames) == ["RRRR", "GGGG", "RGRG"])
        #expect(try pngRows(frames, isDefaultHidden: true) == ["GGGG", "RGRG"])
    }

    @Test("An animated PNG plays with its delays as often as it says")
    func png() async throws {
        let frames = [PNGFrame(0, "RRRR", delay: (1, 20)), PNGFrame(0, "GGGG", delay: (7, 0))]
        let bytes = SamplePNG.animation(frames, width: 4, height: 1, plays: 2)
        let animation = try #require(try await animation(bytes))
        #expect(animation.delay == .milliseconds(50))
        for time in [70, 50, 70] { #expect(try await animation.advance(lateness: .zero) == .milliseconds(time)) }
        #expect(try await animation.advance(lateness: .zero) == nil)
    }

    @Test("An animated PNG with a frame outside the canvas or damaged pixels ends before it")
    func damagedPNG() throws {
        #expect(try png([PNGFrame(0, "RRRR"), PNGFrame(3, "GG")]) == nil)
        let frames = [PNGFrame(0, "RRRR"), PNGFrame(0, "GGGG"), PNGFrame(2, "GG")]
        #expect(try pngRows(frames + [PNGFrame(3, "GG")]) == ["RRRR", "GGGG", "GGGG"])
        #expect(try pngRows(frames + [PNGFrame(0, "RRRR", isDamaged: true)]) == ["RRRR", "GGGG", "GGGG"])
    }

    @Test("An animated JPEG XL plays its frames")
    func jpegXL() async throws {
        let picture = Quadrants(width: 8, height: 8, "RR/RR")
        let animation = try #require(try await animation(SampleJPEGXL(frames: 3).encode(picture)))
        #expect(animation.delay == .milliseconds(100))
        let style = ArtStyle(symbols: .half, colors: .trueColor)
        func color() async throws -> RGB? {
            let drawn = try await animation.draw(
                ViewRequest(part: PixelRect(x: 0, y: 0, width: 8, height: 8), columns: 8, rows: 4, style: style),
                isMoving: true)
            guard case .rgb(let red, let green, let blue) = drawn[0, 0].background else { return nil }
            return RGB(red, green, blue)
        }
        #expect(try await color() == RGB(255, 0, 0))
        // Its frames repeat forever.
        for _ in 0..<2 {
            #expect(try await animation.advance(lateness: .zero) == .milliseconds(100))
            #expect(try await color() != RGB(255, 0, 0))
        }
        #expect(try await animation.advance(lateness: .zero) == .milliseconds(100))
        #expect(try await color() == RGB(255, 0, 0))
    }

    @Test("A picture with a single frame is not an animation")
    func still() async throws {
        let picture = Quadrants.upright
        #expect(try await animation(SampleGIF.encode(picture)) == nil)
        #expect(try await animation(SampleWebP.encode(picture)) == nil)
        #expect(try await animation(SampleJPEG.encode(picture)) == nil)
        #expect(try await animation(SamplePNG(picture).encode(picture.rgb)) == nil)
        #expect(try await animation(SampleJPEGXL().encode(picture)) == nil)
    }

    @Test("An animation with a canvas too large for memory is not played")
    func hugeCanvas() async throws {
        let frame = SampleGIF(canvas: (65_535, 65_535), frame: (0, 0, 1, 1))
        #expect(try await animation(SampleGIF.encode([(frame, [0]), (frame, [1])])) == nil)
    }
}
