/// What the ink of each character has in common with the colors of eight cells.
struct CellShapes {
    /// For each of the cells, and in it for eight characters at a time: red, green and blue.
    private(set) var covariances: [CellLanes]
    private let groupCount: Int
    /// What the foreground differs from the background where a character shows most of each cell's shape, and its ink.
    private(set) var bestDifferences = ColorLanes.zero
    private(set) var bestInks = CellLanes.zero
    /// How much less the squared error of each cell can be than that of a plain one.
    private(set) var mostGains = CellLanes.zero
    /// The square of the largest covariance of each cell.
    private(set) var mostSquares = CellLanes.zero

    init(glyphCount: Int) {
        groupCount = (glyphCount + CellLanes.scalarCount - 1) / CellLanes.scalarCount
        covariances = Array(repeating: .zero, count: CellLanes.scalarCount * 3 * groupCount)
    }

    /// Where the covariances of a cell begin.
    func start(ofCell lane: Int) -> Int { lane * 3 * groupCount }

    /// - Parameter sum: of what is under the ink of a character.
    mutating func update(means: ColorLanes, glyphs: [MosaicGlyph], sum: (MosaicGlyph) -> ColorLanes) {
        mostGains = .zero
        mostSquares = .zero
        var best = (differences: ColorLanes.zero, inks: CellLanes.zero)
        let width = CellLanes.scalarCount
        covariances.withUnsafeMutableBytes { bytes in
            let floats = bytes.bindMemory(to: Float.self)
            for (index, glyph) in glyphs.enumerated() {
                let covariance = sum(glyph) - means * glyph.ink
                var place = 3 * width * (index / width) + index % width
                for lane in 0..<width {
                    floats[place] = covariance.red[lane]
                    floats[place + width] = covariance.green[lane]
                    floats[place + 2 * width] = covariance.blue[lane]
                    place += 3 * width * groupCount
                }
                let squares = covariance.product(covariance)
                let gains = squares * glyph.inverseVariance
                let isBetter = gains .> mostGains
                mostGains.replace(with: gains, where: isBetter)
                best.differences.replace(with: covariance * glyph.inverseVariance, where: isBetter)
                best.inks.replace(with: glyph.ink, where: isBetter)
                mostSquares.replace(with: squares, where: squares .> mostSquares)
            }
        }
        (bestDifferences, bestInks) = best
    }
}
