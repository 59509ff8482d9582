import CellArt
import TerminalUI

/// The shortest text of a line, found by brute force.
enum ShortestLine {
    static func length(of cells: [ArtCell]) -> Int {
        let end = cells.lastIndex { $0.glyph != " " || $0.background != .terminal }
        let hasBlocks = cells.contains { !$0.glyph.isASCII }
        return length(
            of: cells.prefix(end.map { $0 + 1 } ?? 0), hasBlocks, foreground: .terminal, background: .terminal)
    }

    private static func length(
        of cells: ArraySlice<ArtCell>, _ hasBlocks: Bool, foreground: Color, background: Color
    ) -> Int {
        guard let cell = cells.first else {
            return (foreground == .terminal && background == .terminal ? 0 : 3) + 1
        }
        return ways(of: cell, hasBlocks).map { way in
            let newInk = way.foreground ?? foreground
            let newPaper = way.background ?? background
            return change(from: (foreground, background), to: (newInk, newPaper)) + way.glyph.utf8.count
                + length(of: cells.dropFirst(), hasBlocks, foreground: newInk, background: newPaper)
        }.min() ?? 0
    }

    private static func ways(of cell: ArtCell, _ hasBlocks: Bool) -> [(
        glyph: String, foreground: Color?, background: Color?
    )] {
        if cell.glyph == " " || cell.foreground == cell.background && cell.foreground != .terminal {
            return [(" ", nil, cell.background)]
                + (hasBlocks && cell.background != .terminal ? [("\u{2588}", cell.background, nil)] : [])
        }
        if cell.glyph == "\u{2588}" {
            return [("\u{2588}", cell.foreground, nil)]
                + (cell.foreground != .terminal ? [(" ", nil, cell.foreground)] : [])
        }
        let reverse = GlyphComplement.of(cell.glyph.value).flatMap(Unicode.Scalar.init)
        return [(String(cell.glyph), cell.foreground, cell.background)]
            + (reverse.map { glyph in
                cell.foreground != .terminal && cell.background != .terminal
                    ? [(String(glyph), cell.background, cell.foreground)] : []
            } ?? [])
    }

    private static func change(from old: (Color, Color), to new: (Color, Color)) -> Int {
        guard old != new else { return 0 }
        if new == (.terminal, .terminal) { return "\u{1B}[m".utf8.count }
        var parts: [String] = []
        if old.0 != new.0 { parts.append(parameters(of: new.0, first: 30, firstBright: 90)) }
        if old.1 != new.1 { parts.append(parameters(of: new.1, first: 40, firstBright: 100)) }
        return "\u{1B}[\(parts.joined(separator: ";"))m".utf8.count
    }

    private static func parameters(of color: Color, first: Int, firstBright: Int) -> String {
        switch color {
        case .terminal: "\(first + 9)"
        case .palette(let index) where index < 8: "\(first + Int(index))"
        case .palette(let index) where index < 16: "\(firstBright + Int(index) - 8)"
        case .palette(let index): "\(first + 8);5;\(index)"
        case .rgb(let red, let green, let blue): "\(first + 8);2;\(red);\(green);\(blue)"
        }
    }
}
