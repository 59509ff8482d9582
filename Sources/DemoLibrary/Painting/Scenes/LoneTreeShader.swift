import Glibc

/// A tree in leaf on a hill, in front of a large low sun.
struct LoneTreeShader: Shader {
    private let sky: ColorRamp
    private let sun: Point
    private let sunRadius: Double
    private let sunLight: LinearColor
    private let far: [Ridge]
    private let farColors: [LinearColor]
    private let hill: Point
    private let grass: LinearColor
    private let leaf: LinearColor
    private let tree: RoundTree
    private let noise: GradientNoise

    private struct Season: Sendable {
        let sky: [UInt32]
        let sun: UInt32
        let leaf: UInt32
        let grass: UInt32
        let far: UInt32
    }

    private static let seasons = [
        Season(
            sky: [0x8EC5E8, 0xCFE6EF, 0xFDE8EC, 0xFFD6DC], sun: 0xFFF6EA, leaf: 0xF59AB8, grass: 0x7FA860, far: 0xB7C6D8
        ),
        Season(
            sky: [0x2F6FA8, 0x7EB6D9, 0xD9EBD8, 0xFFF0C2], sun: 0xFFF3C4, leaf: 0x5E9E3C, grass: 0x8DB04A, far: 0x8FB5B0
        ),
        Season(
            sky: [0x5A4A7A, 0xC9707A, 0xF6A860, 0xFFDB8E], sun: 0xFFE9B0, leaf: 0xE0702A, grass: 0xB0803A, far: 0xB77A7E
        ),
        Season(
            sky: [0x20264E, 0x5F4B8B, 0xE0708A, 0xFFC08A], sun: 0xFFD9A0, leaf: 0x8A3B5E, grass: 0x4A4064, far: 0x8A5F8E
        ),
        Season(
            sky: [0x2F5C94, 0x5F8FC0, 0xA9C6DE, 0xF6D9C4], sun: 0xFFF3DC, leaf: 0xE6F0F5, grass: 0xF0F4F8, far: 0x8FA8C8
        ),
        Season(
            sky: [0x1C4F63, 0x4C9A9A, 0xD6DDA8, 0xF9E7A0], sun: 0xFFF6C9, leaf: 0xD9A520, grass: 0x6F8A3A, far: 0x7FA596
        ),
    ]

    init(area: SampledArea, random: inout SeededRandom) {
        let season = random.choice(of: Self.seasons)
        let side = random.chance(0.5) ? 1.0 : -1.0
        sky = ColorRamp(season.sky)
        sunLight = LinearColor(season.sun)
        let treeX = side * area.aspect * random.number(in: 0.02...0.27)
        sun = Point(treeX - side * area.aspect * random.number(in: -0.06...0.3), random.number(in: 0.34...0.56))
        sunRadius = random.number(in: 0.1...0.22)
        hill = Point(treeX + side * random.number(in: -0.1...0.25), random.number(in: 0.72...0.82))
        grass = LinearColor(season.grass)
        leaf = LinearColor(season.leaf)
        far = [
            Ridge(base: 0.76, height: 0.16, frequency: 1.4, sharpness: 0.6, in: area, random: &random),
            Ridge(base: 0.84, height: 0.13, frequency: 1.2, sharpness: 0.1, in: area, random: &random),
        ]
        let distant = LinearColor(season.far)
        farColors = [
            mix(distant, LinearColor(season.sky[3]), 0.45), mix(distant, LinearColor(season.grass), 0.3) * 0.8,
        ]
        noise = GradientNoise(&random)
        let rise = treeX - hill.x
        tree = RoundTree(
            foot: Point(treeX, hill.y + 0.35 * rise * rise + 0.012), height: random.number(in: 0.38...0.68), leaf: leaf,
            sun: sun.x < treeX ? -1 : 1, random: &random)
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        if let color = tree.color(at: point, footprint: footprint) { return color }
        let aside = point.x - hill.x
        let brow = hill.y + 0.35 * aside * aside
        let blade = 0.006 * noise.value(point.x * 90) + 0.004 * noise.value(point.x * 37)
        if point.y > brow + blade { return meadow(at: point, below: point.y - brow, footprint: footprint) }
        for (index, ridge) in far.enumerated().reversed()
        where ridge.covers(point) {
            return farColors[index] * (1 + 0.4 * exp(-(point - sun).length / 0.25))
        }
        let distance = (point - sun).length
        let edge = max(footprint, 0.002)
        let drift = noise.fractal(point.x * 1.4 + 5, point.y * 7, octaves: 5, footprint: footprint * 7)
        var light = sky.color(at: point.y / 0.78)
        light = mix(light, sunLight, 0.4 * smoothstep(0.05, 0.6, drift))
        light += sunLight * (0.5 * exp(-max(distance - sunRadius, 0) / 0.16))
        return mix(light, sunLight * 1.5, smoothstep(sunRadius + edge, sunRadius - edge, distance))
    }

    private func meadow(at point: Point, below: Double, footprint: Double) -> LinearColor {
        let blades = noise.fractal(
            point.x * 30, point.y * 9 + 3, octaves: 4, footprint: footprint * 30, roughness: 0.6)
        // The tree's shadow falls toward the viewer, away from the sun.
        let along = Point(point.x - hill.x - (hill.x - sun.x) * below * 1.5, below)
        let shadow = exp(-along.x * along.x / 0.03) * smoothstep(0.0, 0.05, below) * exp(-below / 0.2)
        let rim = 0.5 * exp(-below / 0.025)
        let fallen = smoothstep(0.25, 0.5, noise.value(point.x * 60, point.y * 90)) * exp(-below / 0.1) * 0.5
        let ground = mix(grass * (0.78 + 0.3 * blades + rim - 0.6 * below), leaf * 0.8, fallen)
        return ground * (1 - 0.6 * shadow)
    }
}
