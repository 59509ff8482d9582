/// Finds the character and the two colors of a palette that look best from near and from far.
///
/// The halves of cells are the pixels of Floyd and Steinberg's error diffusion, every other row from right to left, with the
/// error in sRGB: in linear light it leaves saturated dots. What the eye mixes is so to be right for each half of a cell,
/// while the shape inside the cell should be, too; the choice is for the least sum of both errors.
struct DiffusionChooser<P: Palette>: CellChooser {
    private let palette: P
    private let glyphs: [GlyphLanes]
    /// What is left over for the upper halves of a row of cells and for the lower ones, with a column more at both ends.
    private var upperErrors: [SIMD4<Float>]
    private var lowerErrors: [SIMD4<Float>]
    /// For the upper halves of the row below.
    private var nextErrors: [SIMD4<Float>]
    private var row = 0
    private var candidates = EntryList()
    /// What the characters' ink has in common with the colors of a cell, red, green, blue and luma, eight characters each.
    private var covariances: [CellLanes]

    init(palette: P, mosaic: Mosaic, columns: Int) {
        self.palette = palette
        glyphs = GlyphLanes.all(of: mosaic)
        upperErrors = Array(repeating: .zero, count: columns + 2)
        lowerErrors = upperErrors
        nextErrors = upperErrors
        covariances = Array(repeating: .zero, count: 3 * glyphs.count)
    }

    var isSerpentine: Bool { true }

    mutating func choose(_ nodes: UnsafePointer<CellLanes>, cells: CellRun, mosaic: Mosaic) {
        if cells.row != row {
            row = cells.row
            swap(&upperErrors, &nextErrors)
            for index in nextErrors.indices {
                nextErrors[index] = .zero
                lowerErrors[index] = .zero
            }
        }
        for lane in cells.lanes {
            let cell = cell(
                nodes, lane: lane, column: cells.column + lane, step: cells.isReversed ? -1 : 1, mosaic: mosaic)
            cells.target.initializeElement(at: lane, to: cell)
        }
    }

    private mutating func cell(
        _ nodes: UnsafePointer<CellLanes>, lane: Int, column: Int, step: Int, mosaic: Mosaic
    ) -> ArtCell {
        let white = SIMD4<Float>(255, 255, 255, 0)
        let mean = palette.color(of: mosaic.whole, nodes, lane: lane)
        // What is darker than black or brighter than white can't be made up for; carried on it would smear.
        let upper = (2 * palette.color(of: mosaic.upper, nodes, lane: lane) + upperErrors[column + 1])
            .clamped(lowerBound: .zero, upperBound: white)
        let lower = (2 * palette.color(of: mosaic.lower, nodes, lane: lane) + lowerErrors[column + 1])
            .clamped(lowerBound: .zero, upperBound: white)
        collectCandidates(nodes, lane: lane, mean: mean, shift: (upper + lower) / 2 - mean, mosaic: mosaic)
        let best = bestChoice(upper: upper, lower: lower)
        let foreground = candidates.entries[best.foreground]
        let background = candidates.entries[best.background]
        let difference = foreground.color - background.color
        let lanes = best.glyph >= 0 ? glyphs[best.glyph / 8] : nil
        let upperInk = lanes?.upperInk[best.glyph % 8] ?? 0
        let lowerInk = (lanes?.lowerInk[best.glyph % 8] ?? 0) - Diffusion.downward * upperInk
        let upperError = upper - background.color - difference * upperInk
        let lowerError = lower + upperError * Diffusion.downward - background.color - difference * lowerInk
        upperErrors[column + 1 + step] += upperError * (7 / 16)
        lowerErrors[column + 1 + step] += upperError * (4 / 16) + lowerError * (7 / 16)
        nextErrors[column + 1 - step] += lowerError * (3 / 16)
        nextErrors[column + 1] += lowerError * (5 / 16)
        nextErrors[column + 1 + step] += lowerError * (1 / 16)
        guard best.glyph >= 0 else { return palette.cell(plain: background.index) }
        return palette.cell(mosaic.glyphs[best.glyph], foreground: foreground.index, background: background.index)
    }

