import Testing

@testable import CellArt

@Suite("Focus peaking")
struct FocusPeakingTests {
    /// The number of red pixels by column.
    private func marked(_ bitmap: Bitmap) -> [Int] {
        let result = bitmap.withFocusPeaking()
        return (0..<bitmap.width).map { x in
            (0..<bitmap.height).count { y in
                let index = 4 * (y * bitmap.width + x)
                return result.pixels[index] == 255 && result.pixels[index + 1] == 32
            }
        }
    }

    private let edge = Bitmap.painted(width: 80, height: 60) { x, _ in x < 40 ? RGB(60, 60, 60) : RGB(150, 150, 150) }

    @Test("A sharp edge is marked where it is, and a blurred one isn't")
    func edges() {
        let marks = marked(edge)
        #expect(marks[39] == 58 && marks[40] == 58 && marks.reduce(0, +) == 2 * 58)
        #expect(marked(edge.blurred(radius: 4)).allSatisfy { $0 == 0 })
    }

    @Test("Noise hardly has marks")
    func noise() {
        let flat = Bitmap.painted(width: 80, height: 60) { _, _ in RGB(90, 90, 90) }
        #expect(marked(flat.noisy(16)).reduce(0, +) < 20)
    }

    @Test("A picture of a single pixel stays unchanged")
    func small() {
        let pixel = Bitmap.plain(RGB(9, 9, 9))
        #expect(pixel.withFocusPeaking() == pixel)
    }
}
