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

/// A color that a terminal can select.
public enum Color: Sendable, Hashable {
    /// The terminal's default foreground or background.
    case terminal
    case rgb(UInt8, UInt8, UInt8)
    /// A palette color, 0 to 255.
    case palette(UInt8)
}
