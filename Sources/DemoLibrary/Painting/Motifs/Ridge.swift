import Glibc

/// A ridge of mountains or hills against the sky.
struct Ridge: Sendable {
    /// The y of the base, and the maximum height above it.
    let base: Double
    let height: Double
    /// The number of peaks per scene height.
    let frequency: Double
    /// 0 for rolling hills, 1 for sharp crests.
    let sharpness: Double
    private let noise: GradientNoise
    private let shift: Double

    init(base: Double, height: Double, frequency: Double, sharpness: Double, random: inout SeededRandom) {
        self.base = base
        self.height = height
        self.frequency = frequency
        self.sharpness = sharpness
        noise = GradientNoise(&random)
        shift = random.number(in: 0...64)
    }

    /// The upper bound of the ridge, as y.
    var top: Double { base - 1.25 * height }

    /// Returns the y of the ridge line at x.
    func line(at x: Double, octaves: Int = 7, footprint: Double) -> Double {
        base - height * rise(at: x, octaves: octaves, footprint: footprint)
    }

    /// Returns the slope below x along its meandering spurs: positive if it faces right, negative if left.
    func slope(at x: Double, footprint: Double) -> Double {
        let step = max(0.35 / frequency * 0.1, footprint)
        let left = rise(at: x - step, octaves: 4, footprint: footprint)
        let right = rise(at: x + step, octaves: 4, footprint: footprint)
        return height * (left - right) / (2 * step)
    }

    /// Returns the relative height at x, from 0 to about 1.
    private func rise(at x: Double, octaves: Int, footprint: Double) -> Double {
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
}
