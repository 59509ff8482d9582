import CellArt
import TerminalUI

/// One way to draw a cell: a character and the pen colors that it needs.
struct CellDrawing {
    static let blank: Unicode.Scalar = " "
    static let full: Unicode.Scalar = "\u{2588}"

    let glyph: Unicode.Scalar
    /// Nil if the color doesn't matter.
    let foreground: Color?
    let background: Color?

    /// Calls `body` with each way to draw a cell, at most two.
    ///
    /// - Parameter hasBlocks: whether the terminal has block elements.
    static func forEach(of cell: ArtCell, hasBlocks: Bool, _ body: (CellDrawing) -> Void) {
        let isPlain = cell.foreground == cell.background && cell.foreground != .terminal
        if cell.glyph == blank || isPlain {
            body(CellDrawing(glyph: blank, foreground: nil, background: cell.background))
            // The terminal's own background can't be used as a foreground.
            guard hasBlocks, cell.background != .terminal else { return }
            body(CellDrawing(glyph: full, foreground: cell.background, background: nil))
        } else if cell.glyph == full {
            body(CellDrawing(glyph: full, foreground: cell.foreground, background: nil))
            guard cell.foreground != .terminal else { return }
            body(CellDrawing(glyph: blank, foreground: nil, background: cell.foreground))
        } else {
            body(CellDrawing(glyph: cell.glyph, foreground: cell.foreground, background: cell.background))
            guard cell.foreground != .terminal, cell.background != .terminal,
                let other = GlyphComplement.of(cell.glyph.value).flatMap(Unicode.Scalar.init)
            else { return }
            body(CellDrawing(glyph: other, foreground: cell.background, background: cell.foreground))
        }
    }

    /// Returns the pen needed, with as few changes to `pen` as possible.
    func pen(after pen: Pen) -> Pen {
        Pen(foreground: foreground ?? pen.foreground, background: background ?? pen.background)
    }

    /// The number of UTF-8 bytes.
    var cost: Int { UTF8.width(glyph) }
}
