/// A size in character cells.
public struct Size: Hashable, Sendable {
    public var columns: Int
    public var rows: Int

    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// A rectangle of character cells; column 0, row 0 is the top left cell.
public struct Rect: Hashable, Sendable {
    public var column: Int
    public var row: Int
    public var columns: Int
    public var rows: Int

    public init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = columns
        self.rows = rows
    }

    public var endColumn: Int { column + columns }
    public var endRow: Int { row + rows }

    /// The cell in the middle.
    public var center: Position { Position(column: column + columns / 2, row: row + rows / 2) }

    public func contains(_ point: Position) -> Bool {
        column <= point.column && point.column < endColumn && row <= point.row && point.row < endRow
    }
}

/// The position of a cell on a surface.
public struct Position: Hashable, Sendable {
    public var column: Int
    public var row: Int

    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}
