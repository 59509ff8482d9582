/// Mountain ranges that fade with distance, with snow on the high ones and woods or a lake in front.
struct MountainShader: Shader {
    private let sky: Sky
    private let ranges: [MountainRange]
    private let lake: StillWater?
    private let deepWater: LinearColor
    private let woods: [ConiferRow]

    init(area: SampledArea, random: inout SeededRandom) {
        let daylight = random.choice(
            of: Daylight.day + Daylight.day + Daylight.morning + Daylight.evening + Daylight.dusk + Daylight.moonlight)
        let horizon = random.number(in: 0.6...0.7)
        let side = random.chance(0.5) ? 1.0 : -1.0
        sky = Sky(
            daylight, horizon: horizon, sunX: side * area.aspect * random.number(in: 0.16...0.36), random: &random)
        let shore = random.chance(0.5) ? random.number(in: 0.68...0.76) : nil
        lake = shore.map { StillWater(shore: $0, random: &random) }
        deepWater = LinearColor(daylight.shade) * 0.5
        let count = random.integer(in: 3...4)
        let snow = random.number(in: 0.25...0.8)
        let sunX = sky.sunPosition.x
        ranges = (0..<count).map { index in
            let nearness = Double(index) / Double(count - 1)
            let foot = mix(horizon, shore ?? 0.95, nearness)
            return MountainRange(
                ridge: Ridge(
                    base: foot, height: mix(0.46, shore == nil ? 0.3 : 0.16, nearness) * random.number(in: 0.85...1.2),
                    frequency: mix(1.1, 1.9, nearness), sharpness: mix(1, 0.55, nearness), in: area, random: &random),
                nearness: nearness, snowLine: nearness < 0.9 ? snow : 2, daylight: daylight, sunX: sunX, in: area,
                random: &random)
        }
        let trees = mix(LinearColor(daylight.shade), LinearColor(0x0D1F1A), 0.72) * 0.6
        woods = ConiferRow.edge(of: area, base: shore == nil ? 0.97 : 1.04, color: trees, random: &random)
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        for row in woods where row.covers(point) { return row.color }
        guard let lake, point.y > lake.shore else { return land(at: point, footprint: footprint) }
        let near = lake.nearness(at: point.y)
        let reflection = land(at: lake.mirrored(point, footprint: footprint), footprint: footprint * 2)
        return mix(reflection * 0.86, deepWater, 0.18 + 0.32 * near)
    }

    private func land(at point: Point, footprint: Double) -> LinearColor {
        for range in ranges.reversed() {
            if let color = range.color(at: point, footprint: footprint) { return color }
        }
        return sky.color(at: point, footprint: footprint)
    }
}
