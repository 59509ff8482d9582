import TerminalUI
import Testing

@Suite("Rectangles of cells")
struct GeometryTests {
    @Test("A rectangle excludes its end, and an empty one contains nothing")
    func contains() {
        let rect = Rect(column: 2, row: 1, columns: 3, rows: 1)
        let columns = (0..<8).filter { rect.contains(Position(column: $0, row: 1)) }
        #expect(columns == [2, 3, 4])
        #expect(!rect.contains(Position(column: 2, row: 0)) && !rect.contains(Position(column: 2, row: 2)))
        #expect(!Rect(column: 2, row: 1, columns: 0, rows: 1).contains(Position(column: 2, row: 1)))
        #expect(!Rect(column: 2, row: 1, columns: -1, rows: 1).contains(Position(column: 2, row: 1)))
    }
}
