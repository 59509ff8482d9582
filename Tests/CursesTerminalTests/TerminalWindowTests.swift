import CellArt
import Testing
import TerminalUI

@testable import CursesTerminal

@Suite("Terminal window")
struct TerminalWindowTests {
    @Test("The cell size is the window's pixels divided by its cells")
    func cell() {
        let window = TerminalWindow(columns: 120, rows: 40, width: 1205, height: 800)
        #expect(window.size == Size(columns: 120, rows: 40))
        #expect(window.cell == CellSize(width: 10, height: 20))
    }

    @Test(
        "Implausible pixel sizes are ignored",
        arguments: [(0, 0), (120, 80), (1200, 300), (1200, 4000), (120_000, 80_000)])
    func unbelievable(width: Int, height: Int) {
        #expect(TerminalWindow(columns: 120, rows: 40, width: width, height: height).cell == nil)
    }

    @Test(
        "An enormous window is cropped to 1000 by 500 cells", arguments: [(5000, 5000), (65535, 65535), (1001, 501)])
    func enormous(columns: Int, rows: Int) {
        let window = TerminalWindow(columns: columns, rows: rows, width: min(65535, 10 * columns), height: 0)
        #expect(window.size == Size(columns: 1000, rows: 500))
        #expect(window.cropping == .init(columns: true, rows: true))
        #expect(window.cell == nil)
    }

    @Test("A window of exactly the limit is not cropped; a wider one has its real cell size")
    func large() {
        #expect(TerminalWindow(columns: 1000, rows: 500, width: 0, height: 0).cropping == .init())
        #expect(
            TerminalWindow(columns: 2000, rows: 200, width: 12_000, height: 2400).cell == CellSize(width: 6, height: 12)
        )
    }

    @Test("No size of a window exceeds the limits", arguments: [Int.min, -1, 0, .max], [Int.min, -1, 0, .max])
    func limits(cells: Int, pixels: Int) {
        let window = TerminalWindow(columns: cells, rows: cells, width: pixels, height: pixels)
        #expect((1...1000).contains(window.size.columns) && (1...500).contains(window.size.rows))
        #expect((1...3).contains(window.cellAspect))
    }

    @Test("A window without a size has one cell")
    func empty() {
        #expect(TerminalWindow(columns: 0, rows: 0, width: 0, height: 0).size == Size(columns: 1, rows: 1))
    }
}
