import SeededGenerator
import Testing

@testable import CellArt

@Suite("Color pair search in error diffusion")
struct PairSearchTests {
    @Test("No skipped pair is better with any character", arguments: [Float(3), 30, 250], [Float(0), 1])
    func exhaustive(contrast: Float, chromaWeight: Float) throws {
        var random = SeededGenerator(seed: 31)
        func color(_ range: ClosedRange<Float>) -> SIMD4<Float> {
            SIMD4((0..<3).map { _ in Float.random(in: range, using: &random) } + [0])
        }
        let mosaic = try #require(Mosaic.of(.quadrant))
        let search = PairSearch(mosaic: mosaic)
        var shapes = CellShapes(glyphCount: mosaic.glyphs.count)
        for _ in 0..<20 {
            let center = color(contrast / 2...255 - contrast / 2)
            let spread = -contrast / 2...contrast / 2
            // Each cell has the shape of a character, with some noise.
            let shown = (0..<CellLanes.scalarCount).map { _ in
                (glyph: mosaic.glyphs.randomElement(using: &random), ink: color(spread), paper: color(spread))
            }
            let sums = sums(of: mosaic) { sample, lane in
                let coverage = shown[lane].glyph.map { mosaic.plan.coverages[$0.node][sample] } ?? 0
                let step = shown[lane].ink - shown[lane].paper
                return center + shown[lane].paper + step * coverage + color(-3...3)
            }
            shapes.update(means: sums[mosaic.whole], glyphs: mosaic.glyphs) { sums[$0.node] }
            var candidates = CandidateColors()
            for index in 0..<12 { candidates.insert((UInt8(index), center + color(-100...100))) }
            candidates.penalizeChroma(differingFrom: center, weight: chromaWeight)
            for lane in 0..<CellLanes.scalarCount {
                let upper = sums[mosaic.upper][lane] * 2 + color(-20...20)
                let lower = sums[mosaic.lower][lane] * 2 + color(-20...20)
                func error(_ choice: PairSearch.Choice) -> Float {
                    let background = candidates.color(choice.background)
                    let step = candidates.color(choice.foreground) - background
                    let inks = search.inks(ofGlyph: choice.glyph)
                    let upperResidual = upper - background - step * inks.upper
                    let lowerResidual = lower - background - step * inks.lower + upperResidual * Diffusion.downward
                    let halves = upperResidual.product(upperResidual) + lowerResidual.product(lowerResidual)
                    let penalty = candidates.penalty(choice.background) + candidates.penalty(choice.foreground)
                    guard let glyph = choice.glyph.map({ mosaic.glyphs[$0] }) else { return 2 * halves + penalty }
                    let covariance = sums[glyph.node][lane] - sums[mosaic.whole][lane] * glyph.ink
                    return 2 * halves + step.product(step) * glyph.variance - 2 * step.product(covariance) + penalty
                }
                let found = search.best(of: candidates, upper: upper, lower: lower, shapes: shapes, lane: lane)
                var least = Float.infinity
                for background in 0..<12 {
                    for foreground in 0..<12 {
                        for glyph in mosaic.glyphs.indices {
                            least = min(
                                least,
                                error(PairSearch.Choice(glyph: glyph, foreground: foreground, background: background)))
                        }
                    }
                }
                #expect(error(found) <= least + 0.001 * abs(least) + 0.1)
            }
        }
    }

    /// Returns the sums in each node of the plan, given the color of each sample of each cell.
    private func sums(of mosaic: Mosaic, color: (_ sample: Int, _ lane: Int) -> SIMD4<Float>) -> [ColorLanes] {
        var nodes = [CellLanes](repeating: .zero, count: 3 * mosaic.plan.nodeCount)
        let grid = mosaic.plan.grid
        for sample in 0..<grid.count {
            for lane in 0..<CellLanes.scalarCount {
                let share = color(sample, lane) * grid.area(row: sample / grid.columns)
                for channel in 0..<3 { nodes[3 * sample + channel][lane] = share[channel] }
            }
        }
        nodes.withUnsafeMutableBufferPointer { nodes in
            if let nodes = nodes.baseAddress { mosaic.plan.run(nodes) }
        }
        return (0..<mosaic.plan.nodeCount).map {
            ColorLanes(red: nodes[3 * $0], green: nodes[3 * $0 + 1], blue: nodes[3 * $0 + 2])
        }
    }
}
