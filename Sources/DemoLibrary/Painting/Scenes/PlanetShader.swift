import Glibc

/// A planet with rings or storms in front of a nebula.
struct PlanetShader: Shader {
    private let center: Point
    private let radius: Double
    private let toLight: SIMD3<Double>
    private let tilt: Point
    private let surface: ColorRamp
    private let rings: ClosedRange<Double>?
    private let ringColor: ColorRamp
    private let flatness: Double
    private let air: LinearColor
    private let banded: Bool
    private let noise: GradientNoise
    private let stars: Starfield
    private let nebula: ColorRamp
    private let moon: Point
    private let moonRadius: Double

    private struct World: Sendable {
        let surface: [UInt32]
        let air: UInt32
        let banded: Bool
    }

    private static let worlds = [
        World(surface: [0x8C4A2F, 0xD98E5F, 0xF2D7B0, 0xC77B4E, 0xF7E8CF, 0xA65E3A], air: 0xFFC48A, banded: true),
        World(surface: [0x2A4F9E, 0x4F86D8, 0xA8D0F5, 0x3F6FC0, 0xDDF0FF], air: 0x8AC4FF, banded: true),
        World(
            surface: [0x0F2F6E, 0x1F5FA8, 0x3A8FC0, 0xC9B37A, 0x4F8A3F, 0x2F6B34, 0xF4F4F0], air: 0x7FC0FF,
            banded: false),
        World(surface: [0x5A1F1A, 0x9E3F22, 0xD8743A, 0xF0B070, 0x8A3520], air: 0xFF9A6A, banded: false),
        World(surface: [0x3A2A6E, 0x7A4FB0, 0xD09AE0, 0x5A3A90, 0xF2D0F0], air: 0xD0A0FF, banded: true),
        World(surface: [0x0F4A4A, 0x2F8A7A, 0x9AD8B0, 0xE8F0C0, 0x1F6A68], air: 0x9AF0D0, banded: true),
    ]
    private static let nebulas: [[UInt32]] = [
        [0x03040C, 0x0C1230, 0x3A2464, 0xA8456E, 0xF2A07A], [0x02060E, 0x07203A, 0x125A70, 0x4FA8A0, 0xE8E0B0],
        [0x05030C, 0x1E0F3A, 0x4A2A86, 0x6A6AD0, 0xC8D8FF], [0x080406, 0x2A0F18, 0x6E2A2A, 0xC8703A, 0xFFD89A],
    ]

    init(aspect: Double, random: inout SeededRandom) {
        let world = random.choice(of: Self.worlds)
        let side = random.chance(0.5) ? 1.0 : -1.0
        let reach = min(aspect, 1)
        radius = reach * random.number(in: 0.2...0.34)
        center = Point(side * aspect * random.number(in: 0.02...0.18), random.number(in: 0.42...0.58))
        let light = SIMD3(
            -side * random.number(in: 0.5...1), random.number(in: -0.7...0.1), random.number(in: 0.25...0.7))
        toLight = light / (light * light).sum().squareRoot()
        let angle = random.number(in: -0.55...0.55)
        tilt = Point(cos(angle), sin(angle))
        surface = ColorRamp(world.surface)
        banded = world.banded
        air = LinearColor(world.air)
        rings = random.chance(world.banded ? 0.75 : 0.15) ? 1.35...random.number(in: 1.85...2.3) : nil
        ringColor = ColorRamp([world.surface[1], 0xF3E9DA, world.surface[2], 0xBFA98F, 0xFFF6E6])
        flatness = random.number(in: 0.16...0.36)
        noise = GradientNoise(&random)
        stars = Starfield(density: random.number(in: 0.12...0.3), random: &random)
        nebula = ColorRamp(random.choice(of: Self.nebulas))
        moon = Point(-side * aspect * random.number(in: 0.2...0.36), random.number(in: 0.16...0.8))
        moonRadius = radius * random.number(in: 0.1...0.22)
    }

    func color(at point: Point, footprint: Double) -> LinearColor {
        let offset = (point - center) / radius
        let turned = Point(offset.x * tilt.x + offset.y * tilt.y, offset.y * tilt.x - offset.x * tilt.y)
        let distance = offset.length
        let ring = ringLight(turned, footprint: footprint / radius)
        // The nearer half of the rings is in front of the globe.
        if let ring, turned.y > 0 || distance > 1 {
            let behind =
                distance < 1 ? globe(offset, turned, footprint: footprint) : space(at: point, footprint: footprint)
            let shaded = turned.y <= 0 && isInShadow(turned) ? 0.12 : 1.0
            return mix(behind, ring.color * shaded, ring.cover)
        }
        if distance < 1 { return globe(offset, turned, footprint: footprint) }
        let lit = clamp(0.5 + 0.7 * (offset.x * toLight.x + offset.y * toLight.y) / distance)
        return space(at: point, footprint: footprint) + air * (0.5 * lit * exp(-(distance - 1) / 0.045))
    }

