/// Hot-air balloons above misty hills in the morning.
struct BalloonShader: Shader {
    private let sky: Sky
    private let hills: [Ridge]
    private let hillColors: [LinearColor]
    private let balloons: [Balloon]
    private let mist: GradientNoise
    private let haze: LinearColor

    private static let cloths: [[UInt32]] = [
        [0xE63946, 0xF1FAEE, 0xE63946, 0x1D3557], [0xF4A261, 0xE76F51, 0xE9C46A, 0x264653],
        [0xFFD166, 0xEF476F, 0xFFD166, 0x118AB2], [0x7209B7, 0xF72585, 0x4CC9F0, 0xF72585],
        [0x2A9D8F, 0xE9F5DB, 0x2A9D8F, 0xF4A261], [0xF94144, 0xF9C74F, 0x90BE6D, 0x277DA1],
        [0xFFFFFF, 0xD62828, 0xFFFFFF, 0xF77F00], [0x3A86FF, 0xFFBE0B, 0x3A86FF, 0xFB5607],
    ]

    init(area: SampledArea, random: inout SeededRandom) {
        let daylight = random.choice(of: Daylight.morning + Daylight.morning + Daylight.day + Daylight.evening)
        let side = random.chance(0.5) ? 1.0 : -1.0
        let horizon = random.number(in: 0.72...0.82)
        sky = Sky(
            daylight, horizon: horizon, sunX: side * area.aspect * random.number(in: 0.2...0.4),
            cloudiness: 0.15...0.55,
            random: &random)
        haze = LinearColor(daylight.haze)
        let earth = mix(LinearColor(0x3F6B3A), LinearColor(daylight.shade), 0.45)
        hills = (0..<4).map { index in
            let nearness = Double(index) / 3
            return Ridge(
                base: mix(horizon + 0.03, 1.04, nearness), height: mix(0.1, 0.16, nearness),
                frequency: mix(2.2, 1.1, nearness), sharpness: mix(0.5, 0, nearness), in: area, random: &random)
        }
        let air = LinearColor(daylight.haze)
        hillColors = (0..<4).map { mix(air, earth * 0.7, 0.2 + 0.75 * Double($0) / 3) }
        mist = GradientNoise(&random)
        balloons = Self.fleet(aspect: area.aspect, sun: side, haze: haze, random: &random)
    }

    /// Places a large balloon to one side and smaller, more distant ones in free space; nearest first.
    private static func fleet(
        aspect: Double, sun: Double, haze: LinearColor, random: inout SeededRandom
    ) -> [Balloon] {
        var balloons: [Balloon] = []
        let count = random.integer(in: 3...8)
        let first = random.number(in: 0.13...0.2)
        for _ in 0..<80 where balloons.count < count {
            let size = balloons.isEmpty ? first : random.number(in: 0.025...0.1)
            let x =
                balloons.isEmpty
                ? -sun * aspect * random.number(in: 0.04...0.24) : aspect * random.number(in: -0.44...0.44)
            let y = balloons.isEmpty ? random.number(in: 0.26...0.4) : random.number(in: 0.12...0.66)
            let position = Point(x, y)
            if balloons.contains(where: { ($0.position - position).length < 1.75 * ($0.size + size) }) { continue }
            balloons.append(
                Balloon(
                    position: position, size: size, cloth: random.choice(of: cloths),
                    stripes: random.integer(in: 5...9),
                    banded: random.chance(0.35), sun: sun, haze: haze, air: clamp(0.55 - size * 3.4)))
        }
        return balloons.sorted { $0.size > $1.size }
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        for balloon in balloons {
            if let color = balloon.color(at: point) { return color }
        }
        for (index, hill) in hills.enumerated().reversed() where point.y > hill.top {
            let line = hill.line(at: point.x)
            guard point.y > line else { continue }
            let below = (point.y - line) / 0.14
            let drift = mist.fractal(point.x * 4, point.y * 16, octaves: 4, footprint: footprint * 16)
            let fog = smoothstep(0.2, 1.2, below + 0.5 * drift) * (index == 3 ? 0.25 : 0.75)
            let woods = 1 + 0.25 * mist.fractal(point.x * 40, point.y * 60, octaves: 3, footprint: footprint * 60)
            return mix(hillColors[index] * woods, haze, fog)
        }
        return sky.color(at: point, footprint: footprint)
    }
}
