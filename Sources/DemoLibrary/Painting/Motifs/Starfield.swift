/// Stars of all magnitudes: many faint ones and few bright ones.
struct Starfield: Sendable {
    private let noise: GradientNoise
    private let density: Double

    /// - Parameter density: the share of grid cells with a star, from 0 to 1.
    init(density: Double, random: inout SeededRandom) {
        self.density = density
        noise = GradientNoise(&random)
    }

    /// Returns the light of the stars at a point; a higher `richness` gives more stars, as in the Milky Way.
    func light(at point: Point, footprint: Double, richness: Double = 1) -> LinearColor {
        stars(at: point, spacing: 0.012, size: 0.0008, layer: 0, chance: 0.5 * richness, footprint: footprint)
            + stars(at: point, spacing: 0.03, size: 0.0014, layer: 1, chance: 0.6 * richness, footprint: footprint)
            + stars(at: point, spacing: 0.09, size: 0.0026, layer: 2, chance: 0.45, footprint: footprint)
    }

    private func stars(
        at point: Point, spacing: Double, size: Double, layer: Int, chance: Double, footprint: Double
    ) -> LinearColor {
        let position = point / spacing
        let column = floorToInteger(position.x)
        let row = floorToInteger(position.y)
        let bits = noise.bits(column &* 3 &+ layer, row)
        guard Double(bits & 1023) < 1024 * chance * density else { return .zero }
        let center = Point(
            Double(column) + 0.1 + 0.8 * Double(bits >> 10 & 1023) / 1023,
            Double(row) + 0.1 + 0.8 * Double(bits >> 20 & 1023) / 1023)
        let brightness = 0.25 + 0.75 * Double(bits >> 30 & 1023) / 1023
        let radius = size * (0.6 + 0.8 * brightness)
        // Draw stars smaller than a sample at the size of a sample, but dimmer.
        let drawn = max(radius, 0.75 * footprint)
        let distance = ((position - center) * spacing).length / drawn
        guard distance < 2 else { return .zero }
        let spread = radius / drawn
        let warmth = Double(bits >> 40 & 1023) / 1023
        let color = mix(LinearColor(1, 0.78, 0.55), LinearColor(0.62, 0.78, 1), warmth)
        return mix(color, LinearColor(1, 1, 1), 0.4)
            * (brightness * 2.2 * smoothstep(2, 0, distance) * max(spread * spread, 0.4 * spread))
    }
}
