import Basics
import Testing

@Suite("Pixel sizes")
struct PixelSizeTests {
    @Test("The number of pixels of an impossible size is as large as numbers get")
    func count() {
        #expect(PixelSize(width: 6000, height: 4000).count == 24_000_000)
        #expect(PixelSize(width: .max, height: 2).count == .max)
    }

    @Test("A size divided by a factor is rounded up, so that no pixel is lost")
    func division() {
        #expect(PixelSize(width: 17, height: 16).divided(by: 8) == PixelSize(width: 3, height: 2))
    }
}
