import Albums
import CellArt
import Testing

@testable import Pictures

@Suite("Animations", .timeLimit(.minutes(5)))
struct AnimationTests {
    private let red = UInt8(0)
    private let green = UInt8(1)
    private let blue = UInt8(2)

    private func animation(_ bytes: [UInt8], limits: DecodeLimits = .standard) async throws -> AnimatedPicture? {
        let loader = PictureLoader(threads: 1, limits: limits)
        let files = TemporaryFiles()
        return try await loader.animation(of: Photo.ID("photo"), from: .file(path: files.path(of: bytes)))
    }

    private func decoder(_ bytes: [UInt8]) throws -> GIFAnimation? {
        let file = FileBytes(capacity: bytes.count) { target in
            target.copyBytes(from: bytes)
            return bytes.count
        }
        return try GIFAnimation(file, limits: .standard)
    }

    /// What the pixels of a GIF's frames are, from left to right, where a canvas is a row of four.
    private func rows(_ bytes: [UInt8], count: Int) throws -> [String] {
        let gif = try #require(try decoder(bytes))
        var frames: [String] = []
        while frames.count < count, try gif.next(stop: DecodeStop()) != nil {
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

    @Test("Frames of a GIF lie over each other, and where they are transparent the one before shows")
    func keeping() throws {
        let bytes = gif([(0, [red, red, red, red], 0), (1, [green, 7, green], 1), (3, [blue], 0)])
        #expect(try rows(bytes, count: 9) == ["RRRR", "RGRG", "RGRB"])
    }

    @Test("A frame that is to be cleared leaves its place transparent")
    func clearing() throws {
        let bytes = gif([(0, [red, red, red, red], 0), (1, [green, green], 2), (3, [blue], 0)])
        #expect(try rows(bytes, count: 9) == ["RRRR", "RGGR", "R..B"])
    }

    @Test("A frame that is to be taken back leaves what was there")
    func restoring() throws {
        let bytes = gif([(0, [red, red, red, red], 0), (1, [green, 7, green], 3), (0, [blue], 0)])
        #expect(try rows(bytes, count: 9) == ["RRRR", "RGRG", "BRRR"])
    }

    @Test("A frame that reaches beyond the canvas is cut, and one outside changes nothing")
    func outside() throws {
        let bytes = gif([(0, [red, red, red, red], 0), (3, [green, green, green], 3), (9, [blue], 2), (0, [blue], 0)])
        #expect(try rows(bytes, count: 9) == ["RRRR", "RRRG", "RRRR", "BRRR"])
    }

    @Test("Of a GIF that is cut the whole frames play")
    func cut() throws {
        let bytes = gif([(0, [red, red, red, red], 0), (0, [green], 0), (1, [blue], 0)])
        #expect(try rows(Array(bytes.dropLast(9)), count: 9) == ["RRRR", "GRRR"])
    }

    @Test("For a frame whose pixels are missing, the one before is not cleared")
    func cutAfterClearing() throws {
        let bytes = gif([(0, [red, red, red, red], 2), (0, [green, blue, green, blue], 0)])
        let animations = (1...8).compactMap { try? decoder(bytes.dropLast($0)) }
        #expect(animations.count > 2)
        for animation in animations {
            while try animation.next(stop: DecodeStop()) != nil {}
            #expect(animation.canvas[3] == 255)
        }
    }

    @Test("It is repeated as often as it says", arguments: [(nil, 1), (1, 2), (3, 4)] as [(Int?, Int)])
    func repeats(repeats: Int?, plays: Int) async throws {
        let bytes = gif([(0, [red], 0), (1, [green], 0), (2, [blue], 0)], repeats: repeats)
        let animation = try #require(try await animation(bytes))
        #expect(animation.delay == .milliseconds(50))
        var count = 1
        while try await animation.advance(lateness: .zero) != nil { count += 1 }
        #expect(count == 3 * plays)
    }

    @Test("One that is repeated for ever does not end")
    func forever() async throws {
        let animation = try #require(try await animation(gif([(0, [red], 0), (1, [green], 0)], repeats: 0)))
        for _ in 0..<50 { #expect(try await animation.advance(lateness: .zero) == .milliseconds(50)) }
    }

    @Test("Frames whose time is over are passed over, and what is left of the next one's time is told")
    func late() async throws {
        let colors: [(x: Int, indices: [UInt8], disposal: Int)] = [red, green, blue, red, green].map {
            (0, [$0, $0, $0, $0], 0)
        }
        let animation = try #require(try await animation(gif(colors)))
        #expect(try await animation.advance(lateness: .milliseconds(120)) == .milliseconds(30))
        let picture = try await animation.draw(
            part: PixelRect(x: 0, y: 0, width: 4, height: 1), rotation: .none, columns: 4, rows: 1,
            style: ArtStyle(symbols: .half, colors: .trueColor))
        #expect(picture[0, 0].background == .rgb(255, 0, 0))
        #expect(try await animation.advance(lateness: .zero) == .milliseconds(50))
        #expect(try await animation.advance(lateness: .zero) == nil)
    }

    @Test("The last frame is shown though its time is over too")
    func lateForTheLast() async throws {
        let animation = try #require(try await animation(gif([(0, [red], 0), (0, [green], 0), (0, [blue], 0)])))
        #expect(try await animation.advance(lateness: .seconds(9)) == .milliseconds(50))
        #expect(try await animation.advance(lateness: .zero) == nil)
    }

    @Test("Frames of no time have the usual one", arguments: [0, 1])
    func noTime(hundredths: Int) async throws {
        let frame = SampleGIF(canvas: (1, 1), frame: (0, 0, 1, 1), delay: hundredths)
        let animation = try #require(try await animation(SampleGIF.encode([(frame, [0]), (frame, [1])])))
        #expect(animation.delay == .milliseconds(100))
    }

    @Test("An animated WebP plays its frames with their times, as often as it says")
    func webP() async throws {
        let one = Quadrants(width: 8, height: 8, "RR/RR")
        let other = Quadrants(width: 4, height: 4, "BB/BB")
        let bytes = SampleWebP.animation([(one, 0, 0, 40), (other, 4, 4, 70)], width: 8, height: 8, plays: 2)
        let animation = try #require(try await animation(bytes))
        #expect(animation.delay == .milliseconds(40))
        #expect(try await animation.advance(lateness: .zero) == .milliseconds(70))
        let picture = try await animation.draw(
            part: PixelRect(x: 0, y: 0, width: 8, height: 8), rotation: .none, columns: 8, rows: 4,
            style: ArtStyle(symbols: .half, colors: .trueColor))
        #expect(picture[0, 0].background == .rgb(255, 0, 0))
        #expect(picture[7, 3].background == .rgb(0, 0, 255))
        for time in [40, 70] { #expect(try await animation.advance(lateness: .zero) == .milliseconds(time)) }
        #expect(try await animation.advance(lateness: .zero) == nil)
    }

    @Test("A picture of one frame stands still, as do a photo and a painting")
    func still() async throws {
        let picture = Quadrants.upright
        #expect(try await animation(SampleGIF.encode(picture)) == nil)
        #expect(try await animation(SampleWebP.encode(picture)) == nil)
        #expect(try await animation(SampleJPEG.encode(picture)) == nil)
    }

    @Test("A canvas that takes too much memory stands still")
    func hugeCanvas() async throws {
        let frame = SampleGIF(canvas: (65_535, 65_535), frame: (0, 0, 1, 1))
        #expect(try await animation(SampleGIF.encode([(frame, [0]), (frame, [1])])) == nil)
    }
}
