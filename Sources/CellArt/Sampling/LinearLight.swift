/// Conversion tables between sRGB bytes and linear light (IEC 61966-2-1). Averages are right only in linear light: the
/// mean of black and white is 188, not 128.
enum LinearLight {
    /// The linear light of each sRGB byte, 0 to 1.
    static let ofByte: [Float] = (0...255).map { Float(decoded(Double($0) / 255)) }

    /// The sRGB byte nearest to each of `steps` + 1 equal steps of light. Fine enough for every byte to round-trip.
    static let bytes: [UInt8] = {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(steps + 1)
        for byte in 0..<255 {
            let end = Int((decoded((Double(byte) + 0.5) / 255) * Double(steps)).rounded(.up))
            bytes.append(contentsOf: repeatElement(UInt8(byte), count: end - bytes.count))
        }
        bytes.append(contentsOf: repeatElement(255, count: steps + 1 - bytes.count))
        return bytes
    }()

    static let steps = 65_535

    /// Returns the color nearest to amounts of red, green and blue light, clamped to 0 to 1, using the table `bytes`.
    @inline(__always)
    static func color(of light: SIMD4<Float>, in bytes: UnsafeBufferPointer<UInt8>) -> RGB {
        var light = light.replacing(with: 1, where: light .> 1)
        light = light.replacing(with: 0, where: light .< 0)
        // Adding 2^23 rounds to whole numbers, and leaves them in the lowest bits.
        let step = unsafeBitCast(light * Float(steps) + 0x1p23, to: SIMD4<UInt32>.self) & 0xFFFF
        return RGB(bytes[Int(step.x)], bytes[Int(step.y)], bytes[Int(step.z)])
    }

    /// Returns the linear light, 0 to 1, of an sRGB value, 0 to 1.
    private static func decoded(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055)
    }

    /// Returns `base` to the power of 2.4, for a base from 0 to 1: its square times the fifth root of its square, by
    /// Newton's method.
    private static func power(_ base: Double) -> Double {
        let square = base * base
        var root = 1.0
        for _ in 0..<40 { root -= (root - square / (root * root * root * root)) / 5 }
        return square * root
    }
}
