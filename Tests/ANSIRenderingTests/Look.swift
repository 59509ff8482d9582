import CellArt
import TerminalUI
import VirtualTerminal

/// The appearance of a cell, independent of the glyph and colors that produce it.
struct Look: Equatable {
    private var glyph: Unicode.Scalar
    private var foreground: Color
    private var background: Color

    init(_ cell: ArtCell) {
        self.init(cell.glyph, cell.foreground, cell.background)
    }

    /// Returns the cells that a terminal shows for a text in its upper-left corner.
    static func cells(of text: [UInt8], columns: Int, rows: Int) -> [Look] {
        let terminal = VirtualTerminal(size: Size(columns: columns, rows: rows + 1))
        // The line discipline turns LF into CR LF.
        terminal.feed(text.flatMap { $0 == UInt8(ascii: "\n") ? [0x0D, 0x0A] : [$0] })
        return (0..<columns * rows).map { index in
            let shown = terminal.shown(column: index % columns, row: index / columns)
            return Look(
                shown?.text.unicodeScalars.first ?? "?", shown?.foreground ?? .terminal, shown?.background ?? .terminal)
        }
    }

    /// A cell of one color is a blank; of two glyphs that are each other's complement, the lower code point is
    /// used.
    private init(_ glyph: Unicode.Scalar, _ foreground: Color, _ background: Color) {
        (self.glyph, self.foreground, self.background) = (glyph, foreground, background)
        if glyph == "\u{2588}", foreground != .terminal { (self.glyph, self.background) = (" ", foreground) }
        if foreground == background, foreground != .terminal { self.glyph = " " }
        if self.glyph == " " { self.foreground = self.background }
        if self.glyph == "\u{2588}" { self.background = self.foreground }
        guard foreground != .terminal, background != .terminal, let other = GlyphComplement.of(self.glyph.value),
            other < self.glyph.value, let scalar = Unicode.Scalar(other)
        else { return }
        (self.glyph, self.foreground, self.background) = (scalar, background, foreground)
    }
}
