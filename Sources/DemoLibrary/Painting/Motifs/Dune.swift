import Glibc

/// A row of dunes.
struct Dune: Sendable {
    let base: Double
    let height: Double
    private let frequency: Double
    private let lit: LinearColor
    private let shade: LinearColor
    private let haze: LinearColor
    private let air: Double
    private let side: Double
    private let ripplePitch: Double
    private let noise: GradientNoise
    private let shift: Double

    init(
        base: Double, height: Double, frequency: Double, nearness: Double, sand: (lit: UInt32, shade: UInt32),
        daylight: Daylight, side: Double, random: inout SeededRandom
    ) {
        self.base = base
        self.height = height
        self.frequency = frequency
        self.side = side
        lit = LinearColor(sand.lit) * mix(LinearColor(daylight.sun), LinearColor(1, 1, 1), 0.3) * 1.15
        shade = mix(LinearColor(sand.shade), LinearColor(daylight.shade), 0.3) * 0.85
        haze = LinearColor(daylight.haze)
        air = 0.5 * (1 - nearness) * (1 - nearness)
        ripplePitch = mix(0.006, 0.02, nearness)
        noise = GradientNoise(&random)
        shift = random.number(in: 0...64)
    }

    func color(at point: Point, footprint: Double) -> LinearColor? {
        guard point.y > base - 1.1 * height else { return nil }
        let line = base - height * crest(at: point.x)
        guard point.y > line else { return nil }
        let below = (point.y - line) / height
        // The crest runs toward the viewer in a long S.
        let along = point.x + height * (0.9 * below * side + 0.35 * sin(below * 4.5 + shift) * below)
        let step = 0.004
        let slope = (crest(at: along + step) - crest(at: along - step)) / (2 * step * frequency)
        let facing = -slope * side
        let bright = smoothstep(-0.12, 0.12, facing)
        let grain = noise.fractal(point.x * 9, point.y * 14, octaves: 3, footprint: footprint * 14)
        let ripple = rippleLight(at: point, below: below, footprint: footprint) * bright
        let glow = clamp(0.74 + 0.3 * facing + 0.1 * grain + ripple - 0.12 * below)
        let color = mix(shade * (1 + 0.35 * below + 0.15 * grain), lit * glow, bright)
        return mix(color, haze, air)
    }

    /// Returns the dune's height at x, about 0 to 1. Folded noise gives sharp crests and round hollows.
    private func crest(at x: Double) -> Double {
        let position = x * frequency + shift
        let fold = 1 - abs(noise.value(position))
        return fold * (0.75 + 0.25 * noise.value(position * 0.5 + 11)) + 0.04 * noise.value(position * 2.7)
    }

    private func rippleLight(at point: Point, below: Double, footprint: Double) -> Double {
        let pitch = ripplePitch * (0.5 + clamp(below))
        let visible = clamp(1.6 - 3.2 * footprint / pitch)
        guard visible > 0 else { return 0 }
        let bend = noise.fractal(point.x * 3, point.y * 3 + 40, octaves: 3, footprint: footprint * 3)
        return 0.075 * visible * sin((point.y + 0.25 * point.x * side + 0.06 * bend) * 6.283 / ripplePitch)
    }
}
