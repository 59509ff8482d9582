import Glibc

/// A ridge of mountains or hills against the sky.
struct Ridge: Sendable {
    /// The y of the base, and the maximum height above it.
    let base: Double
    let height: Double
    private let shape: Shape
    private let line: Profile

    /// - Parameters:
    ///   - frequency: the number of peaks per scene height.
    ///   - sharpness: 0 for rolling hills, 1 for sharp crests.
    init(
        base: Double, height: Double, frequency: Double, sharpness: Double, in area: SampledArea,
        random: inout SeededRandom
    ) {
        self.base = base
        self.height = height
        let shape = Shape(
            frequency: frequency, sharpness: sharpness, footprint: area.footprint, noise: GradientNoise(&random),
            shift: random.number(in: 0...64))
        self.shape = shape
        line = Profile(in: area) { base - height * shape.rise(at: $0, octaves: 7) }
    }

    /// The upper bound of the ridge, as y.
    var top: Double { base - 1.25 * height }

    /// Returns the y of the ridge line at x.
    func line(at x: Double) -> Double { line.value(at: x) }

    func covers(_ point: Point) -> Bool { point.y > top && point.y > line(at: point.x) }

    /// Returns the slope below x along its meandering spurs: positive if it faces right, negative if left.
    func slope(at x: Double) -> Double { height * shape.slope(at: x) }

    /// The relative height of a ridge, from 0 to about 1.
    private struct Shape: Sendable {
        let frequency: Double
        let sharpness: Double
        let footprint: Double
        let noise: GradientNoise
        let shift: Double

        func rise(at x: Double, octaves: Int) -> Double {
            let position = x * frequency + shift
            let smooth =
                0.5 + 0.62
                * noise.fractal(
                    position, octaves: sharpness > 0.5 ? 3 : octaves, footprint: footprint * frequency, roughness: 0.36)
            guard sharpness > 0 else { return smooth }
            var crest = 0.0
            var amplitude = 0.55
            var scale = 1.0
            for octave in 0..<octaves {
                let visible = 2 - 2 * scale * frequency * footprint
                if visible <= 0 { break }
                let fold = 1 - abs(noise.value(position * scale + Double(octave) * 9.7))
                crest += amplitude * min(visible, 1) * fold * fold
                amplitude *= 0.47
                scale *= 2.03
            }
            let rise = mix(smooth, crest * smooth * 1.5, sharpness)
            // Soft clipping, so that `top` holds.
            return rise < 0.85 ? rise : 1.25 - 0.4 * exp((0.85 - rise) / 0.4)
        }

        func slope(at x: Double) -> Double {
            let step = max(0.035 / frequency, footprint)
            return (rise(at: x - step, octaves: 4) - rise(at: x + step, octaves: 4)) / (2 * step)
        }
    }
}
