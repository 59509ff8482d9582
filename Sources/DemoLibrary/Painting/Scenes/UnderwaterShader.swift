import Glibc

/// A reef with rays of sunlight, a shoal of fish and corals.
struct UnderwaterShader: Shader {
    private let water: ColorRamp
    private let sun: Double
    private let noise: GradientNoise
    private let floor: [Ridge]
    private let corals: [LinearColor]
    private let fish: [Fish]
    private let sand: LinearColor

    private static let waters: [[UInt32]] = [
        [0xD8FFF6, 0x5FD8DC, 0x1E9CC0, 0x0B5A8E, 0x062A50], [0xF0FFE0, 0x7FE0B8, 0x239A9A, 0x0C5A6E, 0x06283C],
        [0xDDF2FF, 0x6AB8F0, 0x2A72C8, 0x173F92, 0x0A1B50],
    ]
    private static let shoals: [[UInt32]] = [
        [0xFFB02E, 0xFFD25E], [0xFF6B4A, 0xFFA07A], [0xF5F0E0, 0xC8E0E8], [0xFFE14A, 0x4FC8F0], [0xF27AB0, 0xB06AE0],
    ]

    init(aspect: Double, random: inout SeededRandom) {
        water = ColorRamp(random.choice(of: Self.waters))
        sun = aspect * random.number(in: -0.3...0.3)
        noise = GradientNoise(&random)
        floor = [
            Ridge(base: 0.92, height: 0.3, frequency: 1.5, sharpness: 0.3, random: &random),
            Ridge(base: 0.99, height: 0.24, frequency: 1.8, sharpness: 0.2, random: &random),
            Ridge(base: 1.05, height: 0.14, frequency: 1.4, sharpness: 0, random: &random),
        ]
        sand = LinearColor(0xE8D9A8)
        corals = [0xF2545B, 0xF79D5C, 0xC774E8, 0xF25CA2, 0xF3D34A].map { LinearColor($0) }
        fish = Self.shoal(aspect: aspect, random: &random)
    }

    /// Returns fish that swim the same way along an arc, nearest first.
    private static func shoal(aspect: Double, random: inout SeededRandom) -> [Fish] {
        let heading = random.chance(0.5) ? 1.0 : -1.0
        let colors = random.choice(of: shoals).map { LinearColor($0) }
        let middle = Point(aspect * random.number(in: -0.2...0.2), random.number(in: 0.34...0.52))
        let count = random.integer(in: 9...20)
        let size = random.number(in: 0.035...0.065)
        let fish = (0..<count).map { _ in
            let along = random.number(in: -1...1)
            let x = middle.x + along * aspect * 0.34
            let y = middle.y + 0.14 * along * along * heading + random.number(in: -0.12...0.12)
            return Fish(
                position: Point(x, y), size: size * random.number(in: 0.55...1.35), heading: heading,
                rise: -0.3 * along + random.number(in: -0.15...0.15), color: random.choice(of: colors))
        }
        return fish.sorted { $0.size > $1.size }
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        let deep = water.color(at: 0.22 + 0.8 * point.y)
        let beams = sunbeams(at: point, footprint: footprint)
        for swimmer in fish {
            if let color = swimmer.color(at: point) {
                return mix(color, deep, clamp(0.5 - swimmer.size * 5)) + beams * 0.3
            }
        }
        for (index, ridge) in floor.enumerated().reversed() where point.y > ridge.top {
            let nearness = Double(index + 1) / 3
            guard let ground = reef(ridge, index: index, at: point, footprint: footprint) else { continue }
            return mix(deep, ground, 0.3 + 0.6 * nearness) + beams * (0.5 * (1 - 0.4 * nearness))
        }
        return open(at: point, footprint: footprint) + beams
    }

    /// Returns the color of open water, bright below the sun.
    private func open(at point: Point, footprint: Double) -> LinearColor {
        let offset = Point(point.x - sun, point.y * 1.3)
        let near = exp(-offset.length / 0.3)
        let surface = noise.fractal(
            point.x * 5, 2 / (point.y + 0.12), octaves: 4, footprint: footprint * 40)
        let glint = smoothstep(0.1, 0.6, surface) * exp(-point.y / 0.06)
        return water.color(at: 0.2 + 0.8 * point.y - 0.42 * near) + LinearColor(1, 1, 0.95)
            * (0.5 * glint + 0.35 * near * near)
    }

    private func sunbeams(at point: Point, footprint: Double) -> LinearColor {
        let offset = Point(point.x - sun, point.y + 0.35)
        let fan = offset.x / offset.y
        let beams = noise.fractal(fan * 9, 6.5, octaves: 3, footprint: footprint * 12)
        let reach = exp(-point.y / 0.5) * exp(-abs(fan) / 0.8)
        return LinearColor(0xBFF5EA) * (0.5 * smoothstep(0, 0.7, beams + 0.1) * reach)
    }

    private func reef(_ ridge: Ridge, index: Int, at point: Point, footprint: Double) -> LinearColor? {
        let lumps = noise.fractal(
            point.x * 14 + Double(index) * 7, point.y * 14, octaves: 4, footprint: footprint * 14, roughness: 0.55)
        let line = ridge.line(at: point.x, footprint: footprint)
        let below = point.y - line + (index == 2 ? 0.006 : 0.03) * lumps
        guard below > 0 else { return nil }
        let caustic = abs(noise.value(point.x * 16 + 2 * lumps, point.y * 30))
        let dapple = 1 + 0.5 * smoothstep(0.16, 0, caustic) * exp(-below / 0.1)
        if index == 2 { return sand * ((0.62 + 0.2 * lumps) * dapple) }
        let patch = noise.value(point.x * 5 + 40, point.y * 6 + Double(index) * 9)
        let coral = corals[Int(noise.bits(floorToInteger(point.x * 7 + 2 * patch), index) % UInt64(corals.count))]
        let rock = LinearColor(0x2F4F6A)
        let grown = smoothstep(-0.1, 0.25, patch + 0.5 * lumps)
        return mix(rock, coral, grown * 0.8)
            * ((0.5 + 0.75 * clamp(0.5 + lumps)) * dapple * (0.55 + 0.6 * exp(-below / 0.12)))
    }
}
