import Basics
import CellArt
import Testing

@testable import Pictures

@Suite("Level cache")
struct RecentLevelsTests {
    /// Returns a level of 4 x `pixels` bytes.
    private func level(pixels: Int) -> PictureLevel {
        let size = PixelSize(width: pixels, height: 1)
        return PictureLevel(
            bitmap: Bitmap(
                width: pixels, height: 1, pixels: [UInt8](repeating: 255, count: 4 * pixels), isOpaque: true),
            region: PixelRegion(all: size), pictureSize: size, origin: .fullDecode)
    }

    @Test("The least recently used level is evicted when the cache is full")
    func leastRecent() {
        var levels = RecentLevels<Int>(maxBytes: 120)
        for key in 1...3 { levels.insert(level(pixels: 10), for: key) }
        #expect(levels[1] != nil)
        levels.insert(level(pixels: 10), for: 4)
        #expect([1, 2, 3, 4].filter { levels[$0] != nil } == [1, 3, 4])
        #expect(levels.bytes == 120)
    }

    @Test("A level replaces the previous one for its key")
    func replaced() {
        var levels = RecentLevels<Int>(maxBytes: 100)
        levels.insert(level(pixels: 10), for: 1)
        levels.insert(level(pixels: 20), for: 1)
        #expect(levels.bytes == 80)
        #expect(levels[1]?.bitmap.width == 20)
    }

    @Test("A level larger than the cache is not cached and evicts nothing")
    func tooLarge() {
        var levels = RecentLevels<Int>(maxBytes: 100)
        levels.insert(level(pixels: 10), for: 1)
        levels.insert(level(pixels: 26), for: 2)
        #expect(levels[1] != nil && levels[2] == nil)
    }
}
