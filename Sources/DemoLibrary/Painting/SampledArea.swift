import Albums

/// The painted rectangle in scene units: a scene has height 1, and x is 0 in the middle.
struct SampledArea {
    private let origin: Point
    private let size: Point

    /// Clamps coordinates that are infinite or far outside the scene.
    init(part: PixelRect, sceneWidth: Int, sceneHeight: Int) {
        let unit = 1 / Double(sceneHeight)
        origin = Point(
            Self.reachable(part.x * unit - Double(sceneWidth) * unit / 2), Self.reachable(part.y * unit))
        size = Point(Self.reachable(part.width * unit), Self.reachable(part.height * unit))
    }

    /// Returns opaque RGBA rows; each pixel is the mean of several samples.
    func paint(_ shader: some Shader, width: Int, height: Int) -> [UInt8] {
        let pixel = size / Point(Double(width), Double(height))
        let pixelSize = max(abs(pixel.x), abs(pixel.y))
        let pattern = Self.pattern(pixelSize: pixelSize)
        let offsets = pattern.map { $0 * pixel }
        let share = 1 / Double(pattern.count)
        let footprint = max(pixelSize * share.squareRoot(), 1e-12)
        return [UInt8](unsafeUninitializedCapacity: 4 * width * height) { bytes, count in
            count = 4 * width * height
            var next = 0
            for row in 0..<height {
                for column in 0..<width {
                    let corner = origin + pixel * Point(Double(column), Double(row))
                    var light = LinearColor.zero
                    for offset in offsets {
                        light += shader.color(at: corner + offset, footprint: footprint).exposed
                    }
                    let color = SRGBEncoding.shared.bytes(of: light * share)
                    bytes[next] = color.x
                    bytes[next + 1] = color.y
                    bytes[next + 2] = color.z
                    bytes[next + 3] = 255
                    next += 4
                }
            }
        }
    }

    /// Returns the sample positions within a pixel. No two share a row or column, which smooths edges of any slope.
    private static func pattern(pixelSize: Double) -> [Point] {
        // A pixel of a small picture covers more detail and needs more samples.
        let rows = pixelSize > 1.0 / 80 ? [2, 5, 1, 4, 0, 3] : [1, 3, 0, 2]
        let count = Double(rows.count)
        return rows.enumerated().map { Point((Double($0.offset) + 0.5) / count, (Double($0.element) + 0.5) / count) }
    }

    private static func reachable(_ value: Double) -> Double {
        value.isFinite ? min(max(value, -1000), 1000) : 0
    }
}
