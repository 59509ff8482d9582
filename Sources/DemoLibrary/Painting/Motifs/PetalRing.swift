import Glibc

/// A ring of petals around the center of a flower.
struct PetalRing: Sendable {
    let inner: Double
    let outer: Double
    let count: Double
    let turn: Double
    let blunt: Double
    /// 0 for the innermost ring, 1 for the outermost.
    let outward: Double

    struct Petal {
        /// From 0 at the base to 1 at the tip.
        let along: Double
        /// From -1 at one edge to 1 at the other.
        let across: Double
        let lean: Double
    }

    func petal(distance: Double, angle: Double) -> Petal? {
        guard distance < outer else { return nil }
        let position = angle / 6.283_185_307 * count + turn
        let index = floorToInteger(position)
        let across = 2 * (position - Double(index)) - 1
        let odd = sin(Double(((index % Int(count)) + Int(count)) % Int(count)) * 12.9898 + turn * 40)
        let length = outer * (1 + 0.05 * odd - 0.05)
        let along = clamp((distance - inner) / (length - inner))
        let width = distance < inner ? 1.0 : pow(max(1 - pow(along, 3), 0), blunt)
        guard distance < length, abs(across) < width else { return nil }
        return Petal(along: along, across: across / max(width, 0.05), lean: odd)
    }
}
