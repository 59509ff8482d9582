import Glibc

/// A curtain of northern lights, sharp at its lower edge, fading upward in rays.
final class AuroraCurtain: Sendable {
    static let hues: [[UInt32]] = [
        [0x3DFFA2, 0x22D6B0, 0x5A6CE0, 0x7A2BB0], [0x7CFF6B, 0x2FE0A0, 0x2F8FD0, 0x4038B0],
        [0x42F5D4, 0x4FA8F0, 0xA85CE8, 0xD0408F], [0x9BFF8A, 0x55E39A, 0xD05AA0, 0xA0206A],
    ]

    private let ramp: ColorRamp
    private let base: Double
    private let tilt: Double
    private let length: Double
    private let strength: Double
    private let noise: GradientNoise
    private let swing: Profile

    init(hues: [UInt32], base: Double, in area: SampledArea, random: inout SeededRandom) {
        ramp = ColorRamp(hues)
        self.base = base + random.number(in: -0.05...0.05)
        tilt = random.number(in: -0.22...0.22)
        length = random.number(in: 0.1...0.2)
        strength = random.number(in: 0.5...0.95)
        let noise = GradientNoise(&random)
        self.noise = noise
        swing = Profile(in: area) { noise.fractal($0 * 1.6, octaves: 3, footprint: area.footprint) }
    }

    func light(at point: Point, footprint: Double) -> LinearColor {
        // The lower edge of the curtain swings back and forth, and its rays lean a little.
        let x = point.x + 0.12 * (point.y - 0.3)
        let swing = swing.value(at: x)
        let foot = base + tilt * x + 0.2 * swing
        let height = foot - point.y
        guard height > -0.04 else { return .zero }
        let rays = noise.fractal(x * 14 + 3 * swing, 3.5, octaves: 3, footprint: footprint * 14)
        let reach = length * (1 + 0.55 * rays)
        let fade =
            height < 0 ? smoothstep(-0.04, 0.0, height) : exp(-height / max(reach, 0.03)) + 0.9 * exp(-height / 0.018)
        let bright = clamp(0.5 + 0.95 * noise.value(x * 1.5, 9.5) + 0.3 * rays)
        return ramp.color(at: max(height, 0) / 0.3) * (fade * bright * strength)
    }
}
