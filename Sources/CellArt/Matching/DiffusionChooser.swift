/// Chooses the character and the two palette colors that look best both close up and from a distance.
///
/// The pixels of the Floyd–Steinberg error diffusion are half cells. It is serpentine, with the error in sRGB, because
/// error in linear light leaves saturated dots. From a distance the mean of each half cell should be right, and close
/// up the shape within the cell; the choice minimizes the sum of both errors.
struct DiffusionChooser<P: Palette>: CellChooser {
    private let palette: P
    private let search: PairSearch
    /// The weight of colors that differ from a cell's own in chroma.
    private let chromaWeight: Float
    /// The errors carried to the upper and the lower halves of a row of cells, with one extra column at each end.
    private var upperErrors: [SIMD4<Float>]
    private var lowerErrors: [SIMD4<Float>]
    /// The errors carried to the upper halves of the row below.
    private var nextErrors: [SIMD4<Float>]
    private var row = 0
    private var candidates = CandidateColors()
    private var shapes: CellShapes

    init(palette: P, mosaic: Mosaic, columns: Int, chromaWeight: Float) {
        self.palette = palette
        self.chromaWeight = chromaWeight
        search = PairSearch(mosaic: mosaic)
        upperErrors = Array(repeating: .zero, count: columns + 2)
        lowerErrors = upperErrors
        nextErrors = upperErrors
        shapes = CellShapes(glyphCount: mosaic.glyphs.count)
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
        let palette = palette
        let means = palette.colors(of: mosaic.whole, nodes)
        let uppers = palette.colors(of: mosaic.upper, nodes) * 2
        let lowers = palette.colors(of: mosaic.lower, nodes) * 2
        shapes.update(means: means, glyphs: mosaic.glyphs) { palette.colors(of: $0.node, nodes) }
        for lane in cells.lanes {
            let column = cells.column + lane
            let upper = shown(uppers[lane] + upperErrors[column + 1])
            let lower = shown(lowers[lane] + lowerErrors[column + 1])
            if palette.keepsHue {
                collectCandidates(around: means[lane], lane: lane)
                palette.insertNeighbors(of: uppers[lane], into: &candidates)
                palette.insertNeighbors(of: lowers[lane], into: &candidates)
            } else {
                collectCandidates(around: (upper + lower) / 2, lane: lane)
                palette.insertNeighbors(of: (upper + lower) / 2, into: &candidates)
            }
            if chromaWeight > 0 { candidates.penalizeChroma(differingFrom: means[lane], weight: chromaWeight) }
            let best = search.best(of: candidates, upper: upper, lower: lower, shapes: shapes, lane: lane)
            let background = candidates.color(best.background)
            let step = candidates.color(best.foreground) - background
            let inks = search.inks(ofGlyph: best.glyph)
            let upperError = upper - background - step * inks.upper
            let lowerError = lower - background - step * inks.lower
            diffuse(upperError, lowerError, at: column + 1, step: cells.isReversed ? -1 : 1)
            cells.target.initializeElement(at: lane, to: cell(best, mosaic: mosaic))
        }
    }

    /// Clamps a color to the range that can be shown: error beyond it can't be compensated and would smear.
    private func shown(_ color: SIMD4<Float>) -> SIMD4<Float> {
        color.clamped(lowerBound: palette.darkest, upperBound: palette.brightest)
    }

    /// Diffuses the errors of a cell's two halves.
    private mutating func diffuse(
        _ upperError: SIMD4<Float>, _ ownLowerError: SIMD4<Float>, at index: Int, step: Int
    ) {
        let lowerError = ownLowerError + upperError * Diffusion.downward
        upperErrors[index + step] += upperError * (7 / 16)
        lowerErrors[index + step] += upperError * (4 / 16) + lowerError * (7 / 16)
        nextErrors[index - step] += lowerError * (3 / 16)
        nextErrors[index] += lowerError * (5 / 16)
        nextErrors[index + step] += lowerError * (1 / 16)
    }

    /// Resets the candidates to the colors of the best shape; their low error rules out most other pairs.
    private mutating func collectCandidates(around target: SIMD4<Float>, lane: Int) {
        let difference = shapes.bestDifferences[lane]
        let background = target - difference * shapes.bestInks[lane]
        var colors = ColorLanes(repeating: shown(background))
        colors[1] = shown(background + difference)
        let nearest = palette.nearest(to: colors)
        candidates.removeAll()
        for lane in 0..<2 { candidates.insert((UInt8(nearest.indices[lane]), nearest.colors[lane])) }
    }

    private func cell(_ choice: PairSearch.Choice, mosaic: Mosaic) -> ArtCell {
        let background = candidates.indices[choice.background]
        guard let glyph = choice.glyph else { return palette.cell(plain: background) }
        return palette.cell(
            mosaic.glyphs[glyph], foreground: candidates.indices[choice.foreground], background: background)
    }
}

/// The weights of error diffusion.
enum Diffusion {
    /// The fraction of a pixel's error that goes to the pixel below.
    static let downward: Float = 5 / 16
    /// The weight of the error of the two cell halves relative to that of the shape within the cell.
    static let smoothness: Float = 2

    /// The weight of colors that differ from a cell's own in chroma. In a picture as small as a tile, a cell of another
    /// hue is not grain but confetti.
    static func chromaWeight(cells: Int, colors: ColorDepth) -> Float {
        colors == .palette256 && cells <= maxTileCells ? 1 : 0
    }

    private static let maxTileCells = 1000
}
