/// A desert of dunes: sharp crests between sun and shade, with more detail in nearer rows.
struct DuneShader: Shader {
    private let sky: Sky
    private let dunes: [Dune]

    private static let sands: [(lit: UInt32, shade: UInt32)] = [
        (0xF2B26B, 0x7A3E2E), (0xE8935A, 0x5C2B34), (0xF5CF93, 0x8A5A48), (0xE9A070, 0x6A3550),
    ]

    init(area: SampledArea, random: inout SeededRandom) {
        let daylight = random.choice(of: Daylight.day + Daylight.morning + Daylight.evening + Daylight.evening)
        let horizon = random.number(in: 0.4...0.52)
        let side = random.chance(0.5) ? 1.0 : -1.0
        sky = Sky(
            daylight, horizon: horizon, sunX: side * area.aspect * random.number(in: 0.18...0.36),
            cloudiness: 0.05...0.4,
            random: &random)
        let sand = random.choice(of: Self.sands)
        let count = random.integer(in: 4...5)
        dunes = (0..<count).map { index in
            let nearness = Double(index) / Double(count - 1)
            return Dune(
                base: mix(horizon + 0.05, 1.12, nearness * (0.5 + 0.5 * nearness)),
                height: mix(0.09, 0.42, nearness) * random.number(in: 0.8...1.15),
                frequency: mix(2.4, 0.75, nearness), nearness: nearness, sand: sand, daylight: daylight, side: side,
                random: &random)
        }
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        for dune in dunes.reversed() {
            if let color = dune.color(at: point, footprint: footprint) { return color }
        }
        return sky.color(at: point, footprint: footprint)
    }
}
