import Glibc

/// A hot-air balloon: an envelope of gores, ropes and a basket.
struct Balloon: Sendable {
    let position: Point
    /// The envelope's radius.
    let size: Double
    private let colors: [LinearColor]
    private let stripes: Double
    private let banded: Bool
    private let sun: Double
    private let haze: LinearColor
    private let air: Double

    init(
        position: Point, size: Double, cloth: [UInt32], stripes: Int, banded: Bool, sun: Double, haze: LinearColor,
        air: Double
    ) {
        self.position = position
        self.size = size
        colors = cloth.map { LinearColor($0) }
        self.stripes = Double(stripes)
        self.banded = banded
        self.sun = sun
        self.haze = haze
        self.air = air
    }

    func color(at point: Point) -> LinearColor? {
        let offset = (point - position) / size
        guard abs(offset.x) < 1, offset.y > -1, offset.y < 1.85 else { return nil }
        if offset.y > 1.3 { return rigging(offset) }
        let half = offset.y < 0.5 ? (1 - offset.y * offset.y).squareRoot() : 0.866 - 0.83 * (offset.y - 0.5)
        guard abs(offset.x) < half else { return nil }
        let across = asin(offset.x / half) / 1.5708
        let gore = (across + 1) / 2 * stripes
        let down = (offset.y + 1) / 2.3
        let index = floorToInteger(gore)
        let band = down > 0.46 && down < 0.6
        let choice = banded ? floorToInteger(down * 6) & 3 : (band ? 2 + index & 1 : index & 1)
        let seam = abs(gore - Double(index) - 0.5) * 2
        let bulge = 1 - 0.16 * seam * seam
        let light = clamp(0.56 + 0.42 * across * sun - 0.28 * offset.y)
        let rim = 0.12 * smoothstep(0.7, 1, across * sun)
        return mix(colors[choice] * ((0.24 + 1.0 * light) * bulge) + rim, haze, air)
    }

    private func rigging(_ offset: Point) -> LinearColor? {
        let basket = offset.y > 1.56 && abs(offset.x) < 0.14
        let line = offset.y <= 1.56 && abs(abs(offset.x) - (0.19 - 0.2 * (offset.y - 1.3))) < 0.02
        guard basket || line else { return nil }
        return mix(LinearColor(basket ? 0x5A3A22 : 0x2A2020) * (1 + 1.2 * offset.x * sun), haze, air)
    }
}
