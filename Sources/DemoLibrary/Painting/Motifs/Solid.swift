import Glibc

/// A solid on a table; y is up, and the table is at 0.
struct Solid: Sendable {
    enum Shape: Sendable { case sphere, cone, cube }

    /// The intersection of a ray with a solid.
    struct Hit {
        var distance: Double
        var normal: SIMD3<Double>
    }

    let shape: Shape
    /// The point where it stands.
    let foot: SIMD3<Double>
    /// The radius of a sphere or cone, or half the edge of a cube.
    let radius: Double
    let color: LinearColor
    /// From 0, matte as plaster, to 1, glossy as lacquer.
    let gloss: Double
    private let turn: Point
    /// Balls that approximate the solid for its shadow: their heights on its axis, and their radii. SIMD vectors,
    /// because arrays would be retained and released for every ray.
    private let ballHeights: SIMD4<Double>
    private let ballRadii: SIMD4<Double>
    private let ballCount: Int

    /// - Parameter turn: the rotation of a cube, in radians.
    init(shape: Shape, foot: SIMD3<Double>, radius: Double, turn: Double, color: LinearColor, gloss: Double) {
        self.shape = shape
        self.foot = foot
        self.radius = shape == .cube ? radius * 0.8 : radius
        self.color = color
        self.gloss = gloss
        self.turn = Point(cos(turn), sin(turn))
        switch shape {
        case .sphere: (ballHeights, ballRadii, ballCount) = (SIMD4(1, 0, 0, 0), SIMD4(1, 0, 0, 0), 1)
        case .cone:
            (ballHeights, ballRadii, ballCount) = (SIMD4(0.42, 0.95, 1.4, 1.85), SIMD4(0.66, 0.45, 0.3, 0.15), 4)
        case .cube: (ballHeights, ballRadii, ballCount) = (SIMD4(0.75, 1.25, 0, 0), SIMD4(1.02, 1.02, 0, 0), 2)
        }
    }

    /// The maximum distance from its axis.
    var reach: Double { shape == .cube ? radius * 1.42 : radius }

    private var height: Double { (shape == .cone ? 2.3 : 2) * radius }

    /// Returns the first intersection with a ray; `direction` must be a unit vector.
    func hit(from origin: SIMD3<Double>, along direction: SIMD3<Double>) -> Hit? {
        switch shape {
        case .sphere: sphereHit(from: origin - foot - SIMD3(0, radius, 0), along: direction)
        case .cone: coneHit(from: origin - foot, along: direction)
        case .cube: cubeHit(from: origin - foot - SIMD3(0, radius, 0), along: direction)
        }
    }

    /// Returns the share of light from a direction that reaches a point past this solid, from 0 to 1.
    func light(reaching position: SIMD3<Double>, from toLight: SIMD3<Double>) -> Double {
        var open = 1.0
        for ball in 0..<ballCount {
            let toBall = foot + SIMD3(0, ballHeights[ball] * radius, 0) - position
            let along = (toBall * toLight).sum()
            guard along > 0 else { continue }
            let miss = max((toBall * toBall).sum() - along * along, 0).squareRoot() - ballRadii[ball] * radius
            let blur = 0.02 + 0.13 * along
            open = min(open, smoothstep(-blur, blur, miss))
        }
        return open
    }

    private func sphereHit(from offset: SIMD3<Double>, along direction: SIMD3<Double>) -> Hit? {
        let half = (offset * direction).sum()
        let discriminant = half * half - (offset * offset).sum() + radius * radius
        guard discriminant > 0 else { return nil }
        let distance = -half - discriminant.squareRoot()
        guard distance > 1e-4 else { return nil }
        return Hit(distance: distance, normal: (offset + direction * distance) / radius)
    }

    private func coneHit(from offset: SIMD3<Double>, along direction: SIMD3<Double>) -> Hit? {
        // x² + z² = k² (height - y)², where k is the slope of the side.
        let slope = radius / height
        let square = slope * slope
        let drop = height - offset.y
        let a = direction.x * direction.x + direction.z * direction.z - square * direction.y * direction.y
        let b = offset.x * direction.x + offset.z * direction.z + square * drop * direction.y
        let c = offset.x * offset.x + offset.z * offset.z - square * drop * drop
        let discriminant = b * b - a * c
        guard discriminant > 0, abs(a) > 1e-9 else { return nil }
        let root = discriminant.squareRoot()
        for distance in [min((-b - root) / a, (-b + root) / a), max((-b - root) / a, (-b + root) / a)] {
            let position = offset + direction * distance
            guard distance > 1e-4, position.y > 0, position.y < height else { continue }
            let outward = SIMD3(
                position.x, slope * (position.x * position.x + position.z * position.z).squareRoot(), position.z)
            return Hit(distance: distance, normal: outward.normalized)
        }
        return nil
    }

    private func cubeHit(from offset: SIMD3<Double>, along direction: SIMD3<Double>) -> Hit? {
        let start = turned(offset, turn.y)
        let ray = turned(direction, turn.y)
        var enter = -1e9
        var leave = 1e9
        var side = 0
        for axis in 0..<3 {
            let speed = abs(ray[axis]) < 1e-9 ? 1e-9 : ray[axis]
            let first = (-radius - start[axis]) / speed
            let second = (radius - start[axis]) / speed
            if min(first, second) > enter {
                enter = min(first, second)
                side = axis
            }
            leave = min(leave, max(first, second))
        }
        guard enter < leave, enter > 1e-4 else { return nil }
        var normal = SIMD3<Double>.zero
        normal[side] = ray[side] > 0 ? -1 : 1
        return Hit(distance: enter, normal: turned(normal, -turn.y))
    }

    /// Rotates a vector about the vertical axis; negate the sine for the inverse.
    private func turned(_ vector: SIMD3<Double>, _ sine: Double) -> SIMD3<Double> {
        SIMD3(vector.x * turn.x - vector.z * sine, vector.y, vector.x * sine + vector.z * turn.x)
    }
}
