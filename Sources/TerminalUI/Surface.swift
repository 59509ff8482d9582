import CellArt

/// A grid of cells that a screen draws into, with pictures made of pixels over some of them.
///
/// Text is added only by `write`, which lets no control or format characters through.
public struct Surface: Sendable, Equatable {
    public let size: Size
    public let repertoire: Repertoire
    /// The cells, row by row from the top.
    public private(set) var cells: [Cell]
    /// Combining marks, by cell index in `cells`.
    public private(set) var marks: [Int: [Unicode.Scalar]] = [:]
    /// The position of the terminal's cursor; nil if hidden.
    public var cursor: Position?
    /// The middles of enlarged pictures, which a slow connection gets first; empty to send pictures from the top.
    public var centers: [Position] = []
    /// The things on this surface, such as photos. A key can change an item, or answer it, only after the terminal has
    /// received it.
    public var items: Set<OpaqueID> = []
    /// Pictures that appear when a transition ends. Their pixels can be sent before.
    public var upcoming: [PixelPicture] = []
    /// Pictures that the user may turn to next. Their pixels are sent once those on the screen are complete.
    public var ahead: [PixelPicture] = []
    /// All pixel pictures placed, covered ones included.
    private var placed: [Placement] = []
    /// For each cell, the index in `placed` plus 1 of the pixel picture that shows there; empty if there is none.
    private var owners: [UInt16] = []

    /// Creates an empty surface in the terminal's own colors.
    public init(size: Size, repertoire: Repertoire = .unicode) {
        self.size = Size(columns: max(0, size.columns), rows: max(0, size.rows))
        self.repertoire = repertoire
        cells = Array(repeating: Cell(), count: self.size.columns * self.size.rows)
    }

    /// The whole surface.
    public var bounds: Rect { Rect(column: 0, row: 0, columns: size.columns, rows: size.rows) }

    /// Returns the cell at a position; nil outside the surface.
    public func cell(column: Int, row: Int) -> Cell? {
        guard contains(column: column, row: row) else { return nil }
        return cells[row * size.columns + column]
    }

    /// Sets a cell that is one column wide; ignored outside the surface.
    public mutating func put(_ cell: Cell, column: Int, row: Int) {
        guard contains(column: column, row: row) else { return }
        let index = row * size.columns + column
        breakWideCharacter(at: index, column: column)
        if !marks.isEmpty { marks[index] = nil }
        if !owners.isEmpty { owners[index] = 0 }
        cells[index] = cell
    }

    /// Fills the part of a rectangle that is on the surface.
    public mutating func fill(_ rect: Rect, with cell: Cell = Cell()) {
        guard max(0, rect.row) < min(size.rows, rect.endRow) else { return }
        guard max(0, rect.column) < min(size.columns, rect.endColumn) else { return }
        for row in max(0, rect.row)..<min(size.rows, rect.endRow) {
            for column in max(0, rect.column)..<min(size.columns, rect.endColumn) {
                put(cell, column: column, row: row)
            }
        }
    }

    /// Writes one line of text, clipped to `width` and to the surface, and returns the number of columns used.
    ///
    /// Text that doesn't fit is truncated and ends with an ellipsis.
    @discardableResult
    public mutating func write(
        _ text: String, column: Int, row: Int, style: Style = .plain, width: Int = .max
    ) -> Int {
        let available = min(width, size.columns - column)
        guard available > 0, row >= 0, row < size.rows else { return 0 }
        var used = 0
        for glyph in VisibleText(text, repertoire: repertoire).fitted(to: available) {
            place(glyph, column: column + used, row: row, style: style)
            used += glyph.width
        }
        return used
    }

