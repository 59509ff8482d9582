import Glibc

/// A meadow in bloom that extends to the hills.
struct MeadowShader: Shader {
    private let sky: Sky
    private let hills: Ridge
    private let hillColor: LinearColor
    private let grass: ColorRamp
    private let noise: GradientNoise
    private let rows: [FlowerRow]
    private let horizon: Double

    private static let blooms: [[UInt32]] = [
        [0xE4322B, 0xF0483A, 0xD6232A, 0xF7F1E1], [0x5B6EE1, 0x7D8CF0, 0x4656C8, 0xF4E04D],
        [0xFFFFFF, 0xFFF7E0, 0xFFFFFF, 0xF6C945], [0xF25C8A, 0xFFA3BE, 0xF7E3EC, 0xC23B78],
        [0xF6C324, 0xFFDA54, 0xF2A516, 0xE8542C], [0x9B5DE5, 0xC59BF2, 0xF15BB5, 0xFEE440],
    ]

    init(aspect: Double, random: inout SeededRandom) {
        let daylight = random.choice(of: Daylight.day + Daylight.day + Daylight.morning + Daylight.evening)
        let far = random.number(in: 0.36...0.5)
        horizon = far
        sky = Sky(
            daylight, horizon: far, sunX: aspect * random.number(in: -0.4...0.4), cloudiness: 0.3...0.8,
            random: &random)
        hills = Ridge(base: far + 0.02, height: 0.15, frequency: 1.6, sharpness: 0.35, random: &random)
        hillColor = mix(LinearColor(0x4E7A4A), LinearColor(daylight.haze), 0.5)
        let sun = LinearColor(daylight.sun)
        grass = ColorRamp([0x9DBB55, 0x5E9440, 0x2F6331, 0x143A22])
        noise = GradientNoise(&random)
        let bloom = random.choice(of: Self.blooms).map { LinearColor($0) * mix(sun, LinearColor(1, 1, 1), 0.5) }
        let petals = random.integer(in: 5...8)
        rows = (0..<13).map { index in
            let nearness = Double(index) / 12
            return FlowerRow(
                y: mix(far + 0.03, 1.02, pow(nearness, 1.7)), size: mix(0.008, 0.085, pow(nearness, 1.5)),
                petals: petals, colors: bloom, random: &random)
        }
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        for row in rows.reversed() {
            if let color = row.color(at: point, footprint: footprint) { return color }
        }
        if point.y > horizon { return grassColor(at: point, footprint: footprint) }
        if point.y > hills.top, point.y > hills.line(at: point.x, footprint: footprint) {
            let woods = noise.fractal(point.x * 22, point.y * 34, octaves: 4, footprint: footprint * 34)
            return hillColor * (0.9 + 0.35 * woods)
        }
        return sky.color(at: point, footprint: footprint)
    }

    private func grassColor(at point: Point, footprint: Double) -> LinearColor {
        let near = (point.y - horizon) / (1 - horizon)
        let depth = 1 / (0.12 + near)
        let blades = noise.fractal(
            point.x * 26 * depth, point.y * 5 * depth, octaves: 3, footprint: footprint * 26 * depth, roughness: 0.6)
        let patches = noise.fractal(
            point.x * depth * 1.5, depth * 3, octaves: 3, footprint: footprint * depth * depth * 3)
        return grass.color(at: 0.1 + 0.62 * near + 0.16 * blades + 0.12 * patches) * (1 + 0.3 * blades)
    }
}
