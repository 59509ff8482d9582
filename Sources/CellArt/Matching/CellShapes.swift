/// The covariances of each character's ink with the colors of eight cells.
struct CellShapes {
    /// For each cell, and within it for each group of eight characters: red, green and blue.
    private(set) var covariances: [CellLanes]
    private let groupCount: Int
    /// The difference between foreground and background for the character that best shows each cell's shape, and that
    /// character's ink.
    private(set) var bestDifferences = ColorLanes.zero
    private(set) var bestInks = CellLanes.zero
    /// How far the squared error of each cell can be below that of a plain cell.
    private(set) var maxGains = CellLanes.zero
    /// The square of each cell's largest covariance.
    private(set) var maxSquares = CellLanes.zero

    init(glyphCount: Int) {
        groupCount = (glyphCount + CellLanes.scalarCount - 1) / CellLanes.scalarCount
        covariances = Array(repeating: .zero, count: CellLanes.scalarCount * 3 * groupCount)
    }

    /// Returns the index at which the covariances of a cell start.
    func start(ofCell lane: Int) -> Int { lane * 3 * groupCount }

    /// - Parameter sum: returns the sums of the colors under a character's ink.
    mutating func update(means: ColorLanes, glyphs: [MosaicGlyph], sum: (MosaicGlyph) -> ColorLanes) {
        maxGains = .zero
        maxSquares = .zero
        var best = (differences: ColorLanes.zero, inks: CellLanes.zero)
        let width = CellLanes.scalarCount
        covariances.withUnsafeMutableBytes { bytes in
            let floats = bytes.bindMemory(to: Float.self)
            for (index, glyph) in glyphs.enumerated() {
                let covariance = sum(glyph) - means * glyph.ink
                var offset = 3 * width * (index / width) + index % width
                for lane in 0..<width {
                    floats[offset] = covariance.red[lane]
                    floats[offset + width] = covariance.green[lane]
                    floats[offset + 2 * width] = covariance.blue[lane]
                    offset += 3 * width * groupCount
                }
                let squares = covariance.product(covariance)
                let gains = squares * glyph.inverseVariance
                let isBetter = gains .> maxGains
                maxGains.replace(with: gains, where: isBetter)
                best.differences.replace(with: covariance * glyph.inverseVariance, where: isBetter)
                best.inks.replace(with: glyph.ink, where: isBetter)
                maxSquares.replace(with: squares, where: squares .> maxSquares)
            }
        }
        (bestDifferences, bestInks) = best
    }
}
