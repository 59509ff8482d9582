extension EmulatedCell {
    /// Whether the cell is part of a picture: no text of the program has a background of its own, or a half block.
    var isPainted: Bool { background != .standard || text == "▀" || text == "▄" }
}

extension ScreenSession {
    /// How many cells are part of a picture.
    var paintedCells: Int {
        cells.count(where: \.isPainted)
    }

    /// Every cell, nil for one that is part of a picture: a thumbnail that was made for a larger place has other shades.
    var outlines: [EmulatedCell?] { cells.map { $0.isPainted ? nil : $0 } }

    /// The colors behind pictures.
    var pictureColors: Set<EmulatedCell.Color> {
        Set(cells.map(\.background)).subtracting([.standard])
    }

    /// Whether a rectangle of this size or a larger one is painted, with nothing between.
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
