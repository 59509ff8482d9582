import Glibc

/// Great waves in the style of woodblock prints: rows of waves with foam crests under a red sun.
struct WaveShader: Shader {
    private let ramp: ColorRamp
    private let sky: ColorRamp
    private let sun: Point
    private let sunRadius: Double
    private let sunColor: LinearColor
    private let foam: LinearColor
    private let rows: [WaveRow]
    private let paper: GradientNoise

    private struct Palette: Sendable {
        let sky: [UInt32]
        let sun: UInt32
        let sea: [UInt32]
        let foam: UInt32
    }

    private static let palettes = [
        Palette(
            sky: [0xF3E2BF, 0xF7EFD9, 0xE9D2A8], sun: 0xD6452F, sea: [0x9CC3C9, 0x3F7FA0, 0x123A63], foam: 0xFDF8EA),
        Palette(
            sky: [0xF29E6D, 0xF9CF9A, 0xFBE7C2], sun: 0xC8362B, sea: [0x7FB5A8, 0x2C7A7B, 0x123B4A], foam: 0xFFF4DE),
        Palette(
            sky: [0x16264A, 0x2E4A78, 0x6D7FA6], sun: 0xF6E7C1, sea: [0x5C7FB0, 0x264E86, 0x0B1E42], foam: 0xE6EEF8),
        Palette(
            sky: [0xF6C6C0, 0xFAE3D9, 0xFFF3E4], sun: 0xE4574E, sea: [0xA7BFD9, 0x5F7FB8, 0x2B3F7F], foam: 0xFFFFFF),
        Palette(
            sky: [0x2C1B47, 0x8A3B6E, 0xF2886B], sun: 0xFFD479, sea: [0xC65A7A, 0x6B2E6E, 0x251445], foam: 0xFFE3C8),
    ]

    init(aspect: Double, random: inout SeededRandom) {
        let palette = random.choice(of: Self.palettes)
        ramp = ColorRamp(palette.sea)
        sky = ColorRamp(palette.sky)
        sunColor = LinearColor(palette.sun)
        foam = LinearColor(palette.foam)
        sun = Point(
            aspect * random.number(in: 0.05...0.26) * (random.chance(0.5) ? 1 : -1), random.number(in: 0.26...0.38))
        sunRadius = random.number(in: 0.15...0.22)
        paper = GradientNoise(&random)
        let count = random.integer(in: 6...8)
        let heading = random.chance(0.5) ? 1.0 : -1.0
        rows = (0..<count).map { index in
            let nearness = Double(index) / Double(count - 1)
            return WaveRow(
                base: mix(0.5, 1.0, nearness), height: mix(0.05, 0.16, nearness), length: mix(0.28, 0.8, nearness),
                nearness: nearness, heading: heading, random: &random)
        }
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        let grain = 1 + 0.05 * paper.fractal(point.x * 20, point.y * 20, octaves: 3, footprint: footprint * 20)
        for row in rows.reversed() {
            guard let depth = row.depth(at: point) else { continue }
            let line = 0.006 + 0.008 * row.nearness
            let edge = max(footprint * 0.5, 0.0008)
            let bands = depth / (0.028 + 0.03 * row.nearness)
            let stripe = smoothstep(0.42, 0.42 + edge * 30, abs(bands - Double(floorToInteger(bands)) - 0.5))
            let body = ramp.color(at: 0.12 + 0.88 * row.nearness - 1.1 * depth * (1 - row.nearness))
            var color = mix(body * (1 - 1.2 * depth), foam, stripe * 0.42 * exp(-depth * 9))
            let spray =
                line
                * (1.1 + 0.9 * paper.fractal(point.x * 30, row.nearness * 9, octaves: 2, footprint: footprint * 30))
            color = mix(foam, color, smoothstep(spray - edge, spray + edge, depth))
            return color * grain
        }
        let edge = max(footprint * 0.5, 0.001)
        let distance = (point - sun).length
        var light = sky.color(at: point.y / 0.55)
        let drift = paper.fractal(point.x * 1.2, point.y * 9, octaves: 4, footprint: footprint * 9)
        light = mix(light, foam, 0.5 * smoothstep(0.12, 0.4, drift))
        let disc = smoothstep(sunRadius + edge, sunRadius - edge, distance)
        light = mix(light, sunColor, disc * (1 - 0.45 * smoothstep(0.12, 0.4, drift)))
        return light * grain
    }
}
