import Glibc

/// A rose window: rings of petals, circles and wedges of glass in stone.
struct RoseWindowShader: Shader {
    private let center: Point
    private let radius: Double
    private let glass: [LinearColor]
    private let rings: [Ring]
    private let noise: GradientNoise
    private let stone: LinearColor

    /// A ring of equal panes around the center; radii are fractions of the window's radius.
    private struct Ring: Sendable {
        enum Pane: CaseIterable, Sendable { case wedge, petal, medallion }

        let inner: Double
        let outer: Double
        let count: Double
        let turn: Double
        let pane: Pane
        let colors: [Int]
    }

    private static let palettes: [[UInt32]] = [
        [0x1E4FD0, 0xD9202E, 0xFFC531, 0x2E9AE0, 0x7A2BB8, 0x2FA866],
        [0x0F7A8C, 0xF2703A, 0xFFD75E, 0x1F4FA0, 0xC42A5A, 0x6FC8B0],
        [0x5A1FA0, 0xE8417A, 0xFFB84A, 0x2F5FE0, 0xA83FD0, 0xF7E08A],
        [0x1A6B3F, 0xE0B02A, 0xC92F2F, 0x2F8FB8, 0x8FC04A, 0xF4E6A8],
    ]

    init(aspect: Double, random: inout SeededRandom) {
        // Either the whole window or a close-up.
        let isNear = random.chance(0.5)
        radius = min(aspect, 1) * (isNear ? random.number(in: 0.62...0.85) : random.number(in: 0.45...0.48))
        center = isNear ? Point(random.number(in: -0.25...0.25), random.number(in: 0.4...0.75)) : Point(0, 0.5)
        glass = random.choice(of: Self.palettes).map { LinearColor($0) }
        stone = LinearColor(random.choice(of: [0x14120F, 0x0E1014, 0x17120E]))
        noise = GradientNoise(&random)
        let count = random.choice(of: [6, 8, 10, 12])
        var inner = 0.0
        rings = (0..<5).map { index in
            let outer = [0.2, 0.42, 0.66, 0.86, 1][index] + (index < 4 ? random.number(in: -0.03...0.03) : 0)
            defer { inner = outer }
            let start = random.integer(in: 0...5)
            return Ring(
                inner: inner, outer: outer, count: Double(index < 2 ? count : (index < 4 ? count : 2 * count)),
                turn: Double(random.integer(in: 0...1)) / 2,
                pane: index == 0 ? .petal : (index == 4 ? .medallion : random.choice(of: Ring.Pane.allCases)),
                colors: [start, (start + random.integer(in: 1...5)) % 6, (start + random.integer(in: 1...5)) % 6])
        }
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        let offset = (point - center) / radius
        let distance = offset.length
        let grain = noise.fractal(point.x * 14, point.y * 14, octaves: 4, footprint: footprint * 14)
        guard distance < 1.04, let ring = rings.first(where: { distance < $0.outer }) else {
            return wall(at: point, distance: distance, grain: grain)
        }
        let position = atan2(offset.y, offset.x) / 6.283_185_307 * ring.count + ring.turn
        let index = floorToInteger(position)
        let across = position - Double(index) - 0.5
        // Width and depth of the pane, in units of the window's radius.
        let width = 6.283_185_307 * distance / ring.count
        let sideways = abs(across) * width
        let depth = distance - (ring.inner + ring.outer) / 2
        let half = (ring.outer - ring.inner) / 2
        let wide = 6.283_185_307 * (ring.inner + ring.outer) / 2 / ring.count / 2
        let main = mainPane(ring, sideways: sideways, depth: depth, half: half, wide: wide)
        let border = min(half - abs(depth), width / 2 - sideways)
        let lead = 0.012
        let soft = max(footprint / radius, 0.003)
        let choice = main > 0 ? ring.colors[index & 1] : ring.colors[2]
        let pane = noise.unit(index, Int(ring.outer * 100) + (main > 0 ? 500 : 0))
        let sunlight = 0.75 + 0.75 * exp(-(offset - Point(-0.3, -0.35)).length / 0.7)
        let color = glass[choice] * ((0.95 + 0.7 * pane + 0.3 * grain) * sunlight)
        let edge = min(border, abs(main))
        return mix(stone * (1 + 0.4 * grain), color, smoothstep(lead - soft, lead + soft, edge))
    }

    /// Returns the distance of a point inside the main panes of a ring; negative in the glass between them.
    private func mainPane(_ ring: Ring, sideways: Double, depth: Double, half: Double, wide: Double) -> Double {
        switch ring.pane {
        case .wedge: wide * 0.62 - sideways
        case .petal:
            wide * 0.92 * (1 - depth * depth / (half * half)).magnitude.squareRoot() * (1 + depth / half * 0.3)
                - sideways
        case .medallion: min(half, wide) * 0.86 - Point(sideways, depth).length
        }
    }

    /// Returns the color of the dark nave around the window, with a little of its light on the stone.
    private func wall(at point: Point, distance: Double, grain: Double) -> LinearColor {
        let glow = exp(-(distance - 1) / 0.22)
        let frame = smoothstep(0.06, 0.02, abs(distance - 1.05))
        let hue = glass[distance > 1.3 ? 0 : 4]
        let masonry = stone * (1.4 + 0.5 * grain) + hue * (0.1 * glow * (1 + grain))
        return mix(masonry, LinearColor(0x6B6258) * (0.45 + 0.25 * grain), frame)
    }
}
