import Glibc

/// The Milky Way over dark hills, with a lit tent at the edge of the woods.
struct NightSkyShader: Shader {
    private let ramp: ColorRamp
    private let stars: Starfield
    private let clouds: GradientNoise
    private let bandPosition: Point
    private let bandAcross: Point
    private let bandColor: ColorRamp
    private let hills: [Ridge]
    private let hillColors: [LinearColor]
    private let woods: [ConiferRow]
    private let tent: Point?

    private static let skies: [[UInt32]] = [
        [0x050818, 0x0B1634, 0x1D3A5F, 0x4A7A8C], [0x08061C, 0x171442, 0x3B2F6B, 0xA0607A],
        [0x030B14, 0x0A2233, 0x1B4A55, 0x7FA083], [0x070A1E, 0x14204A, 0x33497F, 0xD08C6A],
    ]
    private static let bands: [[UInt32]] = [
        [0x1B2C5C, 0x5A6DB0, 0xD9B8C4, 0xFFE7C9], [0x251C54, 0x7A54A8, 0xE09AB0, 0xFFE3C0],
        [0x123048, 0x3F87A0, 0xBFD0C8, 0xFFF0D0],
    ]

    init(area: SampledArea, random: inout SeededRandom) {
        ramp = ColorRamp(random.choice(of: Self.skies))
        bandColor = ColorRamp(random.choice(of: Self.bands))
        stars = Starfield(density: random.number(in: 0.6...0.9), random: &random)
        clouds = GradientNoise(&random)
        let lean = random.number(in: 0.35...0.95) * (random.chance(0.5) ? 1 : -1)
        bandAcross = Point(cos(lean), sin(lean))
        bandPosition = Point(area.aspect * random.number(in: -0.15...0.15), 0.4)
        let foot = random.number(in: 0.84...0.92)
        hills = [
            Ridge(base: foot, height: 0.14, frequency: 1.3, sharpness: 0.7, in: area, random: &random),
            Ridge(base: foot + 0.06, height: 0.09, frequency: 1.6, sharpness: 0, in: area, random: &random),
        ]
        hillColors = [LinearColor(0x142238), LinearColor(0x070D16)]
        woods = ConiferRow.edge(of: area, base: 1.01, color: LinearColor(0x03060A), random: &random)
        let tentX = area.aspect * random.number(in: 0.08...0.22) * (random.chance(0.5) ? 1 : -1)
        tent =
            random.chance(0.6)
            ? Point(tentX, hills[1].line(at: tentX) + 0.02) : nil
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        for row in woods where row.covers(point) { return row.color }
        let warmth = tentGlow(at: point)
        if let tent, let cloth = tentCloth(point - tent) { return cloth }
        for (index, ridge) in hills.enumerated().reversed()
        where ridge.covers(point) {
            return hillColors[index] + warmth * (index == 1 ? 1 : 0.1)
        }
        return skyColor(at: point, footprint: footprint)
    }

    private func skyColor(at point: Point, footprint: Double) -> LinearColor {
        let height = point.y / 0.95
        var light = ramp.color(at: height * height)
        let offset = point - bandPosition
        let across = offset.x * bandAcross.x + offset.y * bandAcross.y
        let along = offset.x * -bandAcross.y + offset.y * bandAcross.x
        let wisp = clouds.fractal(point.x * 2.6, point.y * 2.6, octaves: 5, footprint: footprint * 2.6)
        let distance = (across + 0.1 * wisp) / 0.2
        let band = exp(-distance * distance) * (0.75 + 0.4 * along)
        // Dust runs along the middle of the band and hides stars.
        let dust = clouds.fractal(across * 7 + 4, along * 3, octaves: 4, footprint: footprint * 7)
        let lane = exp(-distance * distance * 5) * smoothstep(-0.15, 0.4, dust + 0.15)
        let bright = max(band * (1 + 0.7 * wisp) * (1 - 0.8 * lane), 0)
        light += bandColor.color(at: bright) * (0.6 * bright)
        let richness = (0.35 + 1.6 * bright) * smoothstep(1.0, 0.6, height)
        return light + stars.light(at: point, footprint: footprint, richness: richness)
    }

    private func tentGlow(at point: Point) -> LinearColor {
        guard let tent else { return .zero }
        let offset = point - tent
        return LinearColor(0xFFA640) * (0.5 * exp(-Point(offset.x, offset.y * 2.2).length / 0.05))
    }

    /// Returns the color of the lit tent: a triangle, darker along its seam.
    private func tentCloth(_ offset: Point) -> LinearColor? {
        let size = 0.065
        let height = -offset.y / size
        guard height > -0.05, height < 1, abs(offset.x) < size * 0.85 * (1 - height) else { return nil }
        let seam = smoothstep(0.0, 0.18, abs(offset.x / size + 0.12 * height - 0.1))
        return LinearColor(0xFFB347) * (0.55 + 1.3 * exp(-3 * height) * (0.35 + 0.65 * seam))
    }
}
