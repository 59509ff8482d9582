import Glibc

/// Solids on a table in front of a wall, in the light of one window.
struct StillLifeShader: Shader {
    private let solids: [Solid]
    private let wallColor: LinearColor
    private let tableColor: LinearColor
    private let eye = SIMD3<Double>(0, 1.25, -4.6)
    private let toLight: SIMD3<Double>
    private let wood: GradientNoise

    private struct Palette: Sendable {
        let wall: UInt32
        let table: UInt32
        let solids: [UInt32]
    }

    private static let palettes = [
        Palette(wall: 0x2F4858, table: 0xC98B5A, solids: [0xF6AE2D, 0xF26419, 0x86BBD8, 0xE8E3D3, 0x8C2F39]),
        Palette(wall: 0x5B3A46, table: 0xE3C6A8, solids: [0xC8553D, 0xF28F3B, 0x588B8B, 0xFFD5C2, 0x2D3047]),
        Palette(wall: 0x1F4037, table: 0x9C6B46, solids: [0xE9C46A, 0xF4A261, 0xE76F51, 0x2A9D8F, 0xF1FAEE]),
        Palette(wall: 0x7D8CA3, table: 0xF1E3D3, solids: [0x3D405B, 0xE07A5F, 0x81B29A, 0xF2CC8F, 0xFFFFFF]),
        Palette(wall: 0x3B2C4F, table: 0x7A5C8E, solids: [0xFF6B6B, 0xFFD93D, 0x6BCB77, 0x4D96FF, 0xF7E9FF]),
        Palette(wall: 0xB08968, table: 0x5C4033, solids: [0xEDE0D4, 0xDDB892, 0x7F5539, 0x606C38, 0xBC4749]),
    ]

    init(aspect: Double, random: inout SeededRandom) {
        let palette = random.choice(of: Self.palettes)
        wallColor = LinearColor(palette.wall)
        tableColor = LinearColor(palette.table)
        wood = GradientNoise(&random)
        let side = random.choice(of: [-1.0, 1.0])
        let light = SIMD3(side * random.number(in: 0.7...1.1), random.number(in: 0.8...1.2), -0.75)
        toLight = light.normalized
        solids = Self.arrangement(palette.solids.map { LinearColor($0) }, aspect: aspect, random: &random)
    }

    /// Places solids, the largest first, so that none touch.
    private static func arrangement(
        _ colors: [LinearColor], aspect: Double, random: inout SeededRandom
    ) -> [Solid] {
        var solids: [Solid] = []
        let count = random.integer(in: 3...6)
        let reach = 0.85 * min(aspect, 1.6)
        let start = random.integer(in: 0...4)
        let shapes = random.choice(of: [
            [Solid.Shape.sphere], [.sphere, .cone, .cube], [.sphere, .cube], [.sphere, .cone],
        ])
        for attempt in 0..<60 where solids.count < count {
            let isFirst = solids.isEmpty
            let radius = isFirst ? random.number(in: 0.55...0.75) : random.number(in: 0.17...0.48)
            let x = isFirst ? random.number(in: -0.5...0.5) : random.number(in: -reach...reach)
            let z = isFirst ? 0.5 : random.number(in: -1.3...0.9)
            let solid = Solid(
                shape: shapes[(solids.count + start) % shapes.count], foot: SIMD3(x, 0, z), radius: radius,
                turn: random.number(in: 0...1.57), color: colors[(solids.count + start + attempt / 30) % colors.count],
                gloss: random.choice(of: [0.15, 0.5, 1]))
            if solids.contains(where: { ($0.foot - solid.foot).length < $0.reach + solid.reach + 0.03 }) { continue }
            solids.append(solid)
        }
        return solids
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        let target = SIMD3(point.x * 2.75, 0.62 - (point.y - 0.5) * 2.75, 0)
        return color(from: eye, along: (target - eye).normalized, footprint: footprint * 4, bounces: 1)
    }