    /// Finds the colors worth trying, and fills in `covariances`.
    private mutating func collectCandidates(
        _ nodes: UnsafePointer<CellLanes>, lane: Int, mean: SIMD4<Float>, shift: SIMD4<Float>, mosaic: Mosaic
    ) {
        var mostGain: Float = -1
        var best = (difference: SIMD4<Float>.zero, ink: Float(0))
        let palette = palette
        covariances.withUnsafeMutableBytes { covariances in
            let covariances = covariances.bindMemory(to: Float.self)
            for (index, glyph) in mosaic.glyphs.enumerated() {
                let covariance = palette.color(of: glyph.node, nodes, lane: lane) - mean * glyph.ink
                let place = 24 * (index / 8) + index % 8
                covariances[place] = covariance.x
                covariances[place + 8] = covariance.y
                covariances[place + 16] = covariance.z
                let gain = covariance.dot(covariance) * glyph.inverseVariance
                if gain > mostGain {
                    mostGain = gain
                    best = (covariance * glyph.inverseVariance, glyph.ink)
                }
            }
        }
        let background = mean + shift - best.difference * best.ink
        candidates.removeAll()
        palette.insertNeighbors(of: mean + shift, into: &candidates)
        let white = SIMD4<Float>(255, 255, 255, 0)
        candidates.insert(palette.nearest(to: background.clamped(lowerBound: .zero, upperBound: white)))
        candidates.insert(
            palette.nearest(to: (background + best.difference).clamped(lowerBound: .zero, upperBound: white)))
    }

    /// The best pair of candidates and character; -1 is the plain cell.
    private func bestChoice(upper: SIMD4<Float>, lower: SIMD4<Float>) -> (
        glyph: Int, foreground: Int, background: Int
    ) {
        let smoothness = Diffusion.smoothness
        var leastErrors = CellLanes(repeating: .infinity)
        var choices = CellLanes(repeating: -1)
        var leastPlainError = Float.infinity
        var plain = 0
        let count = candidates.entries.count
        candidates.entries.withUnsafeBufferPointer { entries in
            glyphs.withUnsafeBufferPointer { glyphs in
                covariances.withUnsafeBufferPointer { covariances in
                    for (background, entry) in entries.enumerated() {
                        let upperRest = upper - entry.color
                        let lowerRest = lower - entry.color + upperRest * Diffusion.downward
                        let plainError =
                            smoothness * (upperRest.product(upperRest) + lowerRest.product(lowerRest))
                        if plainError < leastPlainError {
                            leastPlainError = plainError
                            plain = background
                        }
                        for (foreground, other) in entries.enumerated() where foreground != background {
                            let difference = other.color - entry.color
                            let square = difference.product(difference)
                            let upperFactor = 2 * smoothness * upperRest.product(difference)
                            let lowerFactor = 2 * smoothness * lowerRest.product(difference)
                            let weighted =
                                2 * (difference + difference.luma * SIMD4(0.299, 0.587, 0.114, 0))
                            let pair = Float((background * count + foreground) * glyphs.count)
                            for group in glyphs.indices {
                                let glyph = glyphs[group]
                                let shape =
                                    covariances[3 * group] * weighted.x + covariances[3 * group + 1] * weighted.y
                                    + covariances[3 * group + 2] * weighted.z
                                let errors =
                                    glyph.contrast * square - glyph.upperInk * upperFactor
                                    - glyph.lowerInk * lowerFactor - shape + plainError
                                let isBetter = errors .< leastErrors
                                leastErrors.replace(with: errors, where: isBetter)
                                choices.replace(with: pair + Float(group), where: isBetter)
                            }
                        }
                    }
                }
            }
        }
        let least = leastErrors.min()
        guard least < leastPlainError else { return (-1, plain, plain) }
        let lane = leastErrors.indices.first { leastErrors[$0] == least } ?? 0
        let choice = Int(choices[lane])
        let pair = choice / glyphs.count
        return (8 * (choice % glyphs.count) + lane, pair % count, pair / count)
    }
}

/// The weights of error diffusion.
enum Diffusion {
    /// What of a pixel's error goes to the one below.
    static let downward: Float = 5 / 16
    /// How much the error of the two halves of a cell counts, against that of the shapes within.
    static let smoothness: Float = 2
}
