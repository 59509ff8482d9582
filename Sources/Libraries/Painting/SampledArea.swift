import Albums

/// The rectangle of a scene that is painted, in scene units: a scene is 1 high, its x is 0 in the middle.
struct SampledArea {
    private let origin: Point
    private let size: Point

    /// Numbers that are not finite, or too far off to be anywhere, are brought within reach.
    init(part: PixelRect, sceneWidth: Int, sceneHeight: Int) {
        let unit = 1 / Double(sceneHeight)
        origin = Point(
            Self.reachable(part.x * unit - Double(sceneWidth) * unit / 2), Self.reachable(part.y * unit))
        size = Point(Self.reachable(part.width * unit), Self.reachable(part.height * unit))
    }

    /// Opaque RGBA rows, each pixel the mean light of a few evenly spread samples.
    func paint(_ shader: some Shader, width: Int, height: Int) -> [UInt8] {
        let pixel = size / Point(Double(width), Double(height))
        let pixelSize = max(abs(pixel.x), abs(pixel.y))
        let samples = Self.samplesPerSide(pixelSize: pixelSize)
        let step = pixel / Double(samples)
        let footprint = max(pixelSize / Double(samples), 1e-12)
        let share = 1 / Double(samples * samples)
        return [UInt8](unsafeUninitializedCapacity: 4 * width * height) { bytes, count in
            count = 4 * width * height
            var next = 0
            for row in 0..<height {
                for column in 0..<width {
                    var light = LinearColor.zero
                    for sample in 0..<(samples * samples) {
                        let across = Double(column * samples + sample % samples) + 0.5
                        let down = Double(row * samples + sample / samples) + 0.5
                        let point = origin + step * Point(across, down)
                        light += shader.color(at: point, footprint: footprint).exposed
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

    /// Small pictures get more samples: there one pixel holds many things.
    private static func samplesPerSide(pixelSize: Double) -> Int {
        pixelSize > 1.0 / 80 ? 3 : 2
    }

    private static func reachable(_ value: Double) -> Double {
        value.isFinite ? min(max(value, -1000), 1000) : 0
    }
}
