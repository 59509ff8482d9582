import Glibc

/// A row of flowers at one distance.
struct FlowerRow: Sendable {
    private let y: Double
    private let size: Double
    private let petals: Double
    private let colors: [LinearColor]
    private let stem: LinearColor
    private let spacing: Double
    private let noise: GradientNoise

    init(y: Double, size: Double, petals: Int, colors: [LinearColor], random: inout SeededRandom) {
        self.y = y
        self.size = size
        self.petals = Double(petals)
        self.colors = colors
        stem = LinearColor(0x2C5A26)
        spacing = size * 2.3
        noise = GradientNoise(&random)
    }

    func color(at point: Point, footprint: Double) -> LinearColor? {
        guard abs(point.y - y) < size * 3.4 else { return nil }
        let cell = floorToInteger(point.x / spacing)
        for column in (cell - 1)...(cell + 1) {
            if let color = flower(column, at: point) { return color }
        }
        return nil
    }

    private func flower(_ column: Int, at point: Point) -> LinearColor? {
        let bits = noise.bits(column, 0)
        guard bits & 15 < 9 else { return nil }
        let radius = size * (0.6 + 0.5 * Double(bits >> 4 & 63) / 63)
        let center = Point(
            (Double(column) + 0.2 + 0.6 * Double(bits >> 10 & 255) / 255) * spacing,
            y + size * (1.6 * Double(bits >> 18 & 255) / 255 - 0.8))
        let offset = (point - center) / radius
        if offset.y > 0.2 {
            let bend = 0.12 * offset.y * offset.y * (Double(bits >> 26 & 15) / 8 - 1)
            if abs(offset.x - bend) < 0.07, point.y < y + size * 3 { return stem * (1.1 - 0.15 * offset.y) }
        }
        // Flowers tilt upward, so their discs are seen from the side.
        let tilted = Point(offset.x, offset.y * (1.15 + 0.7 * Double(bits >> 30 & 15) / 15))
        let distance = tilted.length
        guard distance < 1 else { return nil }
        let turn = Double(bits >> 34 & 63) / 10
        let angle = atan2(tilted.y, tilted.x) + turn
        let lobe = abs(cos(angle * petals / 2))
        guard distance < 0.62 + 0.38 * lobe else { return nil }
        if distance < 0.24 { return colors[3] * (1.1 - 1.6 * distance) }
        let petal = colors[Int(bits >> 40 & 255) % 3]
        return petal * ((0.5 + 0.5 * distance) * (0.78 + 0.34 * lobe) * (1.05 - 0.28 * offset.y))
    }
}
