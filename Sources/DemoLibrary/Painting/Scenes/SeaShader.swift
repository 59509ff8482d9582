import Glibc

/// The sea under a low sun, with glitter, a headland and a sail.
struct SeaShader: Shader {
    private let sky: Sky
    private let water: GradientNoise
    private let deep: LinearColor
    private let headland: Ridge?
    private let headlandSide: Double
    private let headlandReach: Double
    private let land: LinearColor
    private let boat: Sailboat?

    init(area: SampledArea, random: inout SeededRandom) {
        let daylight = random.choice(of: Daylight.evening + Daylight.dusk + Daylight.evening + Daylight.morning)
        let horizon = random.number(in: 0.48...0.62)
        let side = random.chance(0.5) ? 1.0 : -1.0
        sky = Sky(
            daylight, horizon: horizon, sunX: side * area.aspect * random.number(in: 0.05...0.25),
            cloudiness: 0.35...0.85,
            random: &random)
        water = GradientNoise(&random)
        deep = LinearColor(daylight.shade) * 0.35
        land = LinearColor(daylight.shade) * 0.4
        headland =
            random.chance(0.6)
            ? Ridge(
                base: horizon + 0.004, height: random.number(in: 0.07...0.18), frequency: 1.7, sharpness: 0.4, in: area,
                random: &random) : nil
        headlandSide = -side
        headlandReach = area.aspect * random.number(in: 0.02...0.2)
        boat =
            random.chance(0.6)
            ? Sailboat(
                position: Point(
                    -side * area.aspect * random.number(in: -0.02...0.2), horizon + random.number(in: 0.05...0.16)),
                size: random.number(in: 0.1...0.2), heading: side, color: land * 0.5) : nil
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        if let boat, boat.covers(point) { return boat.color }
        if point.y <= sky.horizon {
            if let shore = headlandColor(at: point) { return shore }
            return sky.color(at: point, footprint: footprint)
        }
        return seaColor(at: point, footprint: footprint)
    }

    private func headlandColor(at point: Point) -> LinearColor? {
        guard let headland, point.y > headland.top else { return nil }
        let inland = smoothstep(0, 0.5, point.x * headlandSide - headlandReach)
        let height = (sky.horizon - headland.line(at: point.x)) * inland
        guard point.y > sky.horizon - height else { return nil }
        return mix(land, LinearColor(sky.daylight.haze), 0.22 + 0.3 * (1 - inland))
    }

    private func seaColor(at point: Point, footprint: Double) -> LinearColor {
        let below = point.y - sky.horizon
        let near = below / (1 - sky.horizon)
        let depth = 1 / (below + 0.03)
        let fineness: Double = footprint * depth * (1 + 2.7 * depth)
        let chop = water.fractal(
            point.x * depth * 1.6, depth * 5.5, octaves: 5, footprint: fineness, roughness: 0.6)
        let swell = water.fractal(point.x * 3, below * 30 + 7, octaves: 3, footprint: footprint * 30)
        let tilt = 0.6 * chop + 0.4 * swell
        let mirrorY: Double = sky.horizon - below * 0.75 - 0.10 * max(tilt, -0.2)
        let mirror = sky.color(at: Point(point.x, max(mirrorY, 0)), footprint: footprint * 4, withSun: false)
        var light = mix(mirror, deep, clamp(0.22 + 0.4 * near + 0.35 * tilt))
        if let boat { light = mix(light, boat.color, boat.reflection(at: point, sway: 0.02 * tilt)) }
        let reach = 0.035 + 0.16 * near
        let offset = (point.x - sky.sunPosition.x) / reach
        let path = exp(-offset * offset)
        let sparkle = smoothstep(0.25 - 0.55 * path, 0.6 - 0.4 * path, tilt + 0.1)
        let glitter: Double = path * (0.25 + 1.5 * sparkle) * (1 - 0.35 * near)
        return light + sky.sunLight * (glitter * min(sky.daylight.glow, 1))
    }
}
