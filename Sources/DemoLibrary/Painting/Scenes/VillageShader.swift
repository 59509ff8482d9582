/// A village in the snow at night: lit windows, conifers, falling flakes.
struct VillageShader: Shader {
    private let sky: Sky
    private let stars: Starfield
    private let mountains: MountainRange
    private let slopes: [SnowSlope]
    private let woods: [ConiferRow]
    private let snow: GradientNoise
    private let snowfall: Double

    init(aspect: Double, random: inout SeededRandom) {
        let daylight = random.choice(of: Daylight.moonlight + Daylight.dusk)
        let horizon = random.number(in: 0.56...0.66)
        sky = Sky(
            daylight, horizon: horizon, sunX: aspect * random.number(in: -0.38...0.38), cloudiness: 0.05...0.5,
            random: &random)
        stars = Starfield(density: 0.4, random: &random)
        mountains = MountainRange(
            ridge: Ridge(
                base: horizon + 0.04, height: random.number(in: 0.22...0.38), frequency: 1.3, sharpness: 0.95,
                random: &random),
            nearness: 0.35, snowLine: random.number(in: 0.1...0.4), daylight: daylight, sunX: sky.sunPosition.x,
            random: &random)
        let shade = LinearColor(daylight.shade)
        let snowColor = mix(LinearColor(0xD2E2FA), LinearColor(daylight.cloud), 0.18) * 0.72
        slopes = (0..<3).map { index in
            let nearness = Double(index) / 2
            return SnowSlope(
                line: Ridge(
                    base: mix(horizon + 0.08, 1.0, nearness), height: mix(0.09, 0.13, nearness), frequency: 1.1,
                    sharpness: 0, random: &random),
                lit: snowColor * mix(0.62, 0.95, nearness), shade: shade, houseSize: mix(0.05, 0.13, nearness),
                crowd: mix(0.8, 0.5, nearness), random: &random)
        }
        woods = [
            ConiferRow(
                base: horizon + 0.1, spacing: 0.035, height: 0.05...0.12, hollow: 0.2, aspect: aspect,
                color: mix(shade, LinearColor(0x0A1A24), 0.5), random: &random),
            ConiferRow(
                base: 1.05, spacing: 0.09, height: 0.18...0.46, hollow: 0.85, aspect: aspect,
                color: LinearColor(0x060F18), random: &random),
        ]
        snow = GradientNoise(&random)
        snowfall = random.chance(0.7) ? random.number(in: 0.25...0.8) : 0
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        scenery(at: point, footprint: footprint) + flakes(at: point, footprint: footprint)
    }

    private func scenery(at point: Point, footprint: Double) -> LinearColor {
        if woods[1].covers(point, footprint: footprint) { return woods[1].color }
        for (index, slope) in slopes.enumerated().reversed() {
            if let color = slope.color(at: point, footprint: footprint) { return color }
            if index == 1, woods[0].covers(point, footprint: footprint) { return woods[0].color }
        }
        if let color = mountains.color(at: point, footprint: footprint) { return color }
        let high = clamp(1 - point.y / sky.horizon)
        return sky.color(at: point, footprint: footprint) + stars.light(at: point, footprint: footprint) * high
    }

    /// Returns the light of snow falling at three distances.
    private func flakes(at point: Point, footprint: Double) -> LinearColor {
        guard snowfall > 0 else { return .zero }
        var light = 0.0
        for layer in 0..<3 {
            let spacing = 0.035 + 0.03 * Double(layer)
            let position = Point(point.x + 0.25 * point.y, point.y) / spacing
            let column = floorToInteger(position.x)
            let row = floorToInteger(position.y)
            let bits = snow.bits(column, row &* 3 &+ layer)
            guard Double(bits & 255) / 255 < snowfall else { continue }
            let center = Point(
                Double(column) + 0.2 + 0.6 * Double(bits >> 8 & 255) / 255,
                Double(row) + 0.2 + 0.6 * Double(bits >> 16 & 255) / 255)
            let radius = spacing * (0.05 + 0.06 * Double(bits >> 24 & 255) / 255)
            let drawn = max(radius, footprint)
            let dim = radius * radius / (drawn * drawn)
            light += dim * smoothstep(drawn, drawn * 0.3, (position - center).length * spacing)
        }
        return LinearColor(0.8, 0.86, 0.95) * (0.65 * light)
    }
}
