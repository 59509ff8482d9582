import SeededGenerator
import Testing

@testable import CellArt

@Suite("Sharpness of pictures")
struct SharpnessTests {
    /// Rectangles and slanted lines of random grays: edges in all directions, with flat parts between them.
    private static func scene(width: Int = 240, height: Int = 180, seed: UInt64 = 3) -> Bitmap {
        var random = SeededGenerator(seed: seed)
        var gray = [Double](repeating: 90, count: width * height)
        for _ in 0..<60 {
            let (left, top) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
            let side = Int.random(in: 4..<50, using: &random)
            let slant = Double.random(in: -1...1, using: &random)
            let value = Double.random(in: 10...240, using: &random)
            for y in top..<min(height, top + side) {
                let shift = Int(slant * Double(y - top))
                for x in left + shift..<left + shift + side where (0..<width).contains(x) {
                    gray[y * width + x] = value
                }
            }
        }
        return .painted(width: width, height: height) { x, y in
            let value = UInt8(gray[y * width + x])
            return RGB(value, value, value)
        }
    }

    private func sharpness(_ bitmap: Bitmap) throws -> Double { try #require(Sharpness.of(bitmap)) }

    @Test("The more a picture is blurred, the less sharp it is", arguments: [3, 4, 5] as [UInt64])
    func blurred(seed: UInt64) throws {
        let scene = Self.scene(seed: seed)
        let values = try [0, 1, 2, 3, 5, 8].map { try sharpness(scene.blurred(radius: $0)) }
        #expect(values == values.sorted(by: >), "\(values)")
        #expect(values[0] > 0.5 && values[5] < 0.2)
    }

    @Test("A blur in one direction counts, too")
    func motion() throws {
        let scene = Self.scene()
        #expect(try sharpness(scene.blurred(radius: 4, isVertical: false)) < 0.8 * sharpness(scene))
    }

    @Test("Exposure and contrast make hardly any difference")
    func exposure() throws {
        let scene = Self.scene()
        let darker = scene.mapped { 20 + $0 / 3 }
        #expect(abs(try sharpness(scene) - sharpness(darker)) < 0.03)
    }

    @Test("Noise isn't taken for detail")
    func noise() throws {
        let scene = Self.scene()
        for radius in [0, 3] {
            let picture = scene.blurred(radius: radius)
            #expect(abs(try sharpness(picture.noisy(6)) - sharpness(picture)) < 0.08)
        }
        #expect(try sharpness(scene.blurred(radius: 3).noisy(8)) < sharpness(scene))
    }

    @Test("A picture without edges, of noise only, or of a few pixels has no sharpness")
    func nothing() {
        let flat = Bitmap.painted(width: 64, height: 64) { _, _ in RGB(90, 120, 30) }
        #expect(Sharpness.of(flat) == nil)
        #expect(Sharpness.of(flat.noisy(10)) == nil)
        #expect(Sharpness.of(Self.scene(width: 12, height: 12)) == nil)
    }

    @Test("Sharpness is reliable if one of the pictures has clear edges, and not in a smooth surface")
    func reliability() {
        let scene = Self.scene(width: 360, height: 270)
        #expect(Sharpness.isReliable(of: [nil, scene.blurred(radius: 8), scene]))
        let sky = Bitmap.painted(width: 360, height: 270) { x, y in RGB(UInt8(100 + x / 12), UInt8(120 + y / 9), 230) }
        #expect(!Sharpness.isReliable(of: [sky, sky.noisy(2), nil]))
        #expect(!Sharpness.isReliable(of: []))
    }

    @Test("Of pictures of different sizes, the finer one is measured at the scale of the other")
    func sizes() throws {
        let large = Self.scene(width: 720, height: 540).blurred(radius: 1)
        let small = large.scaled(toWidth: 360, height: 270)
        let values = Sharpness.of([large, small, large.blurred(radius: 4)]).compactMap { $0 }
        try #require(values.count == 3)
        #expect(abs(values[0] - values[1]) < 0.01)
        #expect(values[2] < values[1])
        let alone = Sharpness.of([nil, large, nil])
        #expect(alone.count == 3 && alone.allSatisfy { $0 == nil })
        let none: [Bitmap?] = []
        #expect(Sharpness.of(none).isEmpty)
    }
}

extension Bitmap {
    /// Returns the bitmap with a function applied to each color channel.
    func mapped(_ change: (Int) -> Int) -> Bitmap {
        Bitmap(
            width: width, height: height,
            pixels: pixels.enumerated().map {
                $0.offset % 4 == 3 ? $0.element : UInt8(clamping: change(Int($0.element)))
            },
            isOpaque: isOpaque)
    }

    /// Returns the bitmap with uniform noise of a standard deviation in levels, about the same in all channels.
    func noisy(_ deviation: Double) -> Bitmap {
        var random = SeededGenerator(seed: 11)
        let limit = Int((deviation * 1.73).rounded())
        var noise = 0
        return Bitmap(
            width: width, height: height,
            pixels: pixels.enumerated().map { index, value in
                if index % 4 == 0 { noise = Int.random(in: -limit...limit, using: &random) }
                return index % 4 == 3 ? value : UInt8(clamping: Int(value) + noise)
            }, isOpaque: isOpaque)
    }

    /// Returns the means of the pixels around each one.
    func blurred(radius: Int, isVertical: Bool = true) -> Bitmap {
        guard radius > 0 else { return self }
        /// Blurs lines of `count` pixels that are `step` values apart, by a sum that moves along each line.
        func mean(_ pixels: [UInt8], count: Int, step: Int, starts: some Sequence<Int>) -> [UInt8] {
            var means = pixels
            for start in starts {
                var sum = 0
                var index = -radius
                while index < count {
                    if index + radius < count { sum += Int(pixels[start + (index + radius) * step]) }
                    if index > radius { sum -= Int(pixels[start + (index - radius - 1) * step]) }
                    if index >= 0 {
                        let number = min(count - 1, index + radius) - max(0, index - radius) + 1
                        means[start + index * step] = UInt8(sum / number)
                    }
                    index += 1
                }
            }
            return means
        }
        let row = 4 * width
        let across = mean(
            pixels, count: width, step: 4, starts: (0..<height).lazy.flatMap { y in (0..<4).map { y * row + $0 } })
        let both = isVertical ? mean(across, count: height, step: row, starts: 0..<row) : across
        return Bitmap(width: width, height: height, pixels: both, isOpaque: isOpaque)
    }
}