    private func color(
        from origin: SIMD3<Double>, along direction: SIMD3<Double>, footprint: Double, bounces: Int
    ) -> LinearColor {
        var nearest = Solid.Hit(distance: 1e9, normal: .zero)
        var hit: Solid?
        for solid in solids {
            guard let found = solid.hit(from: origin, along: direction), found.distance < nearest.distance else {
                continue
            }
            nearest = found
            hit = solid
        }
        guard let hit else { return room(from: origin, along: direction, footprint: footprint) }
        let position = origin + direction * nearest.distance
        let normal = nearest.normal
        let lit =
            smoothstep(-0.08, 1.0, (normal * toLight).sum()) * sunlight(at: position + normal * 0.02, besides: hit)
        var color = hit.color * (lit * 1.15 + 0.1 + 0.1 * max(normal.y, 0))
        // Light reflected by the table.
        let bounce = max(-normal.y, 0) * 0.5 + 0.16 * (1 - max(normal.y, 0))
        color += hit.color * tableColor * (bounce * openness(at: position + normal * 0.05, besides: hit))
        let mirrored = direction - normal * (2 * (direction * normal).sum())
        let shine = pow(max((mirrored * toLight).sum(), 0), 8 + 70 * hit.gloss)
        color += LinearColor(1, 0.97, 0.9) * (hit.gloss * 1.4 * shine * min(lit * 3, 1))
        guard bounces > 0, hit.gloss > 0.3 else { return color }
        let rim = clamp(1 + (direction * normal).sum())
        let around = self.color(from: position + normal * 0.001, along: mirrored, footprint: footprint * 4, bounces: 0)
        return mix(color, around, clamp(hit.gloss * (0.06 + 0.6 * rim * rim * rim * rim)))
    }

    /// Returns the color of the table or the wall behind it.
    private func room(
        from origin: SIMD3<Double>, along direction: SIMD3<Double>, footprint: Double
    ) -> LinearColor {
        let wallZ = 2.6
        let down = direction.y < -1e-6 ? -origin.y / direction.y : 1e9
        let table = origin + direction * min(down, 1e6)
        if down < 1e9, table.z < wallZ {
            let grain = wood.fractal(table.x * 0.9, table.z * 9, octaves: 4, footprint: footprint * 9, roughness: 0.6)
            let lamp = exp(-(table.x * table.x + table.z * table.z) * 0.11)
            let direct = (0.2 + 0.75 * sunlight(at: table)) * (0.35 + 0.75 * lamp)
            return tableColor * (direct * (0.35 + 0.65 * openness(at: table)) * (1 + 0.22 * grain))
        }
        guard direction.z > 1e-6 else { return wallColor * 0.5 }
        let wall = origin + direction * min((wallZ - origin.z) / direction.z, 1e6)
        let spot = Point(wall.x - toLight.x * 1.2, wall.y - 1.3)
        let bright = exp(-(spot * spot).sum() * 0.16)
        let plaster = wood.fractal(wall.x * 3, wall.y * 3 + 20, octaves: 4, footprint: footprint * 3)
        return wallColor * ((0.28 + bright) * (1 + 0.06 * plaster))
    }

    /// Returns the share of the window visible from a point, from 0 to 1, with soft shadows because a window is wide.
    private func sunlight(at position: SIMD3<Double>, besides own: Solid? = nil) -> Double {
        var open = 1.0
        for solid in solids where solid.foot != own?.foot {
            open = min(open, solid.light(reaching: position, from: toLight))
        }
        return open
    }

    /// Returns the ambient light that reaches a point near a solid, from 0 to 1.
    private func openness(at position: SIMD3<Double>, besides own: Solid? = nil) -> Double {
        var open = 1.0
        for solid in solids where solid.foot != own?.foot {
            let offset = solid.foot + SIMD3(0, solid.radius * 0.9, 0) - position
            let square = (offset * offset).sum()
            let cover = solid.radius * solid.radius / max(square, solid.radius * solid.radius)
            open *= 1 - 0.6 * cover * clamp(offset.y / max(square.squareRoot(), 1e-6) + 0.3)
        }
        return open
    }
}
