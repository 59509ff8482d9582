import TerminalUI
import Testing

@testable import Screens

@Suite("Layout of a photo grid")
struct TileLayoutTests {
    @Test("All tiles and gutters are equally wide, and the grid is centered", arguments: 20...200)
    func gutters(columns: Int) {
        let layout = TileLayout(size: Size(columns: columns, rows: 40), .init())
        let rects = (0..<layout.columns).map {
            layout.rect(of: GridState<Int>.Item(index: $0, element: nil, column: $0, line: 0, height: 9))
        }
        #expect(Set(rects.map(\.columns)) == [layout.tile.columns])
        #expect(zip(rects, rects.dropFirst()).allSatisfy { $0.endColumn == $1.column })
        let (left, right) = (rects[0].column, columns - rects[rects.count - 1].endColumn)
        #expect(left >= 0 && (0...1).contains(right - left))
    }

    @Test("The feed shows two rows of photos at 80 × 24, with and without dates", arguments: [1, 2])
    func rows(captionRows: Int) {
        let layout = TileLayout(
            size: Size(columns: 80, rows: 24), .init(headerRows: 2, captionRows: captionRows))
        #expect(layout.tile.rows * 2 <= layout.lines)
        #expect(layout.picture.rows >= 6)
    }

    @Test("Photos that the user has enlarged get a single row rather than two low ones")
    func enlarged() {
        let layout = TileLayout(
            size: Size(columns: 80, rows: 24), .init(headerRows: 2, tiles: TileSize(width: 80), captionRows: 2))
        #expect(layout.tile.rows * 2 > layout.lines)
    }
}
