/// Northern lights over snowy mountains and a lake.
struct AuroraShader: Shader {
    private let ramp: ColorRamp
    private let stars: Starfield
    private let curtains: [AuroraCurtain]
    private let ranges: [MountainRange]
    private let lake: StillWater
    private let woods: [ConiferRow]

    private static let skies: [[UInt32]] = [
        [0x040818, 0x08162F, 0x10304A, 0x1D5560], [0x070620, 0x120F3A, 0x22285C, 0x355A7A],
        [0x03101A, 0x06242F, 0x0D3F47, 0x2B6A62],
    ]

    init(area: SampledArea, random: inout SeededRandom) {
        ramp = ColorRamp(random.choice(of: Self.skies))
        stars = Starfield(density: random.number(in: 0.15...0.4), random: &random)
        let hues = random.choice(of: AuroraCurtain.hues)
        curtains = (0..<random.integer(in: 2...3)).map { index in
            AuroraCurtain(hues: hues, base: 0.54 - 0.2 * Double(index), in: area, random: &random)
        }
        let shore = random.number(in: 0.7...0.8)
        let light = Self.light(of: hues[0])
        let heights = [random.number(in: 0.18...0.32), random.number(in: 0.07...0.12)]
        let side = random.choice(of: [-1.0, 1.0])
        ranges = heights.enumerated().map { index, height in
            MountainRange(
                ridge: Ridge(
                    base: shore + 0.01 * Double(index), height: height, frequency: 1.5 + 0.9 * Double(index),
                    sharpness: 0.95 - 0.4 * Double(index), in: area, random: &random),
                nearness: 0.75 + 0.25 * Double(index), snowLine: index == 0 ? 0.35 : 0.9, daylight: light,
                sunX: side, in: area, random: &random)
        }
        lake = StillWater(shore: shore, random: &random)
        woods = ConiferRow.edge(of: area, base: 1.03, color: LinearColor(0x03080C), random: &random)
    }

    /// Returns the colors of land lit by an aurora of one hue.
    private static func light(of hue: UInt32) -> Daylight {
        Daylight(
            sky: [hue], sun: (hue >> 2 & 0x3F3F3F) + 0x50607C, shade: 0x0E1C30, haze: 0x143044, cloud: hue,
            cloudShade: 0x0E1C30, sunHeight: 0.5...0.5, glow: 0)
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        for row in woods where row.covers(point) { return row.color }
        guard point.y > lake.shore else { return land(at: point, footprint: footprint) }
        let near = lake.nearness(at: point.y)
        let reflection = land(at: lake.mirrored(point, footprint: footprint), footprint: footprint * 2)
        return mix(reflection * 0.8, LinearColor(0x06121C), 0.15 + 0.4 * near)
    }

    private func land(at point: Point, footprint: Double) -> LinearColor {
        for range in ranges.reversed() {
            if let color = range.color(at: point, footprint: footprint) { return color }
        }
        return skyColor(at: point, footprint: footprint)
    }

    private func skyColor(at point: Point, footprint: Double) -> LinearColor {
        var light = ramp.color(at: point.y / lake.shore)
        light += stars.light(at: point, footprint: footprint)
        for curtain in curtains { light += curtain.light(at: point, footprint: footprint) }
        return light
    }
}
