/// Ordered dithering with an 8 x 8 Bayer matrix over the pixels of a mosaic.
struct OrderedPattern {
    private let grid: SampleGrid
    private let pixels: (columns: Int, rows: Int)
    /// The span between the lowest and the highest threshold, on a scale of 0 to 255.
    private let strength: Float

    init(mosaic: Mosaic, strength: Float) {
        grid = mosaic.plan.grid
        pixels = mosaic.pixels
        self.strength = strength
    }

    /// Adds the thresholds to the samples of eight cells.
    func add(to samples: UnsafeMutablePointer<CellLanes>, column: Int, row: Int) {
        for gridRow in 0..<grid.rows {
            let middle = (grid.rowEdges[gridRow] + grid.rowEdges[gridRow + 1]) / 2
            let y = row * pixels.rows + Int(middle * Double(pixels.rows))
            let share = strength * grid.area(row: gridRow)
            for gridColumn in 0..<grid.columns {
                var thresholds = CellLanes.zero
                for lane in 0..<CellLanes.scalarCount {
                    let x = (column + lane) * pixels.columns + gridColumn * pixels.columns / grid.columns
                    thresholds[lane] = share * Self.threshold(x: x, y: y)
                }
                let sample = samples + 3 * grid.index(column: gridColumn, row: gridRow)
                for channel in 0..<3 { sample[channel] += thresholds }
            }
        }
    }

    /// Returns a threshold between -1/2 and 1/2.
    static func threshold(x: Int, y: Int) -> Float {
        thresholds[8 * (y & 7) + (x & 7)]
    }

    private static let thresholds: [Float] = (0..<64).map { index in
        var value = 0
        for bit in 0..<3 {
            let x = index >> bit & 1
            let y = index >> (3 + bit) & 1
            value = value << 2 | (x ^ y) << 1 | y
        }
        return (Float(value) + 0.5) / 64 - 0.5
    }
}
