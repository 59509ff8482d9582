import Glibc

/// A village in the snow at night: lit windows, firs, falling flakes.
struct VillageShader: Shader {
    private let sky: Sky
    private let stars: Starfield
    private let mountains: Ridge
    private let mountainColor: LinearColor
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
        mountains = Ridge(
            base: horizon + 0.04, height: random.number(in: 0.2...0.36), frequency: 1.3, sharpness: 0.9, random: &random
        )
        let shade = LinearColor(daylight.shade)
        mountainColor = mix(LinearColor(daylight.haze), shade, 0.3)
        let snowColor = mix(
            LinearColor(0xC8D8F0) * mix(LinearColor(daylight.cloud), LinearColor(1, 1, 1), 0.4), shade, 0.3)
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
        if point.y > mountains.top, point.y > mountains.line(at: point.x, footprint: footprint) {
            let wander = snow.fractal(point.x * 8, point.y * 7, octaves: 4, footprint: footprint * 8)
            let slope = mountains.slope(at: point.x + 0.06 * wander, footprint: footprint)
            return mountainColor * (0.75 + 0.6 * clamp(0.5 + slope * (sky.sunPlace.x > 0 ? 1 : -1) + 0.5 * wander))
        }
        let high = clamp(1 - point.y / sky.horizon)
        return sky.color(at: point, footprint: footprint) + stars.light(at: point, footprint: footprint) * high
    }

    /// Falling snow at three distances.
    private func flakes(at point: Point, footprint: Double) -> LinearColor {
        guard snowfall > 0 else { return .zero }
        var light = 0.0
        for layer in 0..<3 {
            let spacing = 0.035 + 0.03 * Double(layer)
            let place = Point(point.x + 0.25 * point.y, point.y) / spacing
            let column = floorToInteger(place.x)
            let row = floorToInteger(place.y)
            let bits = snow.bits(column, row &* 3 &+ layer)
            guard Double(bits & 255) / 255 < snowfall else { continue }
            let center = Point(
                Double(column) + 0.2 + 0.6 * Double(bits >> 8 & 255) / 255,
                Double(row) + 0.2 + 0.6 * Double(bits >> 16 & 255) / 255)
            let radius = spacing * (0.05 + 0.06 * Double(bits >> 24 & 255) / 255)
            let drawn = max(radius, footprint)
            let dim = radius * radius / (drawn * drawn)
            light += dim * smoothstep(drawn, drawn * 0.3, (place - center).length * spacing)
        }
        return LinearColor(0.8, 0.86, 0.95) * (0.65 * light)
    }
}

/// A snow-covered slope with houses along its brow.
private struct SnowSlope: Sendable {
    private let line: Ridge
    private let lit: LinearColor
    private let shade: LinearColor
    private let houseSize: Double
    private let crowd: Double
    private let noise: GradientNoise

    private static let windowLight = LinearColor(0xFFB84D)

    init(
        line: Ridge, lit: LinearColor, shade: LinearColor, houseSize: Double, crowd: Double,
        random: inout SeededRandom
    ) {
        self.line = line
        self.lit = lit
        self.shade = shade
        self.houseSize = houseSize
        self.crowd = crowd
        noise = GradientNoise(&random)
    }

    func color(at point: Point, footprint: Double) -> LinearColor? {
        guard point.y > line.top - houseSize * 1.4 else { return nil }
        if let house = house(at: point) { return house }
        let below = point.y - line.line(at: point.x, footprint: footprint)
        guard below > 0 else { return nil }
        let drift = noise.fractal(point.x * 3, point.y * 11, octaves: 4, footprint: footprint * 11)
        let glow = warmth(at: point)
        let body = mix(lit, lit * shade * 2.5 + shade * 0.6, clamp(below * 3 + 0.3 * drift))
        return body + Self.windowLight * (glow * 0.5)
    }

    private func foot(of column: Int) -> Point? {
        let bits = noise.bits(column, 0)
        guard Double(bits & 255) / 255 < crowd else { return nil }
        let x = (Double(column) + 0.35 + 0.3 * Double(bits >> 8 & 255) / 255) * houseSize * 1.7
        return Point(x, line.line(at: x, footprint: 0.01) + houseSize * 0.12)
    }

    private func house(at point: Point) -> LinearColor? {
        let column = floorToInteger(point.x / (houseSize * 1.7))
        for cell in (column - 1)...(column + 1) {
            guard let foot = foot(of: cell) else { continue }
            let bits = noise.bits(cell, 1)
            let offset = (point - foot) / (houseSize * (0.75 + 0.4 * Double(bits & 255) / 255))
            if let color = facade(Point(offset.x, -offset.y), bits: bits) { return color }
        }
        return nil
    }

    /// A gabled front: walls, a roof under snow, a chimney and windows.
    private func facade(_ place: Point, bits: UInt64) -> LinearColor? {
        let half = 0.42
        let eaves = 0.42
        let ridge = 0.95
        guard abs(place.x) < half + 0.12, place.y > 0, place.y < ridge + 0.15 else { return nil }
        let gable = ridge - (ridge - eaves) * abs(place.x) / half
        if place.y > gable - 0.02 {
            if place.y < gable + 0.1, place.y > eaves - 0.12 { return lit * 1.05 }
            let chimney = abs(place.x - 0.22) < 0.06 && place.y < ridge + 0.06
            return chimney ? LinearColor(0x3A2A2E) : nil
        }
        guard abs(place.x) < half else { return nil }
        let wall = mix(LinearColor(0x4A2F2A), shade, 0.35) * (0.7 + 0.5 * Double(bits >> 8 & 255) / 255)
        let upper = abs(place.x) < 0.1 && place.y > 0.5 && place.y < 0.68
        let lower = abs(abs(place.x) - 0.2) < 0.095 && place.y > 0.13 && place.y < 0.34
        guard upper || lower else { return wall }
        let isLit = (bits >> (upper ? 20 : (place.x > 0 ? 21 : 22))) & 3 != 0
        return isLit ? Self.windowLight * (1.1 + 0.4 * place.y) : wall * 0.5
    }

    /// The light of the windows on the snow around them.
    private func warmth(at point: Point) -> Double {
        let column = floorToInteger(point.x / (houseSize * 1.7))
        var light = 0.0
        for cell in (column - 1)...(column + 1) {
            guard let foot = foot(of: cell) else { continue }
            let offset = point - foot
            light += exp(-Point(offset.x, offset.y * 2).length / (houseSize * 0.45))
        }
        return light
    }
}
