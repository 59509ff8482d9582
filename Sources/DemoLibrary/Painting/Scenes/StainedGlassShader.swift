import Glibc

/// A leaded window: sun, sky, hills and water in pieces of colored glass.
struct StainedGlassShader: Shader {
    private let noise: GradientNoise
    private let pieces: Double
    private let palette: Palette
    private let sky: ColorRamp
    private let sun: Point
    private let sunRadius: Double
    private let hills: [Ridge]
    private let rays: Double

    private struct Palette: Sendable {
        let sky: [UInt32]
        let sun: [UInt32]
        let hills: [UInt32]
        let water: [UInt32]
    }

    private static let palettes = [
        Palette(
            sky: [0x1D4FA0, 0x3F8EDB, 0x9AD4F0, 0xFFE08A], sun: [0xFFD23F, 0xFF9F1C, 0xFFF3B0],
            hills: [0x6BBF59, 0x2E8B57, 0x1B5E3A], water: [0x145C9E, 0x2FA3C7, 0x7AD7E0]),
        Palette(
            sky: [0x3A1C71, 0x8E3B92, 0xE8557A, 0xFFB25B], sun: [0xFFE066, 0xFFB03A, 0xFFF1C1],
            hills: [0x8C2F6B, 0x5A2A7A, 0x2E1A5A], water: [0x3A2C8C, 0xB0489A, 0xFF8A6B]),
        Palette(
            sky: [0x0B3C5D, 0x1F7A8C, 0x7FC8A9, 0xF7E1A0], sun: [0xF25F5C, 0xFF8C42, 0xFFD07A],
            hills: [0xC9A227, 0x8A7A1F, 0x3F5E2A], water: [0x0F6E6E, 0x3AAFA9, 0xA8E6CF]),
    ]

    init(aspect: Double, random: inout SeededRandom) {
        noise = GradientNoise(&random)
        pieces = random.number(in: 11...16)
        palette = random.choice(of: Self.palettes)
        sky = ColorRamp(palette.sky)
        sun = Point(aspect * random.number(in: -0.25...0.25), random.number(in: 0.25...0.42))
        sunRadius = random.number(in: 0.12...0.18)
        rays = Double(random.integer(in: 8...14))
        hills = [
            Ridge(base: 0.72, height: 0.26, frequency: 1.4, sharpness: 0.3, random: &random),
            Ridge(base: 0.8, height: 0.2, frequency: 1.1, sharpness: 0, random: &random),
        ]
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        let position = point * pieces
        let piece = nearestPieces(to: position)
        let lead = 0.055
        let soft = max(footprint * pieces, 0.02)
        let glass = smoothstep(lead - soft * 0.5, lead + soft * 0.5, piece.border)
        let center = piece.center / pieces
        let grain = noise.fractal(position.x * 1.3, position.y * 1.3, octaves: 4, footprint: footprint * pieces * 1.3)
        let bright = 0.8 + 0.4 * noise.unit(piece.column, piece.row &+ 900) + 0.16 * grain
        let daylight = 0.65 + 0.75 * exp(-(point - sun).length / 0.45)
        let bevel = 0.75 + 0.25 * smoothstep(0, 0.25, piece.border)
        let color = tint(at: center, column: piece.column, row: piece.row) * (bright * daylight * bevel)
        return mix(LinearColor(0x0B0A0D), color, glass)
    }

    /// Returns the color of the piece of glass around a center.
    private func tint(at center: Point, column: Int, row: Int) -> LinearColor {
        let any = Int(noise.bits(column, row &+ 77) >> 9 & 1023)
        let offset = center - sun
        let distance = offset.length
        if center.y > 0.82 { return pick(palette.water, any) }
        if center.y > hills[1].line(at: center.x, footprint: 0.05) {
            return LinearColor(palette.hills[1 + any % 2])
        }
        if distance < sunRadius { return pick(palette.sun, any) }
        if center.y > hills[0].line(at: center.x, footprint: 0.05) { return LinearColor(palette.hills[0]) }
        let turn = atan2(offset.y, offset.x) / 6.283 * rays
        let ray = abs(turn - turn.rounded()) < 0.25
        let base = sky.color(at: center.y / 0.7 + 0.16 * (Double(any) / 1023 - 0.5))
        return ray ? mix(base, LinearColor(palette.sun[1]), 0.6 * exp(-distance / 0.5)) : base
    }

    private func pick(_ colors: [UInt32], _ bits: Int) -> LinearColor {
        LinearColor(colors[bits % colors.count])
    }

    private struct Piece {
        var center = Point.zero
        var column = 0
        var row = 0
        /// The distance to the edge of the piece.
        var border = 0.0
    }

    /// Returns the Voronoi cell that contains a point.
    private func nearestPieces(to position: Point) -> Piece {
        let column = floorToInteger(position.x)
        let row = floorToInteger(position.y)
        var piece = Piece()
        var nearest = 1e9
        for cellRow in (row - 1)...(row + 1) {
            for cellColumn in (column - 1)...(column + 1) {
                let center = seed(cellColumn, cellRow)
                let gap = center - position
                let distance = gap.x * gap.x + gap.y * gap.y
                if distance < nearest {
                    nearest = distance
                    piece = Piece(center: center, column: cellColumn, row: cellRow)
                }
            }
        }
        piece.border = 1e9
        for cellRow in (row - 2)...(row + 2) {
            for cellColumn in (column - 2)...(column + 2) where cellRow != piece.row || cellColumn != piece.column {
                let other = seed(cellColumn, cellRow)
                let between = other - piece.center
                let middle = (other + piece.center) * 0.5 - position
                piece.border = min(piece.border, (middle.x * between.x + middle.y * between.y) / between.length)
            }
        }
        return piece
    }

    private func seed(_ column: Int, _ row: Int) -> Point {
        let bits = noise.bits(column, row)
        return Point(
            Double(column) + 0.1 + 0.8 * Double(bits & 0xFFFF) / 65535,
            Double(row) + 0.1 + 0.8 * Double(bits >> 16 & 0xFFFF) / 65535)
    }
}
