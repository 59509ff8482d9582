import CellArt
import SeededGenerator
import TerminalUI

/// A surface that changes at random, step by step, the way screens do.
struct RandomSurface {
    private(set) var surface: Surface
    private var random: SeededGenerator

    init(size: Size, seed: UInt64) {
        surface = Surface(size: size)
        random = SeededGenerator(seed: seed)
    }

    /// Makes one change and returns whether it changed the size.
    mutating func change() -> Bool {
        switch number(0..<12) {
        case 0: surface.fill(rectangle(), with: Cell(" ", style: style()))
        case 1: surface.fill(rectangle())
        case 2, 3: write()
        case 4: paint(surface.bounds)
        case 5: paint(rectangle())
        case 6, 7: shift(by: number(-4..<5))
        case 8: for _ in 0..<8 { paint(rectangle()) }
        case 9: surface = Surface(size: surface.size)
        case 10: break
        default:
            surface = Surface(size: Size(columns: number(1..<70), rows: number(1..<30)))
            paint(rectangle())
            write()
            return true
        }
        return false
    }

    private mutating func write() {
        let texts = [
            "plain text", "宽字符 wide", "e\u{301}a\u{308}\u{323} marks", "ありがとう", "a", "▸ 12 of 48 ♥", "            ",
            "👩\u{200D}🚀 joined 👨\u{200D}👩\u{200D}👧",
        ]
        for _ in 0..<number(1..<6) {
            let text = texts[number(0..<texts.count)]
            surface.write(
                text, column: number(0..<surface.size.columns), row: number(0..<surface.size.rows), style: style())
        }
    }

    private mutating func paint(_ rect: Rect) {
        let glyphs: [Unicode.Scalar] = ["▀", "▄", " ", "█", "▌", "▚", "\u{1FB05}", "\u{1FB38}"]
        let isNoisy = number(0..<2) == 0
        let base = (number(0..<200), number(0..<200), number(0..<200))
        for row in rect.row..<rect.endRow {
            for column in rect.column..<rect.endColumn {
                func color(_ y: Int) -> Color {
                    isNoisy
                        ? .rgb(byte(), byte(), byte())
                        : .rgb(UInt8(base.0 + y % 50), UInt8(base.1 + column % 50), UInt8(base.2))
                }
                let style = Style(
                    foreground: color(2 * row), background: color(2 * row + 1), attributes: .picture)
                let glyph = isNoisy ? glyphs[number(0..<glyphs.count)] : "▀"
                surface.put(Cell(glyph, style: style), column: column, row: row)
            }
        }
    }

    private mutating func shift(by rows: Int) {
        var shifted = Surface(size: surface.size)
        for row in 0..<surface.size.rows {
            for column in 0..<surface.size.columns {
                guard let cell = surface.cell(column: column, row: row + rows) else { continue }
                shifted.put(cell, column: column, row: row)
            }
        }
        surface = shifted
    }

    private mutating func style() -> Style {
        let attributes = Attributes(rawValue: UInt8([0, 1, 2, 4, 3, 7][number(0..<6)]))
        return Style(foreground: color(), background: color(), attributes: attributes)
    }

    private mutating func color() -> Color {
        switch number(0..<4) {
        case 0: .terminal
        case 1: .palette(number(0..<2) == 0 ? byte() : byte() % 16)
        // Near zero, where an RGB number could be mistaken for another kind of color number.
        case 2: .rgb(0, 0, byte() % 4)
        default: .rgb(byte(), byte(), byte())
        }
    }

    private mutating func rectangle() -> Rect {
        let column = number(0..<surface.size.columns)
        let row = number(0..<surface.size.rows)
        return Rect(
            column: column, row: row, columns: number(1..<surface.size.columns - column + 1),
            rows: number(1..<surface.size.rows - row + 1))
    }

    private mutating func number(_ range: Range<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    private mutating func byte() -> UInt8 {
        UInt8.random(in: 0...255, using: &random)
    }
}
