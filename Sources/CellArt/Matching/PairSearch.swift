/// Finds the pair of colors and the character that minimize the sum of two errors: of the shape within a cell, and of
/// the mean of each of its halves, plus the penalties of both colors.
struct PairSearch {
    /// Indices of two candidates and of a character; a nil character is a plain cell in the background color.
    struct Choice {
        var glyph: Int?
        var foreground: Int
        var background: Int
    }

    private let glyphs: [GlyphLanes]
    private let minVariance: Float

    init(mosaic: Mosaic) {
        glyphs = GlyphLanes.all(of: mosaic)
        minVariance = mosaic.glyphs.map(\.variance).min() ?? 0
    }

    /// Returns the fractions of the cell's two halves that a character's ink covers.
    func inks(ofGlyph glyph: Int?) -> (upper: Float, lower: Float) {
        guard let glyph else { return (0, 0) }
        let lanes = glyphs[glyph / CellLanes.scalarCount]
        let upper = lanes.upperInk[glyph % CellLanes.scalarCount]
        return (upper, lanes.lowerInk[glyph % CellLanes.scalarCount] - Diffusion.downward * upper)
    }

    /// Returns the best choice for a cell.
    /// - Parameters:
    ///   - upper: the target mean of the upper half.
    ///   - lower: the target mean of the lower half.
    ///   - lane: the index of the cell in `shapes`.
    func best(
        of candidates: CandidateColors, upper: SIMD4<Float>, lower: SIMD4<Float>, shapes: CellShapes, lane: Int
    ) -> Choice {
        var choice = Choice(glyph: nil, foreground: 0, background: 0)
        let covariances = shapes.covariances[shapes.start(ofCell: lane)...]
        let groupCount = candidates.lanes.count
        withUnsafeTemporaryAllocation(of: CellLanes.self, capacity: candidates.count * groupCount) { lanes in
            let plain = fill(lanes, upper: upper, lower: lower, candidates: candidates, shapes: shapes, lane: lane)
            var least = plain.error
            choice = Choice(glyph: nil, foreground: plain.index, background: plain.index)
            let bounds = UnsafeRawBufferPointer(lanes).assumingMemoryBound(to: Float.self)
            for background in 0..<candidates.count {
                let row = groupCount * CellLanes.scalarCount * background
                for foreground in 0..<candidates.count where bounds[row + foreground] < least {
                    let color = candidates.color(background)
                    let residuals = HalfResiduals(upper: upper, lower: lower, background: color)
                    let penalty = candidates.penalty(background) + candidates.penalty(foreground)
                    guard
                        let found = best(
                            residuals: residuals, step: candidates.color(foreground) - color, covariances: covariances,
                            below: least - penalty)
                    else { continue }
                    least = found.error + penalty
                    choice = Choice(glyph: found.glyph, foreground: foreground, background: background)
                }
            }
        }
        return choice
    }

    /// Fills in the lower bound of each pair's error, one row per background. Returns the best color for a plain cell.
    private func fill(
        _ bounds: UnsafeMutableBufferPointer<CellLanes>, upper: SIMD4<Float>, lower: SIMD4<Float>,
        candidates: CandidateColors, shapes: CellShapes, lane: Int
    ) -> (index: Int, error: Float) {
        var plain = (index: 0, error: Float.infinity)
        let pairBounds = PairBounds(
            maxGain: shapes.maxGains[lane], maxSquare: shapes.maxSquares[lane], minVariance: minVariance)
        candidates.lanes.withUnsafeBufferPointer { lanes in
            for background in 0..<candidates.count {
                let color = candidates.color(background)
                let residuals = HalfResiduals(upper: upper, lower: lower, background: color)
                let penalty = candidates.penalty(background)
                let error = residuals.error + 2 * penalty
                if error < plain.error { plain = (background, error) }
                for group in lanes.indices {
                    bounds.initializeElement(
                        at: background * lanes.count + group,
                        to: pairBounds.minErrors(
                            residuals: residuals, steps: lanes[group] - ColorLanes(repeating: color))
                            + candidates.penalties[group] + penalty)
                }
            }
        }
        return plain
    }

    /// Returns the best character for a pair, or nil if none has an error below `limit`.
    private func best(
        residuals: HalfResiduals, step: SIMD4<Float>, covariances: ArraySlice<CellLanes>, below limit: Float
    ) -> (glyph: Int, error: Float)? {
        let square = step.product(step)
        let upperFactor = 2 * Diffusion.smoothness * residuals.upper.product(step)
        let lowerFactor = 2 * Diffusion.smoothness * residuals.lower.product(step)
        let weights = 2 * (step + step.luma * SIMD4(0.299, 0.587, 0.114, 0))
        var minErrors = CellLanes(repeating: limit - residuals.error)
        var groups = CellLanes.zero
        glyphs.withUnsafeBufferPointer { glyphs in
            covariances.withUnsafeBufferPointer { covariances in
                for group in glyphs.indices {
                    let glyph = glyphs[group]
                    let shape =
                        covariances[3 * group] * weights.x + covariances[3 * group + 1] * weights.y
                        + covariances[3 * group + 2] * weights.z
                    let errors =
                        glyph.contrast * square - glyph.upperInk * upperFactor - glyph.lowerInk * lowerFactor - shape
                    let isBetter = errors .< minErrors
                    minErrors.replace(with: errors, where: isBetter)
                    groups.replace(with: Float(group), where: isBetter)
                }
            }
        }
        let least = minErrors.least
        guard least.value < limit - residuals.error else { return nil }
        return (Int(groups[least.lane]) * CellLanes.scalarCount + least.lane, least.value + residuals.error)
    }
}

