extension EmulatedCell {
    /// Whether the cell is part of a picture: the program's text has half blocks nowhere, and a background color only in
    /// reverse video.
    var isPainted: Bool { !isReversed && (background != .standard || text == "▀" || text == "▄") }
}

extension ScreenSession {
    /// The number of cells that are part of a picture.
    var paintedCells: Int {
        cells.count(where: \.isPainted)
    }

    /// All cells, with nil for pictures; the shades of a thumbnail depend on the size it was generated for.
    var outlines: [EmulatedCell?] { cells.map { $0.isPainted ? nil : $0 } }

    /// The background colors of pictures.
    var pictureColors: Set<EmulatedCell.Color> {
        Set(cells.filter(\.isPainted).map(\.background)).subtracting([.standard])
    }

    /// Whether the screen contains a fully painted rectangle of at least this size.
    func hasPaintedBlock(columns: Int, rows: Int) -> Bool {
        let size = emulator.size
        var heights = [Int](repeating: 0, count: size.columns)
        for row in 0..<size.rows {
            var run = 0
            for column in 0..<size.columns {
                heights[column] = cell(column: column, row: row).isPainted ? heights[column] + 1 : 0
                run = heights[column] >= rows ? run + 1 : 0
                if run >= columns { return true }
            }
        }
        return false
    }
}
