import Glibc

/// A backlit forest: rows of trunks in the mist, with shafts of sunlight between them.
struct ForestShader: Shader {
    private let sunLight: LinearColor
    private let ground: LinearColor
    private let leaf: LinearColor
    private let rows: [TrunkRow]
    private let light: ColorRamp
    private let sun: Point
    private let shafts: GradientNoise
    private let leaves: GradientNoise

    struct Palette: Sendable {
        /// From the brightest mist to the darkest trunk.
        let depth: [UInt32]
        let sun: UInt32
        let ground: UInt32
        let leaf: UInt32
    }

    private static let palettes = [
        Palette(
            depth: [0xF6F3C8, 0xB9CF8A, 0x5E8A4E, 0x27492F, 0x0E1F18], sun: 0xFFF3B8, ground: 0x3E6B2C, leaf: 0x7FB043),
        Palette(
            depth: [0xFFE9C2, 0xF0B36B, 0xB8653A, 0x5E2F2B, 0x22121A], sun: 0xFFE0A0, ground: 0x8A4A22, leaf: 0xE88A2E),
        Palette(
            depth: [0xE8F4F8, 0xA9CBD8, 0x5F8CA3, 0x2A4A62, 0x0D1C2C], sun: 0xFFF6E6, ground: 0x3C6478, leaf: 0x6FA0B4),
        Palette(
            depth: [0xFFE3D8, 0xE0A8B4, 0x94648C, 0x472F5C, 0x1A1230], sun: 0xFFD9C0, ground: 0x5C3A66, leaf: 0xB06890),
        Palette(
            depth: [0xEAF7E0, 0x8FCBB0, 0x3D8A7C, 0x154A4C, 0x071C22], sun: 0xF4FFD8, ground: 0x1F6650, leaf: 0x4FB08A),
    ]

    init(area: SampledArea, random: inout SeededRandom) {
        let chosen = random.choice(of: Self.palettes)
        sunLight = LinearColor(chosen.sun)
        ground = LinearColor(chosen.ground)
        leaf = LinearColor(chosen.leaf)
        light = ColorRamp(chosen.depth)
        sun = Point(
            area.aspect * random.number(in: 0.05...0.3) * (random.chance(0.5) ? 1 : -1), random.number(in: 0.18...0.4))
        shafts = GradientNoise(&random)
        leaves = GradientNoise(&random)
        rows = (0..<5).map { index in
            let nearness = Double(index) / 4
            return TrunkRow(
                spacing: mix(0.07, 0.42, nearness * nearness), width: mix(0.013, 0.085, nearness * nearness),
                foot: mix(0.66, 1.1, nearness), nearness: nearness, in: area,
                random: &random)
        }
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        let offset = point - sun
        let distance = offset.length
        let glare = exp(-distance / 0.32)
        var color = scenery(at: point, glare: glare, footprint: footprint)
        // Shafts radiate from the sun, and light up the air in front of near trunks.
        let angle = atan2(offset.y, offset.x)
        let beam = smoothstep(0.0, 0.7, shafts.fractal(angle * 5, octaves: 3, footprint: footprint) + 0.15)
        let reach = beam * exp(-distance / 0.55) * (offset.y > -0.1 ? 1 : 0.4)
        color += sunLight * (0.2 * reach + 0.5 * glare * glare)
        return color
    }

    private func scenery(at point: Point, glare: Double, footprint: Double) -> LinearColor {
        for row in rows.reversed() {
            if let crown = canopy(at: point, row: row, glare: glare, footprint: footprint) { return crown }
            if let shade = row.shade(at: point, footprint: footprint) {
                let depth = clamp(0.14 + 0.86 * row.nearness - 0.35 * glare * (1 - row.nearness))
                return light.color(at: depth) * (0.85 + 0.5 * shade * (1 - 0.6 * row.nearness))
            }
            if row.nearness < 0.8, point.y > row.foot - 0.02 {
                return floor(at: point, glare: glare, footprint: footprint)
            }
        }
        let foliage = leaves.fractal(point.x * 6, point.y * 6, octaves: 4, footprint: footprint * 6)
        let canopy = smoothstep(0.55, -0.1, point.y + 0.25 * foliage)
        let mist = light.color(at: clamp(0.12 + 0.25 * canopy + 0.12 * abs(point.x - sun.x)))
        return mix(mist, light.color(at: 0), glare * 0.8)
    }

    /// Returns the color of the leaves overhead, dense toward the top; thin ones are translucent.
    private func canopy(at point: Point, row: TrunkRow, glare: Double, footprint: Double) -> LinearColor? {
        let low = mix(0.42, 0.16, row.nearness)
        guard row.nearness > 0.2, point.y < low + 0.12 else { return nil }
        let scale = mix(9, 4.5, row.nearness)
        let shift = 13 * row.nearness
        let thick = leaves.fractal(
            point.x * scale + shift, point.y * scale + shift, octaves: 4, footprint: footprint * scale, roughness: 0.62)
        let cover = thick + 1.6 * (low - point.y) / (low + 0.1) - 0.35
        guard cover > 0 else { return nil }
        let deep = light.color(at: clamp(0.25 + 0.7 * row.nearness - 0.4 * glare))
        return mix(leaf * (0.75 + 1.5 * glare), deep, smoothstep(0, 0.5, cover))
    }

    private func floor(at point: Point, glare: Double, footprint: Double) -> LinearColor {
        let near = clamp((point.y - 0.6) / 0.4)
        let litter = leaves.fractal(
            point.x * 9, point.y * 26, octaves: 4, footprint: footprint * 26, roughness: 0.6)
        let patch = smoothstep(-0.1, 0.5, leaves.value(point.x * 3 + 8, point.y * 9) + 0.4 * litter)
        var color = mix(ground * 0.55, leaf, patch * (0.55 + 0.5 * glare))
        color *= (0.95 + 0.7 * litter) * (1 - 0.3 * near)
        return mix(color, light.color(at: 0.1), clamp(0.75 * (1 - near) * (1 - near) + 0.25 * glare))
    }
}
