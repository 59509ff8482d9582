import SeededGenerator
import CellArt
import Testing

struct ScalingTests {
    @Test("Every pixel is the exact average of the area it covers", arguments: 0..<40)
    func exactAverage(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func size() -> Int { Int.random(in: 1...24, using: &random) }
        let bitmap = Bitmap.randomWithAlpha(width: size(), height: size(), using: &random)
        expectExact(bitmap, width: size(), height: size())
    }

    @Test(
        "One-pixel lines and single pixels scale too",
        arguments: [
            (1, 1, 5, 7), (1, 50, 1, 7), (50, 1, 7, 1), (50, 1, 1, 1), (1, 50, 3, 100), (7, 9, 1, 1), (300, 2, 299, 3),
        ])
    func thin(width: Int, height: Int, toWidth: Int, toHeight: Int) {
        var random = SeededGenerator(seed: 7)
        expectExact(.randomWithAlpha(width: width, height: height, using: &random), width: toWidth, height: toHeight)
    }

    @Test("A black and white checkerboard averages to 188, half the light")
    func linearLight() {
        let board = Bitmap.painted(width: 8, height: 8) { x, y in
            (x + y).isMultiple(of: 2) ? RGB(0, 0, 0) : RGB(255, 255, 255)
        }
        #expect(board.scaled(toWidth: 2, height: 2) == .plain(RGB(188, 188, 188), width: 2, height: 2))
    }

    @Test("Every gray is unchanged")
    func grays() {
        let ramp = Bitmap.painted(width: 256, height: 1) { x, _ in RGB(UInt8(x), UInt8(x), UInt8(x)) }
        let wide = ramp.scaled(toWidth: 768, height: 2)
        #expect(wide.scaled(toWidth: 256, height: 1) == ramp)
    }

    @Test("Enlarged pixels are sharp squares")
    func squares() {
        var random = SeededGenerator(seed: 3)
        let bitmap = Bitmap.random(width: 5, height: 3, using: &random)
        let large = bitmap.scaled(toWidth: 40, height: 24)
        let expected = Bitmap.painted(width: 40, height: 24) { x, y in bitmap.color(x: x / 8, y: y / 8) }
        #expect(large == expected)
    }

    @Test("Transparent pixels do not tint the average")
    func alpha() {
        let bitmap = Bitmap(width: 2, height: 1, pixels: [200, 10, 20, 255, 0, 255, 0, 0], isOpaque: false)
        #expect(bitmap.scaled(toWidth: 1, height: 1).pixels == [200, 10, 20, 128])
    }

    /// Compares with the definition, computed pixel by pixel in double precision. A value halfway between two
    /// bytes may round either way.
    private func expectExact(
        _ bitmap: Bitmap, width: Int, height: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let scaled = bitmap.scaled(toWidth: width, height: height)
        #expect(scaled.width == width && scaled.height == height, sourceLocation: sourceLocation)
        for y in 0..<height {
            for x in 0..<width {
                let exact = ExactAverage(of: bitmap, x: x, y: y, width: width, height: height)
                for channel in 0..<4 {
                    let value = Double(scaled.pixels[4 * (y * width + x) + channel])
                    #expect(abs(value - exact.channels[channel]) < 0.53, sourceLocation: sourceLocation)
                }
            }
        }
    }
}
