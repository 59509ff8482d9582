/// Domain-warped noise: silk, marble, ink in water.
struct PlasmaShader: Shader {
    private let noise: GradientNoise
    private let ramp: ColorRamp
    private let scale: Double
    private let bend: Double
    private let position: Point

    private static let palettes: [[UInt32]] = [
        [0x0B1E3F, 0x1C6E8C, 0x6FD6C6, 0xFFF1C9, 0xF2A65A, 0xB23A48],
        [0x1A0B2E, 0x5B2A86, 0xC6538C, 0xFFA69E, 0xFFEBC6],
        [0x071A1A, 0x0F5257, 0x3A9D8F, 0xE9D985, 0xF29E4C, 0x8C2F39],
        [0x120C1C, 0x40233F, 0xA23B4A, 0xF28A4B, 0xFFE0A3],
        [0x08122B, 0x1B3B8B, 0x4C86E0, 0xB4E1FF, 0xFFF6F0, 0xF7B2C4],
        [0x10231B, 0x2B5D3A, 0x8DB255, 0xF4F0BB, 0xE6A94C],
    ]

    init(aspect: Double, random: inout SeededRandom) {
        noise = GradientNoise(&random)
        ramp = ColorRamp(random.choice(of: Self.palettes))
        scale = random.number(in: 1.1...1.9)
        bend = random.number(in: 0.8...1.5)
        position = Point(random.number(in: 0...50), random.number(in: 0...50))
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        let at = point * scale + position
        let fine = footprint * scale * 2
        let first = Point(
            noise.fractal(at.x, at.y, octaves: 3, footprint: fine),
            noise.fractal(at.x + 5.2, at.y + 1.3, octaves: 3, footprint: fine))
        let bent = at + first * bend
        let second = Point(
            noise.fractal(bent.x + 1.7, bent.y + 9.2, octaves: 4, footprint: fine),
            noise.fractal(bent.x + 8.3, bent.y + 2.8, octaves: 4, footprint: fine))
        let value = noise.fractal(
            at.x + second.x * bend * 1.2, at.y + second.y * bend * 1.2, octaves: 6, footprint: fine)
        let color = ramp.cycled(0.5 + 0.75 * value + 0.35 * first.x)
        let sheen = clamp(second.x * second.x + second.y * second.y)
        return color * (0.72 + 0.75 * sheen)
    }
}
