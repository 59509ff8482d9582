import CellArt
import Testing

struct TransparencyTests {
    @Test("The background shows through, blended in linear light")
    func background() {
        let half = Bitmap(
            width: 1, height: 2, pixels: [255, 255, 255, 0, 0, 0, 0, 128], isOpaque: false)
        let picture = CellArtist.draw(
            half, columns: 1, rows: 1,
            style: ArtStyle(symbols: .half, colors: .trueColor, background: RGB(255, 0, 99)))
        #expect(picture[0, 0].halves.upper == RGB(255, 0, 99))
        // (1 - 128/255) of the light of 255 and of 99.
        #expect(picture[0, 0].halves.lower == RGB(187, 0, 71))
    }
}
