/// A small sailing boat, backlit.
struct Sailboat: Sendable {
    let position: Point
    let size: Double
    let heading: Double
    let color: LinearColor

    func covers(_ point: Point) -> Bool {
        let x = (point.x - position.x) / size * heading
        let up = (position.y - point.y) / size
        if up > 0, up < 0.13 { return x > -0.42 - 0.2 * up && x < 0.42 + 0.9 * up }
        guard up >= 0.13, up < 1 else { return false }
        let height = (up - 0.13) / 0.87
        let jib = x > 0.05 && x < 0.05 + 0.42 * (1 - height * 1.25)
        let bulge = 0.36 * (1 - height) * (1 + 0.6 * height)
        return (x < 0 && x > -bulge && up > 0.19) || (jib && up > 0.16) || (x >= 0 && x < 0.018)
    }

    /// Returns the opacity of the boat's reflection at a point of the water.
    func reflection(at point: Point, sway: Double) -> Double {
        let below = point.y - position.y
        guard below > 0, below < size else { return 0 }
        let mirrored = Point(point.x + sway, position.y - below * 1.2)
        return covers(mirrored) ? 0.55 * (1 - below / size) : 0
    }
}
