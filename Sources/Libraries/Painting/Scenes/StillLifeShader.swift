import Glibc

/// Spheres on a table before a wall, in the light of one window.
struct StillLifeShader: Shader {
    private let balls: [Ball]
    private let palette: Palette
    private let eye = SIMD3<Double>(0, 1.25, -4.6)
    private let toLight: SIMD3<Double>
    private let wood: GradientNoise

    /// A sphere on the table: y is up, the table is at 0.
    private struct Ball: Sendable {
        let center: SIMD3<Double>
        let radius: Double
        let color: LinearColor
        let gloss: Double
    }

    private struct Palette: Sendable {
        let wall: UInt32
        let table: UInt32
        let balls: [UInt32]
    }

    private static let palettes = [
        Palette(wall: 0x2F4858, table: 0xC98B5A, balls: [0xF6AE2D, 0xF26419, 0x86BBD8, 0xE8E3D3, 0x8C2F39]),
        Palette(wall: 0x5B3A46, table: 0xE3C6A8, balls: [0xC8553D, 0xF28F3B, 0x588B8B, 0xFFD5C2, 0x2D3047]),
        Palette(wall: 0x1F4037, table: 0x9C6B46, balls: [0xE9C46A, 0xF4A261, 0xE76F51, 0x2A9D8F, 0xF1FAEE]),
        Palette(wall: 0x7D8CA3, table: 0xF1E3D3, balls: [0x3D405B, 0xE07A5F, 0x81B29A, 0xF2CC8F, 0xFFFFFF]),
        Palette(wall: 0x3B2C4F, table: 0x7A5C8E, balls: [0xFF6B6B, 0xFFD93D, 0x6BCB77, 0x4D96FF, 0xF7E9FF]),
        Palette(wall: 0xB08968, table: 0x5C4033, balls: [0xEDE0D4, 0xDDB892, 0x7F5539, 0x606C38, 0xBC4749]),
    ]

    init(aspect: Double, random: inout SeededRandom) {
        let chosen = random.choice(of: Self.palettes)
        palette = chosen
        wood = GradientNoise(&random)
        let side = random.chance(0.5) ? 1.0 : -1.0
        let light = SIMD3(side * random.number(in: 0.7...1.1), random.number(in: 0.8...1.2), -0.75)
        toLight = light / (light * light).sum().squareRoot()
        balls = Self.arrangement(colors: chosen.balls, aspect: aspect, random: &random)
    }

    /// Places balls from the largest down where they touch no other.
    private static func arrangement(colors: [UInt32], aspect: Double, random: inout SeededRandom) -> [Ball] {
        var balls: [Ball] = []
        let count = random.integer(in: 4...7)
        let reach = 0.95 * min(aspect, 1.6)
        for attempt in 0..<60 where balls.count < count {
            let radius = balls.isEmpty ? random.number(in: 0.6...0.8) : random.number(in: 0.16...0.5)
            let x = balls.isEmpty ? random.number(in: -0.5...0.5) : random.number(in: -reach...reach)
            let z = balls.isEmpty ? 0.5 : random.number(in: -1.5...0.9)
            let center = SIMD3(x, radius, z)
            let touches = balls.contains { other in
                let gap = other.center - center
                return (gap * gap).sum().squareRoot() < other.radius + radius + 0.03
            }
            if touches { continue }
            balls.append(
                Ball(
                    center: center, radius: radius,
                    color: LinearColor(colors[(balls.count + attempt / 30) % colors.count]),
                    gloss: random.choice(of: [0.15, 0.5, 1])))
        }
        return balls
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        let target = SIMD3(point.x * 2.75, 0.62 - (point.y - 0.5) * 2.75, 0)
        let ray = target - eye
        let direction = ray / (ray * ray).sum().squareRoot()
        return color(from: eye, along: direction, footprint: footprint * 4, bounces: 1)
    }

    private func color(
        from origin: SIMD3<Double>, along direction: SIMD3<Double>, footprint: Double, bounces: Int
    ) -> LinearColor {
        var nearest = 1e9
        var hit: Ball?
        for ball in balls {
            let offset = origin - ball.center
            let b = (offset * direction).sum()
            let discriminant = b * b - (offset * offset).sum() + ball.radius * ball.radius
            guard discriminant > 0 else { continue }
            let distance = -b - discriminant.squareRoot()
            if distance > 1e-4, distance < nearest {
                nearest = distance
                hit = ball
            }
        }
        if let hit {
            return surface(
                of: hit, at: origin + direction * nearest, seenAlong: direction, footprint: footprint, bounces: bounces)
        }
        return room(from: origin, along: direction, footprint: footprint)
    }

