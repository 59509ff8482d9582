/// A fish seen from the side.
struct Fish: Sendable {
    let position: Point
    /// Half the length of the body.
    let size: Double
    let heading: Double
    let rise: Double
    let color: LinearColor

    func color(at point: Point) -> LinearColor? {
        let away = (point - position) / size
        guard abs(away.x) < 1.8, abs(away.y) < 1.2 else { return nil }
        let x = away.x * heading
        let y = away.y - rise * x * 0.6
        let body = x * x + y * y / 0.2
        if body < 1 {
            if Point(x - 0.62, y + 0.1).length < 0.09 { return LinearColor(0x101820) }
            let stripe = smoothstep(0.12, 0.06, abs(x - 0.2)) * 0.55
            return mix(color * (0.85 - 0.9 * y), LinearColor(1, 1, 1), stripe)
        }
        if x < -0.75, x > -1.45, abs(y) < (-0.72 - x) * 0.65, x < -1.2 || abs(y) < 0.5 { return color * 0.7 }
        let fin = x > -0.45 && x < 0.3 && y < 0 && y > -0.62 + 0.5 * abs(x + 0.1)
        return fin ? color * 0.8 : nil
    }
}
