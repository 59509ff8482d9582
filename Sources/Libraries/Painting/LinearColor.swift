/// Red, green and blue light, 1 each in sRGB's white; adds and averages as light does.
typealias LinearColor = SIMD3<Double>

extension LinearColor {
    /// The light of an sRGB color written as on the web, such as `0xFFCC00`.
    init(_ hex: UInt32) {
        let lights = SRGBEncoding.shared.lights
        self.init(lights[Int(hex >> 16 & 255)], lights[Int(hex >> 8 & 255)], lights[Int(hex & 255)])
    }

    /// The color as film would hold it: what is brighter than white nears it softly.
    @inline(__always)
    var exposed: LinearColor {
        let shoulder = 0.75
        let room = (1 - shoulder) * (1 - shoulder)
        let bright = LinearColor(repeating: 1) - room / (self + (1 - 2 * shoulder))
        return replacing(with: bright, where: self .> shoulder)
    }
}
