/// A mountain range: rock, woods on its lower flanks and snow above a line, all in haze.
final class MountainRange: Sendable {
    private let ridge: Ridge
    private let snowLine: Double
    private let rockLit: LinearColor
    private let rockShade: LinearColor
    private let snowLit: LinearColor
    private let snowShade: LinearColor
    private let haze: LinearColor
    private let air: Double
    private let mistiness: Double
    private let sunX: Double
    private let texture: GradientNoise
    private let slope: Profile

    /// - Parameters:
    ///   - nearness: 0 for the farthest range, 1 for the nearest.
    ///   - snowLine: the height where snow begins; 1 is about the highest peak.
    ///   - sunX: the x of the light source.
    init(
        ridge: Ridge, nearness: Double, snowLine: Double, daylight: Daylight, sunX: Double, in area: SampledArea,
        random: inout SeededRandom
    ) {
        self.ridge = ridge
        slope = Profile(in: area) { ridge.slope(at: $0) }
        mistiness = 0.5 * (1 - 0.6 * nearness)
        self.snowLine = snowLine
        self.sunX = sunX
        let sun = LinearColor(daylight.sun)
        let shade = LinearColor(daylight.shade)
        let rock = mix(LinearColor(0x8C7B6E), LinearColor(0x3E5A3C), nearness)
        rockLit = rock * sun * 1.15 + shade * 0.1
        rockShade = mix(rock * 0.35, shade * 0.8, 0.6) * 0.6
        snowLit = sun * 1.05
        snowShade = mix(shade * 1.6, LinearColor(0x9DB4DA) * sun, 0.35)
        haze = LinearColor(daylight.haze)
        air = 0.62 * (1 - nearness) + 0.04
        texture = GradientNoise(&random)
    }

    func color(at point: Point, footprint: Double) -> LinearColor? {
        guard point.y > ridge.top else { return nil }
        let line = ridge.line(at: point.x)
        guard point.y > line else { return nil }
        let below = point.y - line
        let wander = texture.fractal(
            point.x * 7, point.y * 5, octaves: 5, footprint: footprint * 7, roughness: 0.55)
        let along = point.x + wander * (0.02 + 0.35 * below)
        let side = sunX > 0 ? 1.0 : -1.0
        let slope = slope.value(at: along) * side
        let light = clamp(0.45 + 0.85 * slope + 0.25 * wander)
        var color = mix(rockShade, rockLit, light)
        let altitude = (ridge.base - point.y) / ridge.height
        let snow = smoothstep(snowLine - 0.08, snowLine + 0.1, altitude + 0.3 * wander + 0.1 * light)
        color = mix(color, mix(snowShade, snowLit, smoothstep(0.25, 0.7, light)), snow)
        let mist = smoothstep(0.5, -0.05, altitude) * mistiness
        return mix(color, haze, clamp(air + mist))
    }
}
