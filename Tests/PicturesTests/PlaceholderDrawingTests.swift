import CellArt
import Testing

@testable import Pictures

@Suite("Placeholders")
struct PlaceholderDrawingTests {
    @Test("A placeholder is drawn for any aspect ratio", arguments: [1e300, 1e-300, 0, -5, Double.infinity, .nan, 1.5])
    func anyAspect(aspect: Double) throws {
        let style = ArtStyle(symbols: .half, colors: .trueColor)
        let picture = try #require(
            PlaceholderDrawing.draw(
                .color(red: 200, green: 10, blue: 10), aspect: aspect,
                as: TileRequest(columns: 20, rows: 10, style: style)))
        #expect((1...20).contains(picture.columns) && (1...10).contains(picture.rows))
        #expect(picture.drawnCells.allSatisfy { $0.background == .rgb(200, 10, 10) })
    }
}
