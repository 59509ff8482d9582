import Glibc

/// Julia sets for constants that yield spirals, dendrites and rabbits.
struct JuliaShader: Shader {
    private let constant: Point
    private let span: Double
    private let center: Point
    private let turn: Point
    private let ramp: ColorRamp
    private let cycle: Double
    private let phase: Double

    private static let constants = [
        Point(-0.8, 0.156), Point(-0.7269, 0.1889), Point(-0.4, 0.6), Point(0.285, 0.01), Point(-0.70176, -0.3842),
        Point(-0.835, -0.2321), Point(-0.7885, 0.1456), Point(0.355, 0.355), Point(-0.162, 1.04), Point(-0.54, 0.54),
        Point(0.37, 0.1), Point(-0.194, 0.6557), Point(-0.123, 0.745),
    ]

    init(aspect: Double, random: inout SeededRandom) {
        constant =
            random.choice(of: Self.constants)
            + Point(random.number(in: -0.006...0.006), random.number(in: -0.006...0.006))
        span = random.number(in: 1.1...2.5)
        center = Point(random.number(in: -0.3...0.3), random.number(in: -0.25...0.25))
        let angle = random.number(in: 0...6.283)
        turn = Point(cos(angle), sin(angle))
        ramp = ColorRamp(random.choice(of: FractalPalette.all))
        cycle = random.number(in: 0.7...1.2)
        phase = random.number(in: 0...0.5)
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        let offset = Point(point.x, point.y - 0.5) * span
        let start = center + Point(offset.x * turn.x - offset.y * turn.y, offset.x * turn.y + offset.y * turn.x)
        guard let count = EscapeTime.count(from: start, constant: constant, limit: 180) else {
            return ramp.color(at: 0.02) * (0.4 + 0.3 * start.length)
        }
        return ramp.cycled(phase + cycle * log(count + 1))
    }
}
