import Testing

@testable import CellArt

@Suite("Tones of pictures")
struct ToneHistogramTests {
    @Test("Each pixel counts once in luma, red, green and blue; transparent ones don't")
    func counts() {
        let bitmap = Bitmap(
            width: 2, height: 2, pixels: [255, 0, 0, 255, 0, 0, 0, 255, 90, 90, 90, 255, 1, 2, 3, 0], isOpaque: false)
        let tones = ToneHistogram(bitmap)
        #expect(tones.red[255] == 1 && tones.red[0] == 1 && tones.red[90] == 1 && tones.red.reduce(0, +) == 3)
        #expect(tones.luma[76] == 1 && tones.luma[0] == 1 && tones.luma[90] == 1)
        #expect(tones.green[0] == 2 && tones.blue[0] == 2 && !tones.isGray)
    }

    @Test("Black is a clipped shadow, and a channel at its maximum a clipped highlight; dark colors are neither")
    func clipped() {
        let colors = [RGB(0, 0, 1), RGB(255, 30, 30), RGB(254, 254, 254), RGB(0, 0, 90), RGB(253, 250, 200)]
        let tones = ToneHistogram(.painted(width: 10, height: 4) { x, _ in colors[x % 5] })
        #expect(tones.clippedShadows == 0.2 && tones.clippedHighlights == 0.4)
    }

    @Test("A large picture is counted evenly, and a gray one is known as such")
    func large() {
        let tones = ToneHistogram(
            .painted(width: 1024, height: 1024) { x, _ in
                let value = UInt8(x / 4)
                return RGB(value, value, value)
            })
        #expect(tones.isGray)
        let count = tones.luma.reduce(0, +)
        #expect((200_000...400_000).contains(count))
        #expect(tones.luma.allSatisfy { abs($0 - count / 256) < count / 256 / 20 })
    }

    @Test("An empty picture has no clipped tones")
    func transparent() {
        let tones = ToneHistogram(Bitmap(width: 1, height: 1, pixels: [255, 255, 255, 0], isOpaque: false))
        #expect(tones.clippedShadows == 0 && tones.clippedHighlights == 0)
    }
}