/// Lower bounds of the error of a pair of colors, over all characters.
struct PairBounds {
    /// How far the squared error of the shape can be below that of a plain cell.
    let maxGain: Float
    /// The square of the largest covariance of a character's ink with the colors of the cell.
    let maxSquare: Float
    /// The smallest variance of any character's ink.
    let minVariance: Float

    /// Returns the least errors of a background, with remainders `residuals`, paired with eight foregrounds that differ
    /// from it by `steps`.
    ///
    /// The mean of each half lies between the two colors. The gain from the shape is at most `maxGain`, and at most 2
    /// |d| |P| - V |d|², with V the least variance, d the difference of the colors and P the largest covariance.
    @inline(__always)
    func minErrors(residuals: HalfResiduals, steps: ColorLanes) -> CellLanes {
        let lumas = steps.luma
        let squares =
            steps.red * steps.red + steps.green * steps.green + steps.blue * steps.blue + lumas * lumas
        // So small that it matters only if both colors are equal.
        let inverseSquares = 1 / (squares + 1e-3)
        @inline(__always)
        func leastSquares(_ residual: SIMD4<Float>, _ square: Float, maxInk: Float) -> CellLanes {
            let weights = residual + residual.luma * SIMD4(0.299, 0.587, 0.114, 0)
            let products = steps.red * weights.x + steps.green * weights.y + steps.blue * weights.z
            let inks = (products * inverseSquares).limited(0, maxInk)
            return square - inks * (products * 2 - inks * squares)
        }
        let upper = leastSquares(residuals.upper, residuals.upperSquare, maxInk: 1)
        let lower = leastSquares(residuals.lower, residuals.lowerSquare, maxInk: 1 + Diffusion.downward)
        // Avoids a square root: 2 |d| |P| <= V |d|² / 2 + 2 |P|² / V.
        let shape = squares * (minVariance / 2) - 2 * maxSquare / minVariance
        return (upper + lower) * Diffusion.smoothness + shape.limited(-maxGain, .infinity)
    }
}

/// The coefficients of eight characters in the error that `PairSearch` minimizes.
struct GlyphLanes: Sendable {
    /// The fraction of the cell's upper half that is ink.
    var upperInk: CellLanes
    /// The fraction of the lower half that is ink, plus the share of the upper half's error that is diffused to it.
    var lowerInk: CellLanes
    /// The coefficient of the squared difference between the two colors.
    var contrast: CellLanes

    /// Returns the coefficients of a mosaic's characters, in order. Padding in the last group is never chosen.
    static func all(of mosaic: Mosaic) -> [GlyphLanes] {
        let grid = mosaic.plan.grid
        let glyphs = mosaic.glyphs
        return stride(from: 0, to: glyphs.count, by: 8).map { first in
            var lanes = GlyphLanes(upperInk: .zero, lowerInk: .zero, contrast: CellLanes(repeating: .infinity))
            for (lane, glyph) in glyphs[first..<min(first + 8, glyphs.count)].enumerated() {
                var upper: Float = 0
                for (index, coverage) in mosaic.plan.coverages[glyph.node].enumerated() {
                    let row = index / grid.columns
                    if grid.rowEdges[row] < 0.5 { upper += 2 * coverage * grid.area(row: row) }
                }
                let lower = 2 * glyph.ink - upper + Diffusion.downward * upper
                lanes.upperInk[lane] = upper
                lanes.lowerInk[lane] = lower
                lanes.contrast[lane] =
                    glyph.variance + Diffusion.smoothness * (upper * upper + lower * lower)
            }
            return lanes
        }
    }
}

/// The target colors of a cell's two halves, minus the cell's background.
struct HalfResiduals {
    let upper: SIMD4<Float>
    /// Includes the error that the upper half passes down if it shows the background.
    let lower: SIMD4<Float>
    let upperSquare: Float
    let lowerSquare: Float

    @inline(__always)
    init(upper: SIMD4<Float>, lower: SIMD4<Float>, background: SIMD4<Float>) {
        self.upper = upper - background
        self.lower = lower - background + self.upper * Diffusion.downward
        upperSquare = self.upper.product(self.upper)
        lowerSquare = self.lower.product(self.lower)
    }

    /// The error of a cell that is all background.
    @inline(__always)
    var error: Float { Diffusion.smoothness * (upperSquare + lowerSquare) }
}

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