    private func globe(_ offset: Point, _ turned: Point, footprint: Double) -> LinearColor {
        let depth = max(1 - offset.x * offset.x - offset.y * offset.y, 0).squareRoot()
        let facing = offset.x * toLight.x + offset.y * toLight.y + depth * toLight.z
        let day = smoothstep(-0.12, 0.75, facing)
        // Longitudes are foreshortened toward the limb.
        let longitude = atan2(turned.x, depth)
        let fine = footprint / radius * 3 / max(depth, 0.15)
        let land: Double
        if banded {
            let swirl = noise.fractal(longitude * 2.2, turned.y * 9, octaves: 5, footprint: fine * 3)
            land =
                0.5 + 0.5 * sin(turned.y * 11 + 1.1 * swirl) * (0.7 + 0.3 * noise.value(turned.y * 3, 8)) + 0.1 * swirl
        } else {
            land =
                0.5 + 0.62
                * noise.fractal(longitude * 1.7, turned.y * 2.2, octaves: 7, footprint: fine, roughness: 0.55)
        }
        var light = surface.color(at: land) * (0.015 + 1.15 * day)
        if !banded {
            let cloud = noise.fractal(longitude * 2.4 + 9, turned.y * 5, octaves: 6, footprint: fine * 2)
            light = mix(light, LinearColor(1, 1, 1) * (0.02 + day), 0.85 * smoothstep(0.12, 0.55, cloud))
        }
        let rim = pow(1 - depth, 3)
        return light + air * (0.75 * rim * smoothstep(-0.25, 0.5, facing))
    }

    private func ringLight(_ turned: Point, footprint: Double) -> (color: LinearColor, cover: Double)? {
        guard let rings else { return nil }
        let distance = Point(turned.x, turned.y / flatness).length
        guard rings.contains(distance) else { return nil }
        let position = (distance - rings.lowerBound) / (rings.upperBound - rings.lowerBound)
        let grooves = noise.fractal(position * 9, 2.5, octaves: 4, footprint: footprint * 20, roughness: 0.7)
        let gap = 1 - 0.9 * smoothstep(0.04, 0.02, abs(position - 0.62))
        let ends = smoothstep(0, 0.06, position) * smoothstep(1, 0.85, position)
        return (ringColor.color(at: 0.5 + 0.5 * grooves) * 0.95, clamp((0.72 + 0.5 * grooves) * gap * ends))
    }

    /// Whether the globe casts its shadow on a point of the rings.
    private func isInShadow(_ turned: Point) -> Bool {
        let light = Point(toLight.x * tilt.x + toLight.y * tilt.y, toLight.y * tilt.x - toLight.x * tilt.y)
        let along = turned.x * light.x + turned.y * light.y
        let aside = turned - light * along
        return along < 0 && aside.length < 0.95
    }

    private func space(at point: Point, footprint: Double) -> LinearColor {
        let offset = (point - moon) / moonRadius
        let distance = offset.length
        if distance < 1 {
            let depth = (1 - distance * distance).squareRoot()
            let facing = offset.x * toLight.x + offset.y * toLight.y + depth * toLight.z
            let craters = noise.fractal(
                offset.x * 2.5 + 30, offset.y * 2.5, octaves: 4, footprint: footprint / moonRadius * 2.5)
            return LinearColor(0xC9C2BA) * ((0.01 + smoothstep(-0.05, 0.8, facing)) * (0.85 + 0.45 * craters))
        }
        let bend = noise.fractal(point.x * 1.3, point.y * 1.3 + 4, octaves: 3, footprint: footprint * 1.3)
        let gas = noise.fractal(
            point.x * 1.6 + bend, point.y * 1.6 + 1.2 * bend + 20, octaves: 6, footprint: footprint * 2)
        let glow = clamp(0.2 + 0.75 * gas + 0.3 * bend)
        return nebula.color(at: glow) * (0.25 + 0.75 * glow) + stars.light(at: point, footprint: footprint)
    }
}
