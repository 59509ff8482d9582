import Glibc

/// The four bytes of a pixel.
typealias RGBA = SIMD4<UInt8>

/// The sRGB transfer function (IEC 61966-2-1) and its inverse, by lookup tables.
struct SRGBEncoding: Sendable {
    static let shared = SRGBEncoding()

    /// The linear light of each byte, from 0 to 1.
    let lights: [Double]

    private static let steps = 16384
    private let bytes: [UInt8]

    private init() {
        lights = (0...255).map { byte in
            let value = Double(byte) / 255
            return value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        bytes = (0...Self.steps).map { step in
            let light = Double(step) / Double(Self.steps)
            let value = light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
            return UInt8(value * 255 + 0.5)
        }
    }

    /// Returns the nearest bytes of an opaque RGBA pixel; light outside 0...1 is clamped.
    func bytes(of light: LinearColor) -> RGBA {
        RGBA(byte(of: light.x), byte(of: light.y), byte(of: light.z), 255)
    }

    /// Returns the linear light of a pixel.
    func light(of pixel: RGBA) -> LinearColor {
        LinearColor(lights[Int(pixel.x)], lights[Int(pixel.y)], lights[Int(pixel.z)])
    }

    private func byte(of light: Double) -> UInt8 {
        bytes[Int(clamp(light) * Double(Self.steps) + 0.5)]
    }
}