    /// Places a picture in the middle of a rectangle, clipped to it.
    ///
    /// A picture made of pixels is shown by its cells until the terminal shows the pixels. Drawing over it later
    /// removes it from those cells only.
    public mutating func place(_ picture: RenderedPicture, centeredIn rect: Rect) {
        let whole = Rect(
            column: rect.column + (rect.columns - picture.columns) / 2,
            row: rect.row + (rect.rows - picture.rows) / 2, columns: picture.columns, rows: picture.rows)
        let (rows, columns) = (whole.rows(in: rect), whole.columns(in: rect))
        let cells = picture.cells
        for row in rows {
            for column in columns {
                put(Cell(cells[column - whole.column, row - whole.row]), column: column, row: row)
            }
        }
        // The surface has room for this many pictures; later ones are shown by their cells.
        guard case .pixels(let picture) = picture, placed.count < Int(UInt16.max) else { return }
        placed.append(Placement(picture: picture, rect: whole))
        if owners.isEmpty { owners = Array(repeating: 0, count: self.cells.count) }
        for row in rows {
            for column in columns where contains(column: column, row: row) {
                owners[row * size.columns + column] = UInt16(placed.count)
            }
        }
    }

    /// Fades a rectangle into the background: true colors are mixed with it; with other colors, every second
    /// cell becomes blank.
    public mutating func dim(_ rect: Rect, toward background: Color) {
        for row in rect.row..<max(rect.row, rect.endRow) {
            for column in rect.column..<max(rect.column, rect.endColumn) {
                guard var cell = cell(column: column, row: row), cell.style != .plain || cell.scalar != " " else {
                    continue
                }
                if let foreground = cell.style.foreground.dimmed(toward: background),
                    let back = cell.style.background.dimmed(toward: background)
                {
                    (cell.style.foreground, cell.style.background) = (foreground, back)
                } else if (row + column).isMultiple(of: 2) {
                    cell = Cell()
                }
                put(cell, column: column, row: row)
            }
        }
    }

    /// Draws a box: its contents, on a separate surface, and a frame.
    public mutating func drawBox(_ rect: Rect, title: String = "", style: Style, _ draw: (inout Surface) -> Void) {
        var inside = Surface(size: Size(columns: rect.columns - 2, rows: rect.rows - 2), repertoire: repertoire)
        draw(&inside)
        fill(rect)
        let line = String(repeating: "\u{2500}", count: inside.size.columns)
        write("\u{250C}\(line)\u{2510}", column: rect.column, row: rect.row, style: style)
        write("\u{2514}\(line)\u{2518}", column: rect.column, row: rect.endRow - 1, style: style)
        for row in rect.row + 1..<max(rect.row + 1, rect.endRow - 1) {
            write("\u{2502}", column: rect.column, row: row, style: style)
            write("\u{2502}", column: rect.endColumn - 1, row: row, style: style)
        }
        if !title.isEmpty {
            write(" \(title) ", column: rect.column + 1, row: rect.row, style: style, width: inside.size.columns)
        }
        for (index, cell) in inside.cells.enumerated() {
            let column = rect.column + 1 + index % inside.size.columns
            let row = rect.row + 1 + index / inside.size.columns
            put(cell, column: column, row: row)
            if let marks = inside.marks[index], contains(column: column, row: row) {
                self.marks[row * size.columns + column] = marks
            }
        }
        cursor = inside.cursor.map { Position(column: rect.column + 1 + $0.column, row: rect.row + 1 + $0.row) }
    }

    /// The pixel pictures with at least one visible cell, in drawing order.
    public var placements: [Placement] {
        let shown = Set(owners)
        return placed.indices.filter { shown.contains(UInt16($0 + 1)) }.map { placed[$0] }
    }

    /// The pixel pictures with at least one visible cell, in drawing order, each with the indices of these in `cells`,
    /// in ascending order.
    public var visiblePlacements: [(placement: Placement, cells: [Int])] {
        var shown: [[Int]] = Array(repeating: [], count: placed.count)
        for (index, owner) in owners.enumerated() where owner != 0 { shown[Int(owner) - 1].append(index) }
        return zip(placed, shown).filter { !$0.1.isEmpty }.map { ($0, $1) }
    }

