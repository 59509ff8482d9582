import Glibc

/// A skyline after sunset, its lit windows reflected in the water.
struct CityShader: Shader {
    private let sky: Sky
    private let rows: [SkylineRow]
    private let water: StillWater
    private let stars: Starfield

    init(aspect: Double, random: inout SeededRandom) {
        let daylight = random.choice(of: Daylight.dusk + Daylight.moonlight)
        let shore = random.number(in: 0.7...0.78)
        let side = random.chance(0.5) ? 1.0 : -1.0
        sky = Sky(
            daylight, horizon: shore, sunX: side * aspect * random.number(in: 0.2...0.36), cloudiness: 0.1...0.6,
            random: &random)
        stars = Starfield(density: 0.2, random: &random)
        water = StillWater(shore: shore, roughness: 1.1, random: &random)
        let center = aspect * random.number(in: -0.2...0.2)
        let tint = LinearColor(daylight.haze)
        rows = [
            SkylineRow(
                shore: shore, width: 0.055, height: 0.5, center: center, wall: mix(LinearColor(0x0B1020), tint, 0.4),
                window: 0.012, glow: 0.45, random: &random),
            SkylineRow(
                shore: shore, width: 0.075, height: 0.44, center: center, wall: mix(LinearColor(0x0A0E1C), tint, 0.14),
                window: 0.014, glow: 0.85, random: &random),
            SkylineRow(
                shore: shore, width: 0.095, height: 0.24, center: -center, wall: mix(LinearColor(0x070A14), tint, 0.04),
                window: 0.017, glow: 1.1, random: &random),
        ]
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        guard point.y > water.shore else { return city(at: point, footprint: footprint) }
        let near = water.nearness(at: point.y)
        let mirrored = water.mirrored(point, footprint: footprint)
        // Ripples stretch reflections vertically: average the colors above and below.
        let stretch = 0.02 + 0.08 * near
        var light = LinearColor.zero
        for share in [-1.0, -0.35, 0.3, 0.9] {
            let y = min(mirrored.y + share * stretch, water.shore)
            light += city(at: Point(mirrored.x, y), footprint: footprint * 1.5) * 0.25
        }
        let deep = LinearColor(sky.daylight.shade) * 0.25
        return mix(light * 1.15, deep, 0.1 + 0.4 * near)
    }

    private func city(at point: Point, footprint: Double) -> LinearColor {
        for row in rows.reversed() {
            if let color = row.color(at: point, footprint: footprint) { return color }
        }
        let light = sky.color(at: point, footprint: footprint)
        let lamps = LinearColor(0xFF9E5E) * (0.16 * exp(-(water.shore - point.y) / 0.14))
        return light + lamps + stars.light(at: point, footprint: footprint) * (1 - clamp(point.y / 0.5))
    }
}
