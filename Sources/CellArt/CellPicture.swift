/// A picture made of character cells.
public struct CellPicture: Sendable, Equatable {
    public let columns: Int
    public let rows: Int
    /// `columns` x `rows` cells, row by row from the top.
    public let cells: [ArtCell]

    public init(columns: Int, rows: Int, cells: [ArtCell]) {
        precondition(cells.count == columns * rows)
        self.columns = columns
        self.rows = rows
        self.cells = cells
    }

    public subscript(column: Int, row: Int) -> ArtCell {
        cells[row * columns + column]
    }
}

/// One character of a picture and its two colors.
public struct ArtCell: Sendable, Hashable {
    public var glyph: Unicode.Scalar
    public var foreground: Color
    public var background: Color

    public init(glyph: Unicode.Scalar, foreground: Color, background: Color) {
        self.glyph = glyph
        self.foreground = foreground
        self.background = background
    }
}

extension ArtCell {
    /// Creates a cell of a single color.
    init(plain color: Color) {
        self.init(glyph: " ", foreground: color, background: color)
    }

    /// Creates a cell of two colors. If the character has a complement, the numerically larger color becomes the
    /// foreground. Rows of cells then differ in their characters, from which ncurses recognizes that a picture has
    /// scrolled.
    init(_ glyph: MosaicGlyph, foreground: Color, background: Color) {
        if foreground == background {
            self.init(plain: foreground)
        } else if let complement = glyph.complement, foreground.rank < background.rank {
            self.init(glyph: complement, foreground: background, background: foreground)
        } else {
            self.init(glyph: glyph.character, foreground: foreground, background: background)
        }
    }
}
