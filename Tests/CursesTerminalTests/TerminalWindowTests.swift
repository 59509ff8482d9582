import Testing
import TerminalUI

@testable import CursesTerminal

@Suite("The terminal's window")
struct TerminalWindowTests {
    @Test("A cell has its share of the window's pixels")
    func cell() {
        let window = TerminalWindow(columns: 120, rows: 40, width: 1205, height: 800)
        #expect(window.size == Size(columns: 120, rows: 40))
        #expect(window.cell == CellSize(width: 10, height: 20))
    }

    @Test(
        "Pixels that cannot be are not believed",
        arguments: [(0, 0), (120, 80), (1200, 300), (1200, 4000), (120_000, 80_000)])
    func unbelievable(width: Int, height: Int) {
        #expect(TerminalWindow(columns: 120, rows: 40, width: width, height: height).cell == nil)
    }

    @Test("A window without a size has one cell")
    func empty() {
        #expect(TerminalWindow(columns: 0, rows: 0, width: 0, height: 0).size == Size(columns: 1, rows: 1))
    }
}
