import Glibc

/// A row of buildings at one distance.
struct SkylineRow: Sendable {
    private let shore: Double
    private let width: Double
    private let height: Double
    private let center: Double
    private let wall: LinearColor
    private let window: Double
    private let glow: Double
    private let noise: GradientNoise

    private static let lights = [
        LinearColor(0xFFD58A), LinearColor(0xFFC46B), LinearColor(0xFFE9C4), LinearColor(0xFFB057),
        LinearColor(0xCFE6FF), LinearColor(0xFFDFA0), LinearColor(0x9FD0FF), LinearColor(0xFF9C70),
    ]

    init(
        shore: Double, width: Double, height: Double, center: Double, wall: LinearColor, window: Double, glow: Double,
        random: inout SeededRandom
    ) {
        self.shore = shore
        self.width = width
        self.height = height
        self.center = center
        self.wall = wall
        self.window = window
        self.glow = glow
        noise = GradientNoise(&random)
    }

    func color(at point: Point, footprint: Double) -> LinearColor? {
        guard point.y > shore - 1.25 * height else { return nil }
        let column = floorToInteger(point.x / width)
        let across = point.x / width - Double(column)
        let bits = noise.bits(column, 0)
        let downtown = exp(-pow((Double(column) * width - center) / 0.45, 2))
        let chance = Double(bits & 1023) / 1023
        let top = height * (0.22 + 0.78 * (0.35 + 0.65 * downtown) * (0.25 + 0.75 * chance))
        let up = shore - point.y
        let inset = 0.1 * Double(bits >> 10 & 15) / 15
        let fromMiddle = abs(across - 0.5)
        guard up < roof(Int(bits >> 14 & 7), top: top, fromMiddle: fromMiddle), fromMiddle < 0.5 - inset * 0.5 else {
            return nil
        }
        let shade = wall * (0.75 + 0.5 * across) * (0.8 + 0.4 * Double(bits >> 50 & 15) / 15)
        let wide = width * (1 - inset)
        let position = Point((across - 0.5) * width + wide / 2, up)
        return shade
            + windowLight(
                at: position, wallSize: Point(wide, top * 0.92), column: column, bits: bits, footprint: footprint)
    }

    /// Returns the height of the roof at a point: flat, stepped, pointed, or with a mast.
    private func roof(_ shape: Int, top: Double, fromMiddle: Double) -> Double {
        switch shape {
        case 0, 1: fromMiddle < 0.28 ? top : top * 0.86
        case 2: top * (1 - 0.22 * fromMiddle)
        case 3: fromMiddle < 0.02 ? top * 1.2 : (fromMiddle < 0.2 ? top * 1.02 : top * 0.92)
        case 4: top * (1.1 - 0.4 * fromMiddle)
        default: top
        }
    }

    /// Returns the light of the window at a point on a wall. Windows are never cut off.
    private func windowLight(
        at position: Point, wallSize: Point, column: Int, bits: UInt64, footprint: Double
    ) -> LinearColor {
        let tall = window * (0.9 + 0.6 * Double(bits >> 20 & 7) / 7)
        let panes = floorToInteger(wallSize.x / (window * (0.6 + 0.4 * Double(bits >> 24 & 7) / 7)))
        let wide = wallSize.x / Double(max(panes, 1))
        let floors = floorToInteger(wallSize.y / tall)
        let busy = 0.12 + 0.5 * Double(bits >> 30 & 63) / 63
        let tone = Self.lights[Int(bits >> 36 & 7)]
        let mean = tone * (busy * 0.32 * glow)
        let visible = smoothstep(1.8, 0.9, footprint / wide)
        guard visible > 0 else { return mean }
        let pane = floorToInteger(position.x / wide)
        let floor = floorToInteger(position.y / tall)
        guard floor > 0, floor < floors else { return .zero }
        let across = abs(position.x / wide - Double(pane) - 0.5)
        let down = abs(position.y / tall - Double(floor) - 0.5)
        let lamp = noise.bits(pane &+ column &* 131, floor &+ 1)
        guard across < 0.33, down < 0.3, Double(lamp & 1023) < 1024 * busy else { return mean * (1 - visible) }
        let color = Double(lamp >> 10 & 15) > 12 ? Self.lights[Int(lamp >> 14 & 7)] : tone
        let bright = glow * (0.45 + 0.9 * Double(lamp >> 20 & 255) / 255)
        return mix(mean, color * bright, visible)
    }
}
