import Glibc

/// Out-of-focus street lights: discs of color on a dark background.
struct BokehShader: Shader {
    private let ground: ColorRamp
    private let lights: [LinearColor]
    private let layers: [GradientNoise]
    private let size: Double
    private let slope: Double
    private let middle: Double
    private let sides: Double

    private static let palettes: [(ground: [UInt32], lights: [UInt32])] = [
        ([0x070A18, 0x1A1A3C, 0x2A1430], [0xFFB347, 0xFFD27A, 0xFF7A3D, 0xFF4F5E, 0x6AA8FF]),
        ([0x04121A, 0x0C2F3A, 0x0A1A2A], [0x4FE0D0, 0x8AF0C0, 0xFFE08A, 0x3FA0E0, 0xF0FFF0]),
        ([0x14061C, 0x3A0F45, 0x180A2E], [0xFF5FA2, 0xC77DFF, 0xFFA6D5, 0x7A5CFF, 0xFFD6A5]),
        ([0x140A04, 0x3C1E0A, 0x1C0E08], [0xFFC46B, 0xFFE4A8, 0xFF9A3D, 0xFFD9C0, 0xE86A2C]),
        ([0x051008, 0x103020, 0x0A1A18], [0xFF4A3D, 0xFFD54A, 0x4FD06A, 0xFFF3D0, 0xFF8A5E]),
    ]

    init(random: inout SeededRandom) {
        let palette = random.choice(of: Self.palettes)
        ground = ColorRamp(palette.ground)
        lights = palette.lights.map { LinearColor($0) }
        layers = [GradientNoise(&random), GradientNoise(&random), GradientNoise(&random)]
        size = random.number(in: 0.16...0.26)
        slope = random.number(in: -0.35...0.35)
        middle = random.number(in: 0.4...0.62)
        sides = random.chance(0.4) ? Double(random.integer(in: 6...8)) : 0
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        // Most lights line a street that crosses the picture.
        let away = point.y - middle - slope * point.x
        var light = ground.color(at: point.y) * (0.7 + 0.9 * exp(-away * away / 0.05))
        for (index, noise) in layers.enumerated() {
            let spacing = size * (1 - 0.28 * Double(index))
            light += discs(at: point, spacing: spacing, noise: noise, footprint: footprint)
        }
        return light
    }

    private func discs(at point: Point, spacing: Double, noise: GradientNoise, footprint: Double) -> LinearColor {
        let position = point / spacing
        let column = floorToInteger(position.x)
        let row = floorToInteger(position.y)
        var light = LinearColor.zero
        for cellRow in (row - 1)...(row + 1) {
            for cellColumn in (column - 1)...(column + 1) {
                let bits = noise.bits(cellColumn, cellRow)
                let center = Point(
                    Double(cellColumn) + Double(bits & 1023) / 1023, Double(cellRow) + Double(bits >> 10 & 1023) / 1023)
                let offset = position - center
                let radius = 0.22 + 0.3 * Double(bits >> 28 & 255) / 255
                let edge = max(0.05, footprint / spacing / radius)
                guard offset.x * offset.x + offset.y * offset.y < radius * radius * (1 + edge) * 1.3 else { continue }
                let away = center.y * spacing - middle - slope * center.x * spacing
                guard Double(bits >> 20 & 255) / 255 < 0.12 + 0.75 * exp(-away * away / 0.045) else { continue }
                let distance = aperture(offset) / radius
                guard distance < 1 + edge else { continue }
                let rim = 0.72 + 0.5 * smoothstep(0.6, 0.97, distance)
                let bright = 0.12 + 0.5 * Double(bits >> 36 & 255) / 255
                let color = lights[Int(bits >> 44 & 255) % lights.count]
                light += color * (bright * rim * smoothstep(1 + edge, 1 - edge, distance))
            }
        }
        return light
    }

    /// Returns the distance from a light's center. Lights are discs, or polygons if the aperture has blades.
    private func aperture(_ offset: Point) -> Double {
        guard sides > 0 else { return offset.length }
        let sector = 6.283_185_307 / sides
        let angle = atan2(offset.y, offset.x) / sector
        let turn = (angle - angle.rounded()) * sector
        return mix(offset.length, offset.length * cos(turn) / cos(sector / 2), 0.8)
    }
}
