import Glibc

/// Rows of lavender, tulips or tea that converge at the horizon under an open sky.
struct FieldShader: Shader {
    private let sky: Sky
    private let hills: [Ridge]
    private let hillColors: [LinearColor]
    private let vanishing: Double
    private let horizon: Double
    private let pitch: Double
    private let crops: [LinearColor]
    private let soil: LinearColor
    private let haze: LinearColor
    private let noise: GradientNoise
    private let sunSide: Double
    private let tree: RoundTree

    private static let plantings: [(crops: [UInt32], soil: UInt32)] = [
        ([0x7B4FB8, 0x8C5CC8, 0x6D45A8], 0x5C6B3A), ([0x8A5BC7, 0x9D6FD6], 0x8A6A4A),
        ([0xE63946, 0xFFB703, 0xF4F1DE, 0xF28482, 0x9D4EDD], 0x3F6B3A), ([0xF4C430, 0xE8B020], 0x7A7A2E),
        ([0x4F8F4A, 0x5FA055, 0x3F7F45], 0x2A4F2E), ([0xF07AA0, 0xF8A5C2, 0xE85D8A], 0x3E6B44),
    ]

    init(area: SampledArea, random: inout SeededRandom) {
        let daylight = random.choice(of: Daylight.evening + Daylight.morning + Daylight.day)
        let far = random.number(in: 0.38...0.5)
        horizon = far
        let side = random.chance(0.5) ? 1.0 : -1.0
        sunSide = side
        sky = Sky(
            daylight, horizon: far, sunX: side * area.aspect * random.number(in: 0.1...0.35), cloudiness: 0.3...0.8,
            random: &random)
        vanishing = area.aspect * random.number(in: -0.22...0.22)
        pitch = random.number(in: 0.17...0.32)
        let planting = random.choice(of: Self.plantings)
        let sun = mix(LinearColor(daylight.sun), LinearColor(1, 1, 1), 0.35)
        crops = planting.crops.map { LinearColor($0) * sun }
        soil = LinearColor(planting.soil) * sun * 0.4
        let air = LinearColor(daylight.haze)
        haze = air
        noise = GradientNoise(&random)
        hills = [
            Ridge(base: far + 0.01, height: 0.17, frequency: 1.3, sharpness: 0.5, in: area, random: &random),
            Ridge(base: far + 0.015, height: 0.07, frequency: 2.4, sharpness: 0, in: area, random: &random),
        ]
        let green = mix(LinearColor(0x40663C), LinearColor(daylight.shade), 0.4)
        hillColors = [mix(green, air, 0.62), mix(green, air, 0.25) * 0.8]
        tree = RoundTree(
            foot: Point(-side * area.aspect * random.number(in: 0.12...0.36), far + 0.035),
            height: random.number(in: 0.1...0.2), leaf: green * 0.75, sun: side, random: &random)
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        if let color = tree.color(at: point, footprint: footprint) { return color }
        if point.y > horizon { return field(at: point, footprint: footprint) }
        for (index, hill) in hills.enumerated().reversed()
        where hill.covers(point) {
            let woods = noise.fractal(point.x * 20, point.y * 40, octaves: 3, footprint: footprint * 40)
            return hillColors[index] * (0.95 + 0.25 * woods)
        }
        return sky.color(at: point, footprint: footprint)
    }

    private func field(at point: Point, footprint: Double) -> LinearColor {
        let below = point.y - horizon + 0.012
        let depth = 0.5 / below
        let across = (point.x - vanishing) * depth / pitch
        let fine = footprint * depth / pitch
        let wobble = 0.06 * noise.value(depth * 3, 4)
        let position = across + wobble
        let row = floorToInteger(position)
        let inside = abs(position - Double(row) - 0.5) * 2
        let tufts = noise.fractal(
            across * 5, depth * 14, octaves: 4, footprint: max(fine * 5, footprint * depth * depth * 28),
            roughness: 0.6)
        let crop = crops[((row % crops.count) + crops.count) % crops.count]
        // Each row is a long mound, lit from the side of the sun.
        let lean = (position - Double(row) - 0.5) * 2 * sunSide
        let bright = 0.62 + 0.3 * lean + 0.42 * tufts + 0.25 * (1 - inside * inside)
        let edge = 0.74 + 0.16 * tufts
        let soft = max(0.12, fine)
        let mound = mix(crop * bright, soil * (1 + 0.4 * tufts), smoothstep(edge - soft, edge + soft, inside))
        let mean = mix(crop * 0.75, soil, 0.26)
        let color = mix(mound, mean, smoothstep(0.5, 1.4, fine))
        return mix(color, haze, 0.5 * exp(-below / 0.06)) * (1.05 - 0.2 * below)
    }
}
