import Glibc

/// A snow-covered slope with houses along its crest.
struct SnowSlope: Sendable {
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
        let body = mix(lit, lit * LinearColor(0x7F9CD6) + shade * 0.15, clamp(below * 3.5 + 0.35 * drift))
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

    /// Returns the color of a gabled front: walls, a snow-covered roof, a chimney and windows.
    private func facade(_ position: Point, bits: UInt64) -> LinearColor? {
        let half = 0.42
        let eaves = 0.42
        let ridge = 0.95
        guard abs(position.x) < half + 0.12, position.y > 0, position.y < ridge + 0.15 else { return nil }
        let gable = ridge - (ridge - eaves) * abs(position.x) / half
        if position.y > gable - 0.02 {
            if position.y < gable + 0.1, position.y > eaves - 0.12 { return lit * 1.05 }
            let chimney = abs(position.x - 0.22) < 0.06 && position.y < ridge + 0.06
            return chimney ? LinearColor(0x3A2A2E) : nil
        }
        guard abs(position.x) < half else { return nil }
        let wall = mix(LinearColor(0x4A2F2A), shade, 0.35) * (0.7 + 0.5 * Double(bits >> 8 & 255) / 255)
        let upper = abs(position.x) < 0.1 && position.y > 0.5 && position.y < 0.68
        let lower = abs(abs(position.x) - 0.2) < 0.095 && position.y > 0.13 && position.y < 0.34
        guard upper || lower else { return wall }
        let isLit = (bits >> (upper ? 20 : (position.x > 0 ? 21 : 22))) & 3 != 0
        return isLit ? Self.windowLight * (1.1 + 0.4 * position.y) : wall * 0.5
    }

    /// Returns the glow of the windows on the snow.
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
