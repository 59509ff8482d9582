/// Draws pictures in printable ASCII. The characters carry shape and brightness; the colors, if any, add the hue.
enum AsciiArt {
    /// Returns the cells of a picture.
    /// - Parameters:
    ///   - samples: `GlyphCoverage.columns` x `GlyphCoverage.rows` samples for each cell.
    ///   - colors: one color for each cell.
    ///   - background: the terminal's background; its foreground is assumed to be the opposite.
    static func cells(of samples: PixelGrid, colors: ColorPlane, background: RGB) -> [ArtCell] {
        let matcher = AsciiMatcher.shared
        let ink = ink(of: samples, background: background)
        var cells: [ArtCell] = []
        cells.reserveCapacity(colors.colors.count)
        let cellSampleCount = GlyphCoverage.columns * GlyphCoverage.rows
        withUnsafeTemporaryAllocation(of: Float.self, capacity: cellSampleCount) { cellSamples in
            cellSamples.initialize(repeating: 0)
            for index in colors.colors.indices {
                let left = index % colors.width * GlyphCoverage.columns
                let top = index / colors.width * GlyphCoverage.rows
                for row in 0..<GlyphCoverage.rows {
                    for column in 0..<GlyphCoverage.columns {
                        cellSamples[row * GlyphCoverage.columns + column] =
                            ink[(top + row) * samples.width + left + column]
                    }
                }
                let glyph = matcher.glyph(for: UnsafeBufferPointer(cellSamples))
                let color = glyph == " " ? .terminal : colors.colors[index]
                cells.append(ArtCell(glyph: glyph, foreground: color, background: .terminal))
            }
        }
        return cells
    }

    /// Returns the ink needed at each sample, 0 to 1; 0 outside the bitmap.
    private static func ink(of samples: PixelGrid, background: RGB) -> [Float] {
        let isInkLight = background.isDark
        var ink = [Float](repeating: 0, count: samples.colors.count)
        for y in samples.rowsInside {
            for x in samples.columnsInside {
                let luma = samples.colors[y * samples.width + x].luma / 255
                ink[y * samples.width + x] = isInkLight ? luma : 1 - luma
            }
        }
        return ink
    }
}

/// Chooses the printable ASCII character that looks most like a small piece of a picture.
///
/// The error of a character is the sum of two squared differences: in shape and in mean brightness. Apart from a term
/// that is the same for all characters, the sum is linear in the samples: a bias minus a dot product.
struct AsciiMatcher {
    static let shared = AsciiMatcher()

    /// The weight of a difference in brightness relative to one in shape. Lower values turn flat areas into stripes.
    private static let brightnessWeight: Float = 8

    /// The biases of eight characters in each element, starting with the space.
    private var biases: [SIMD8<Float>] = []
    /// The weights of the first eight characters for every sample, then those of the next eight, and so on.
    private var weights: [SIMD8<Float>] = []

    private init() {
        let sampleCount = GlyphCoverage.columns * GlyphCoverage.rows
        let glyphs = GlyphCoverage.glyphs
        let means = glyphs.map { $0.reduce(0, +) / Float(sampleCount) }
        // White is mapped to the brightness of the character with the most ink.
        let brightest = means.max() ?? 1
        for first in stride(from: 0, to: glyphs.count, by: 8) {
            var bias = SIMD8<Float>(repeating: .infinity)
            var groupWeights = [SIMD8<Float>](repeating: .zero, count: sampleCount)
            for (lane, glyph) in (first..<min(first + 8, glyphs.count)).enumerated() {
                let mean = means[glyph]
                let shape = glyphs[glyph].map { $0 - mean }
                bias[lane] =
                    shape.reduce(0) { $0 + $1 * $1 } + Float(sampleCount) * Self.brightnessWeight * mean * mean
                for sample in 0..<sampleCount {
                    groupWeights[sample][lane] = 2 * (shape[sample] + Self.brightnessWeight * brightest * mean)
                }
            }
            biases.append(bias)
            weights += groupWeights
        }
    }

    /// - Parameter samples: the ink needed in each part of the cell, 0 to 1, row by row from the top.
    func glyph(for samples: UnsafeBufferPointer<Float>) -> Unicode.Scalar {
        var differences = SIMD8<Float>(repeating: .infinity)
        var groups = SIMD8<Float>.zero
        weights.withUnsafeBufferPointer { weights in
            for group in biases.indices {
                var difference = biases[group]
                for sample in samples.indices {
                    difference -= weights[group * samples.count + sample] * samples[sample]
                }
                let isBetter = difference .< differences
                differences.replace(with: difference, where: isBetter)
                groups.replace(with: Float(group), where: isBetter)
            }
        }
        let least = differences.min()
        let lane = differences.indices.first { differences[$0] == least } ?? 0
        return Unicode.Scalar(UInt8(0x20 + 8 * Int(groups[lane]) + lane))
    }
}
