/// Where pictures are on the screen: their cells have a background of their own, which no text of the program has.
extension ScreenSession {
    /// How many cells are part of a picture.
    var paintedCells: Int {
        cells.count { $0.background != .standard }
    }

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
                heights[column] = cell(column: column, row: row).background == .standard ? 0 : heights[column] + 1
                run = heights[column] >= rows ? run + 1 : 0
                if run >= columns { return true }
            }
        }
        return false
    }
}
