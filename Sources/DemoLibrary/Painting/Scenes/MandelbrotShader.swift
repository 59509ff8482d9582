import Glibc

/// The boundary of the Mandelbrot set, at well-known locations.
struct MandelbrotShader: Shader {
    private let center: Point
    private let span: Double
    private let turn: Point
    private let ramp: ColorRamp
    private let cycle: Double
    private let phase: Double
    private let iterations: Int

    /// A point in the complex plane, and the visible height.
    private struct Place {
        let center: Point
        let span: Double
    }

    private static let positions = [
        Place(center: Point(-0.743_643_9, 0.131_825_9), span: 0.0028),
        Place(center: Point(-0.7453, 0.1127), span: 0.0065),
        Place(center: Point(-0.925, 0.266), span: 0.03),
        Place(center: Point(-0.748, 0.1), span: 0.0025),
        Place(center: Point(0.292_985_9, 0.611_784_8), span: 0.008),
        Place(center: Point(-0.761_574, -0.084_759_6), span: 0.004),
        Place(center: Point(0.428_84, -0.231_345), span: 0.01),
        Place(center: Point(-0.235_125, 0.827_215), span: 0.006),
        Place(center: Point(-0.5622, 0.6428), span: 0.09),
        Place(center: Point(0.360_24, -0.641_313), span: 0.012),
        Place(center: Point(0.336_982, 0.048_782), span: 0.01),
        Place(center: Point(-0.722, 0.246), span: 0.019),
        Place(center: Point(-0.562_678_4, 0.656_794_6), span: 0.004),
        Place(center: Point(-0.811_531_2, 0.201_429_6), span: 0.006),
        Place(center: Point(-0.775_683_77, 0.136_467_37), span: 0.0006),
    ]

    init(aspect: Double, random: inout SeededRandom) {
        let position = random.choice(of: Self.positions)
        let zoom = random.number(in: 0.5...1.15)
        span = position.span * zoom
        center = position.center + Point(random.number(in: -0.12...0.12), random.number(in: -0.12...0.12)) * span
        let angle = random.number(in: 0...6.283)
        turn = Point(cos(angle), sin(angle))
        ramp = ColorRamp(random.choice(of: FractalPalette.all))
        cycle = random.number(in: 0.6...1.1)
        phase = random.number(in: 0...2)
        iterations = 320
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        let offset = Point(point.x, point.y - 0.5) * span
        let constant = center + Point(offset.x * turn.x - offset.y * turn.y, offset.x * turn.y + offset.y * turn.x)
        guard let count = EscapeTime.count(from: .zero, constant: constant, limit: iterations) else {
            return ramp.color(at: 0) * 0.35
        }
        return ramp.cycled(phase + cycle * log(count + 1) * 1.6)
    }
}
