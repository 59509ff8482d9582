import Glibc

/// A sky with sun or moon, its glow, and clouds on a plane above.
struct Sky: Sendable {
    let daylight: Daylight
    /// The y of the horizon in the scene.
    let horizon: Double
    let sunPosition: Point
    let sunLight: LinearColor

    private let ramp: ColorRamp
    private let sunRadius: Double
    private let cloudiness: Double
    private let cloudLight: LinearColor
    private let cloudShade: LinearColor
    private let clouds: GradientNoise
    private let wind: Double

    /// - Parameter sunX: the x of the sun; off-center looks better.
    init(
        _ daylight: Daylight, horizon: Double, sunX: Double, cloudiness: ClosedRange<Double> = 0.25...0.75,
        random: inout SeededRandom
    ) {
        self.daylight = daylight
        self.horizon = horizon
        sunPosition = Point(sunX, horizon * (1 - random.number(in: daylight.sunHeight)))
        sunLight = LinearColor(daylight.sun)
        ramp = ColorRamp(daylight.sky)
        sunRadius = random.number(in: 0.035...0.06)
        self.cloudiness = random.number(in: cloudiness)
        cloudLight = LinearColor(daylight.cloud)
        cloudShade = LinearColor(daylight.cloudShade)
        clouds = GradientNoise(&random)
        wind = random.number(in: 0...40)
    }

    func color(at point: Point, footprint: Double, withSun: Bool = true) -> LinearColor {
        let height = clamp(point.y / horizon)
        var light = ramp.color(at: height)
        let distance = (point - sunPosition).length
        let nearness = exp(-distance / (0.16 + 0.2 * daylight.glow))
        light += sunLight * (daylight.glow * 0.55 * nearness * nearness)
        if withSun {
            let edge = max(footprint, 0.002)
            light = mix(light, sunLight * 1.6 + 0.25, smoothstep(sunRadius + edge, sunRadius - edge, distance))
        }
        let cover = cloudCover(at: point, footprint: footprint)
        if cover > 0.001 {
            let lit = clamp(0.25 + 0.5 * (1 - cover) + nearness)
            let cloud = mix(cloudShade, cloudLight * (1 + 0.5 * nearness * daylight.glow), lit)
            light = mix(light, cloud, cover * 0.92)
        }
        return light
    }

    /// Returns the share of light that clouds block, from 0 to 1.
    private func cloudCover(at point: Point, footprint: Double) -> Double {
        guard cloudiness > 0.05 else { return 0 }
        let depth = 0.22 / (max(horizon - point.y, 0) + 0.16)
        let position = Point(point.x * depth * 2.2 + wind, depth * 5.5)
        let density = clouds.fractal(
            position.x, position.y, octaves: 5, footprint: footprint * depth * 6, roughness: 0.52)
        let opening = 0.42 - 0.6 * cloudiness
        return smoothstep(opening, opening + 0.45, density) * smoothstep(0, 0.1, horizon - point.y + 0.02)
    }
}