    /// Returns the pixel picture that shows at a cell; nil if the cell itself shows.
    public func placement(column: Int, row: Int) -> Placement? {
        guard !owners.isEmpty, contains(column: column, row: row) else { return nil }
        let owner = Int(owners[row * size.columns + column])
        return owner == 0 ? nil : placed[owner - 1]
    }

    /// Replaces the terminal's own colors in all cells by those of a style.
    public mutating func replaceTerminalColors(with style: Style) {
        guard style.foreground != .terminal || style.background != .terminal else { return }
        for index in cells.indices {
            if cells[index].style.foreground == .terminal { cells[index].style.foreground = style.foreground }
            if cells[index].style.background == .terminal { cells[index].style.background = style.background }
        }
    }

    private func contains(column: Int, row: Int) -> Bool {
        column >= 0 && column < size.columns && row >= 0 && row < size.rows
    }

    private mutating func place(_ glyph: VisibleText.Glyph, column: Int, row: Int, style: Style) {
        guard contains(column: column, row: row), contains(column: column + glyph.width - 1, row: row) else { return }
        let index = row * size.columns + column
        // A no-break space only keeps words together in a line.
        put(Cell(glyph.scalar == "\u{00A0}" ? " " : glyph.scalar, style: style), column: column, row: row)
        if glyph.width == 2 {
            put(Cell("\0", style: style), column: column + 1, row: row)
            cells[index].scalar = glyph.scalar
        }
        if !glyph.marks.isEmpty { marks[index] = glyph.marks }
    }

    /// Replaces a wide character that loses one half by blanks.
    private mutating func breakWideCharacter(at index: Int, column: Int) {
        if cells[index].isContinuation, column > 0 { cells[index - 1].scalar = " " }
        if column + 1 < size.columns, cells[index + 1].isContinuation { cells[index + 1].scalar = " " }
    }
}

/// A pixel picture on a surface.
public struct Placement: Sendable, Equatable {
    public let picture: PixelPicture
    /// Where the whole picture would be. Parts of it may be clipped or covered.
    public let rect: Rect
}

/// One character cell of a surface.
public struct Cell: Hashable, Sendable {
    /// The character's first scalar; the surface stores its combining marks. U+0000 is the right half of a wide
    /// character.
    public var scalar: Unicode.Scalar
    public var style: Style

    public init(_ scalar: Unicode.Scalar = " ", style: Style = .plain) {
        self.scalar = scalar
        self.style = style
    }

    /// Whether this is the second column of the wide character to its left.
    public var isContinuation: Bool { scalar.value == 0 }
}

/// The characters that a terminal can display.
public enum Repertoire: Sendable, Hashable {
    case unicode
    /// Printable ASCII only; other characters are replaced.
    case ascii
}

/// The look of a character apart from its colors.
public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let bold = Attributes(rawValue: 1)
    public static let underline = Attributes(rawValue: 2)
    public static let reverse = Attributes(rawValue: 4)
    /// Part of a picture. The terminal may merge similar colors while the picture moves.
    public static let picture = Attributes(rawValue: 8)
}

/// The style of a piece of text.
public struct Style: Hashable, Sendable {
    public var foreground: Color
    public var background: Color
    public var attributes: Attributes

    public init(foreground: Color = .terminal, background: Color = .terminal, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    public static let plain = Style()
}

extension Rect {
    fileprivate func rows(in clip: Rect) -> Range<Int> {
        let start = max(row, clip.row)
        return start..<max(start, min(endRow, clip.endRow))
    }

    fileprivate func columns(in clip: Rect) -> Range<Int> {
        let start = max(column, clip.column)
        return start..<max(start, min(endColumn, clip.endColumn))
    }
}

extension Cell {
    fileprivate init(_ cell: ArtCell) {
        self.init(
            cell.glyph, style: Style(foreground: cell.foreground, background: cell.background, attributes: .picture))
    }
}
