import Glibc

/// A flower seen from above, with layered petals: dahlia, lotus or rose.
struct BlossomShader: Shader {
    private let petals: [PetalRing]
    private let palette: Palette
    private let ramp: ColorRamp
    private let center: Point
    private let radius: Double
    private let leaves: GradientNoise
    private let background: ColorRamp
    private let heart: Double

    private struct Palette: Sendable {
        /// From the center outward.
        let petals: [UInt32]
        let heart: UInt32
        let ground: [UInt32]
    }

    private static let palettes = [
        Palette(
            petals: [0xFFE08A, 0xFF9E6D, 0xE8476A, 0x9B1B56], heart: 0xFFD24A, ground: [0x06140E, 0x12331F, 0x3C6B3A]),
        Palette(
            petals: [0xFFF6D8, 0xFFD9E2, 0xF49AC1, 0xC2569A], heart: 0xF7C948, ground: [0x0A1420, 0x17364A, 0x3E7A80]),
        Palette(
            petals: [0xFFF1B8, 0xFFD03B, 0xFF9A1F, 0xC9531A], heart: 0x7A3B12, ground: [0x0C160A, 0x24401B, 0x6A8A3A]),
        Palette(
            petals: [0xF6F0FF, 0xCDB4F6, 0x8C6BE0, 0x45319A], heart: 0xFFD75E, ground: [0x0A0E1C, 0x1C2B48, 0x4B6A8A]),
        Palette(
            petals: [0xFFFDF4, 0xFFF3E0, 0xF6DEC0, 0xD9B48C], heart: 0xE9A820, ground: [0x0B1A14, 0x1E4532, 0x5C8A5A]),
        Palette(
            petals: [0xFF8A7A, 0xE63946, 0xB0122E, 0x5E0A22], heart: 0xF9B24A, ground: [0x05100C, 0x0F2A20, 0x2E5A44]),
    ]

    init(area: SampledArea, random: inout SeededRandom) {
        palette = random.choice(of: Self.palettes)
        ramp = ColorRamp(palette.petals)
        background = ColorRamp(palette.ground)
        let reach = min(area.aspect, 1)
        center = Point(area.aspect * random.number(in: -0.14...0.14), random.number(in: 0.42...0.58))
        radius = reach * random.number(in: 0.42...0.62)
        heart = random.number(in: 0.08...0.2)
        leaves = GradientNoise(&random)
        let rings = random.integer(in: 4...9)
        let count = Double(random.integer(in: 8...16))
        let blunt = random.number(in: 0.35...0.9)
        let inner = heart
        petals = (0..<rings).map { index in
            let outward = Double(index) / Double(rings - 1)
            return PetalRing(
                inner: inner * 0.5 + 0.42 * outward, outer: mix(inner + 0.14, 1, pow(outward, 0.85)),
                count: (count * (0.75 + 0.45 * outward)).rounded(), turn: random.number(in: 0...1), blunt: blunt,
                outward: outward)
        }
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        let offset = (point - center) / radius
        let distance = offset.length
        let angle = atan2(offset.y, offset.x)
        let fine = footprint / radius
        if distance < heart * 1.1 {
            let seeds = leaves.value(offset.x * 60, offset.y * 60)
            let visible = clamp(1.5 - 60 * fine)
            let dome = 1.15 - 0.75 * distance / heart
            if distance < heart * (1 + 0.06 * sin(angle * 24)) {
                return LinearColor(palette.heart) * (dome * (1 + 0.5 * seeds * visible))
            }
        }
        var shadow = 1.0
        for ring in petals {
            if let petal = ring.petal(distance: distance, angle: angle) {
                let vein = 0.05 * sin(petal.across * 22) * clamp(1.5 - 30 * fine)
                let body = ramp.color(at: ring.outward * 0.65 + 0.5 * petal.along * (1 - ring.outward * 0.4) - 0.1)
                let form = 0.5 + 0.62 * petal.along + 0.12 * petal.across * petal.lean
                let edge = 1 + 0.25 * smoothstep(0.6, 1, abs(petal.across)) * petal.along
                let lamp = 1.08 - 0.2 * (offset.x + offset.y)
                return body * ((form + vein) * edge * lamp * (0.45 + 0.55 * shadow))
            }
            // Points just beside a petal are in its shade.
            if distance < ring.outer * 1.12 {
                shadow = min(shadow, smoothstep(0, 0.16, distance - ring.outer * 0.86))
            }
        }
        return ground(at: point, distance: distance, footprint: footprint)
    }

    /// Returns the color of the leaves below, out of focus and in the flower's shade.
    private func ground(at point: Point, distance: Double, footprint: Double) -> LinearColor {
        let blur = leaves.fractal(point.x * 2.4 + 3, point.y * 2.4, octaves: 2, footprint: footprint * 2.4)
        let soft = leaves.value(point.x * 5 + 9, point.y * 5)
        let shade = smoothstep(0.75, 1.35, distance)
        return background.color(at: 0.4 + 0.55 * blur + 0.18 * soft) * (0.25 + 0.75 * shade)
    }
}
