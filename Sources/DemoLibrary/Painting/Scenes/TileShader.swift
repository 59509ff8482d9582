import Glibc

/// Glazed tiles in the style of Lisbon and Isfahan: one pattern, mirrored and repeated.
struct TileShader: Shader {
    private let colors: [LinearColor]
    private let grout: LinearColor
    private let count: Double
    private let figures: [Figure]
    private let noise: GradientNoise
    private let turned: Bool

    /// A shape in one eighth of a tile; the other eighths mirror it.
    private struct Figure: Sendable {
        enum Outline: CaseIterable, Sendable { case disc, ring, diamond, petal, star, square }

        let outline: Outline
        let center: Point
        let size: Double
        let color: Int
        let turn: Double
    }

    private static let palettes: [[UInt32]] = [
        [0xF4EFE2, 0x1F4E9E, 0x3F86D0, 0xF0B93A, 0x16315E], [0xF2E6CF, 0x0E6B6B, 0x3AAFA0, 0xE2703A, 0x17383C],
        [0xFBF3E4, 0xC0392B, 0xE9A23B, 0x1F5F7A, 0x5A1F22], [0x12355B, 0xE6C15A, 0x4FA5C8, 0xF4F0E4, 0x0A1F3A],
        [0xF1EADF, 0x5B3F8C, 0xC86FA6, 0xF0C45A, 0x2E1F52], [0xEFF3E6, 0x2F6B45, 0x8DB255, 0xE0A030, 0x1B3A2B],
    ]

    init(aspect: Double, random: inout SeededRandom) {
        let palette = random.choice(of: Self.palettes)
        colors = palette.map { LinearColor($0) }
        grout = LinearColor(palette[0]) * 0.5
        count = Double(random.integer(in: 2...4))
        turned = random.chance(0.4)
        noise = GradientNoise(&random)
        let rings = random.integer(in: 6...9)
        var color = 0
        var drawn: [Figure] = []
        for index in 0..<rings {
            // Choose a color other than the one below.
            color = (color + random.integer(in: 1...4)) % 5
            if index == 0, color == 4 { color = 1 }
            let small = Double(index) / Double(rings)
            let corner = random.integer(in: 0...3)
            let center =
                switch corner {
                case 0: Point(0, 0)
                case 1: Point(1, 1)
                case 2: Point(1, 0)
                default: Point(random.number(in: 0.3...0.7), random.number(in: 0...0.3))
                }
            drawn.append(
                Figure(
                    outline: random.choice(of: Figure.Outline.allCases), center: center,
                    size: mix(0.85, 0.14, small) * random.number(in: 0.8...1.2), color: color,
                    turn: Double(random.integer(in: 0...3)) * 0.785))
        }
        figures = drawn
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        var position = Point(point.x, point.y - 0.5) * count
        if turned { position = Point(position.x - position.y, position.x + position.y) * 0.70711 }
        let column = floorToInteger(position.x)
        let row = floorToInteger(position.y)
        let inTile = Point(position.x - Double(column), position.y - Double(row)) * 2 - Point(1, 1)
        let mirrored = Point(max(abs(inTile.x), abs(inTile.y)), min(abs(inTile.x), abs(inTile.y)))
        let soft = max(footprint * count * 2, 0.008)
        var color = colors[0]
        for figure in figures {
            let distance = Self.distance(from: mirrored, to: figure)
            let cover = smoothstep(soft, -soft, distance)
            let line = smoothstep(soft, -soft, abs(distance) - 0.014)
            color = mix(mix(color, colors[figure.color], cover), colors[4], line * 0.85)
        }
        // The glaze is uneven, and its edge reflects light.
        let pool = noise.fractal(position.x * 3, position.y * 3, octaves: 4, footprint: footprint * count * 3)
        let tone = 0.9 + 0.16 * noise.unit(column, row) + 0.1 * pool
        let border = 1 - mirrored.x
        let bevel = 1 + 0.16 * smoothstep(0.06, 0.02, border) * (inTile.x + inTile.y < 0 ? 1 : -1.3)
        let shine = exp(-(point - Point(-0.35, 0.2)).length / 0.5)
        color = color * (tone * bevel * (0.82 + 0.36 * shine)) + 0.035 * shine
        return mix(grout * (0.8 + 0.3 * pool), color, smoothstep(0.012, 0.012 + soft, border))
    }

    /// Returns the distance of a point from a figure; negative inside.
    private static func distance(from position: Point, to figure: Figure) -> Double {
        let offset = position - figure.center
        switch figure.outline {
        case .disc: return offset.length - figure.size
        case .ring: return abs(offset.length - figure.size) - 0.06
        case .diamond: return (abs(offset.x) + abs(offset.y) - figure.size) * 0.7
        case .square: return max(abs(offset.x), abs(offset.y)) - figure.size * 0.75
        case .petal:
            let angle = atan2(offset.y, offset.x) + figure.turn
            return offset.length - figure.size * (0.55 + 0.45 * abs(cos(2 * angle)))
        case .star:
            let angle = atan2(offset.y, offset.x) + figure.turn
            let spike = abs(angle / 0.785 - (angle / 0.785).rounded()) * 2
            return (offset.length - figure.size * (1 - 0.45 * spike)) * 0.8
        }
    }
}