    private func surface(
        of ball: Ball, at place: SIMD3<Double>, seenAlong direction: SIMD3<Double>, footprint: Double, bounces: Int
    ) -> LinearColor {
        let normal = (place - ball.center) / ball.radius
        let facing = (normal * toLight).sum()
        let lit = smoothstep(-0.08, 1.0, facing) * shadow(at: place + normal * 0.01)
        let fromTable = max(-normal.y, 0) * 0.5 + 0.16
        var color = ball.color * (lit * 1.15 + 0.1 + 0.1 * max(normal.y, 0))
        color += ball.color * LinearColor(palette.table) * (fromTable * contact(at: place + normal * 0.05))
        let mirrored = direction - normal * (2 * (direction * normal).sum())
        let shine = max((mirrored * toLight).sum(), 0)
        color += LinearColor(1, 0.97, 0.9) * (ball.gloss * 1.4 * pow(shine, 8 + 70 * ball.gloss) * min(lit * 3, 1))
        guard bounces > 0, ball.gloss > 0.3 else { return color }
        let rim = 1 + (direction * normal).sum()
        let share = ball.gloss * (0.06 + 0.6 * pow(clamp(rim), 4))
        let around = self.color(from: place + normal * 0.001, along: mirrored, footprint: footprint * 4, bounces: 0)
        return mix(color, around, clamp(share))
    }

    /// The table, and the wall behind it.
    private func room(
        from origin: SIMD3<Double>, along direction: SIMD3<Double>, footprint: Double
    ) -> LinearColor {
        let wallZ = 2.6
        let down = direction.y < -1e-6 ? -origin.y / direction.y : 1e9
        let table = origin + direction * min(down, 1e6)
        if down < 1e9, table.z < wallZ {
            let grain = wood.fractal(table.x * 0.9, table.z * 9, octaves: 4, footprint: footprint * 9, roughness: 0.6)
            let lamp = exp(-(table.x * table.x + table.z * table.z) * 0.11)
            let light = (0.2 + 0.75 * shadow(at: table)) * (0.35 + 0.75 * lamp) * (0.35 + 0.65 * contact(at: table))
            return LinearColor(palette.table) * (light * (1 + 0.22 * grain))
        }
        guard direction.z > 1e-6 else { return LinearColor(palette.wall) * 0.5 }
        let wall = origin + direction * min((wallZ - origin.z) / direction.z, 1e6)
        let spot = SIMD3(wall.x - toLight.x * 1.2, wall.y - 1.3, 0)
        let bright = exp(-(spot * spot).sum() * 0.16)
        let plaster = wood.fractal(wall.x * 3, wall.y * 3 + 20, octaves: 4, footprint: footprint * 3)
        return LinearColor(palette.wall) * ((0.28 + 1.0 * bright) * (1 + 0.06 * plaster))
    }

    /// How much of the window is seen from a place, from 0 to 1; soft, because a window is wide.
    private func shadow(at place: SIMD3<Double>) -> Double {
        var open = 1.0
        for ball in balls {
            let toBall = ball.center - place
            let along = (toBall * toLight).sum()
            guard along > 0 else { continue }
            let aside = ((toBall * toBall).sum() - along * along)
            let miss = max(aside, 0).squareRoot() - ball.radius
            let blur = 0.02 + 0.13 * along
            open = min(open, smoothstep(-blur, blur, miss))
        }
        return open
    }

    /// How much of the room's light reaches a place close to a ball, from 0 to 1.
    private func contact(at place: SIMD3<Double>) -> Double {
        var open = 1.0
        for ball in balls {
            let offset = ball.center - place
            let square = (offset * offset).sum()
            let cover = ball.radius * ball.radius / max(square, ball.radius * ball.radius)
            open *= 1 - 0.6 * cover * clamp(offset.y / max(square.squareRoot(), 1e-6) + 0.3)
        }
        return open
    }
}
