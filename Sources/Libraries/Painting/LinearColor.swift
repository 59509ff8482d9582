import Glibc

/// Red, green and blue light, 1 each in sRGB's white; adds and averages as light does.
typealias LinearColor = SIMD3<Double>

extension LinearColor {
    /// The light of an sRGB color written as on the web, such as `0xFFCC00`.
    init(_ hex: UInt32) {
        self.init(
            SRGBEncoding.light(of: Double(hex >> 16 & 255) / 255),
            SRGBEncoding.light(of: Double(hex >> 8 & 255) / 255),
            SRGBEncoding.light(of: Double(hex & 255) / 255))
    }

    /// The color as film would hold it: what is brighter than white nears it softly.
    @inline(__always)
    var exposed: LinearColor {
        let shoulder = 0.75
        let room = (1 - shoulder) * (1 - shoulder)
        let bright = LinearColor(repeating: 1) - room / (self + (1 - 2 * shoulder))
        return replacing(with: bright, where: self .> shoulder)
    }

    /// How bright the color looks, from 0 to 1 (ITU-R BT.709).
    var luminance: Double {
        0.2126 * x + 0.7152 * y + 0.0722 * z
    }
}

/// The sRGB transfer function (IEC 61966-2-1), from light to bytes by table.
struct SRGBEncoding {
    static let shared = SRGBEncoding()

    private static let steps = 16384
    private let bytes: [UInt8]

    private init() {
        bytes = (0...Self.steps).map { step in
            let light = Double(step) / Double(Self.steps)
            let value = light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
            return UInt8(value * 255 + 0.5)
        }
    }

    /// The nearest bytes; light outside of 0 to 1 is brought within.
    func bytes(of light: LinearColor) -> SIMD3<UInt8> {
        SIMD3(byte(of: light.x), byte(of: light.y), byte(of: light.z))
    }

    private func byte(of light: Double) -> UInt8 {
        bytes[Int(clamp(light) * Double(Self.steps) + 0.5)]
    }

    /// The light of an sRGB value, both from 0 to 1.
    static func light(of value: Double) -> Double {
        value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}
